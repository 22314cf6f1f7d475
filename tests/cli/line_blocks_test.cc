// Files of lines by blocks: nothing is lost, whatever the lines are like.
#include "cli/line_blocks.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/program.h"

namespace acode::cli {
namespace {

using Status = LineBlocks::Status;

/// All blocks of a text, checked: each begins where the one before ended, and only the last may lack its line end.
std::vector<LineBlock> blocks_of(const std::string& text, std::size_t max_line_bytes) {
  const test::MemoryFile file(text);
  LineBlocks reader(file.descriptor(), max_line_bytes, [] { return false; });
  std::vector<LineBlock> blocks;
  std::size_t offset = 0;
  std::size_t number = 1;
  LineBlock block;
  while (reader.next(block) == Status::kBlock) {
    EXPECT_EQ(block.offset, offset);
    EXPECT_EQ(block.number, number);
    offset += block.bytes;
    number += block.too_long ? 1 : static_cast<std::size_t>(std::count(block.text.begin(), block.text.end(), '\n'));
    EXPECT_TRUE(block.too_long || offset == text.size() || block.text.back() == '\n');
    blocks.push_back(block);
  }
  EXPECT_EQ(offset, text.size());
  EXPECT_EQ(reader.next(block), Status::kEnd) << "the end stays the end";
  return blocks;
}

std::string joined(const std::vector<LineBlock>& blocks) {
  std::string text;
  for (const LineBlock& block : blocks) text += block.too_long ? "<too long>\n" : block.text;
  return text;
}

TEST(LineBlocks, ShortTexts) {
  for (const char* text : {"", "a", "a\n", "\n", "\n\n", "a\nb", "a\r\nb\n", "\n\na"}) {
    EXPECT_EQ(joined(blocks_of(text, 100)), text);
  }
}

TEST(LineBlocks, ManyLinesAndLinesLongerThanABlock) {
  std::string text;
  for (std::size_t i = 0; i < 3000; ++i) text += std::string(i % 700, 'x') + "\n";
  text += std::string(900000, 'y') + "\n" + text + "the end";
  const std::vector<LineBlock> blocks = blocks_of(text, std::size_t{1} << 20);
  EXPECT_GT(blocks.size(), 5U);
  EXPECT_TRUE(joined(blocks) == text);
}

TEST(LineBlocks, ALineBeyondTheLimitIsPassedOver) {
  const std::string line(3000000, 'x');
  EXPECT_EQ(joined(blocks_of("a\n" + line + "\nb\nc\n" + line + "\n" + line, 100000)),
            "a\n<too long>\nb\nc\n<too long>\n<too long>\n");
  std::size_t most = 0;
  for (const LineBlock& block : blocks_of(line + "\n", 100000)) most = std::max(most, block.text.capacity());
  EXPECT_LT(most, 1000000U) << "it is not held";
}

TEST(LineBlocks, WhatCannotBeRead) {
  const int write_only = ::open("/dev/null", O_WRONLY);
  LineBlocks reader(write_only, 100, [] { return false; });
  LineBlock block;
  EXPECT_EQ(reader.next(block), Status::kFailed);
  EXPECT_EQ(reader.problem().code, ProblemCode::kReadFailed);
  ::close(write_only);
}

}  // namespace
}  // namespace acode::cli
