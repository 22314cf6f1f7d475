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

/// What is seen of a block.
struct Seen {
  std::string text;      // of its lines, with their ends
  std::size_t room = 0;  // of its buffer
};

/// All blocks of a text, checked: each begins where the one before ended, and only the last may lack its line end.
std::vector<Seen> blocks_of(const std::string& text, std::size_t max_line_bytes) {
  const test::MemoryFile file(text);
  LineBlocks reader(file.descriptor(), max_line_bytes, [] { return false; });
  std::vector<Seen> blocks;
  std::size_t offset = 0;
  std::size_t number = 1;
  LineBlock block;
  while (reader.next(block) == Status::kBlock) {
    EXPECT_EQ(block.offset, offset);
    EXPECT_EQ(block.number, number);
    EXPECT_EQ(block.ends.empty(), block.too_long);
    Seen seen = {block.too_long ? "<too long>\n" : "", block.buffer.size()};
    for (std::size_t i = 0; i < block.ends.size(); ++i) {
      const Line line = block.line(i);
      EXPECT_EQ(line.number, number + i);
      EXPECT_TRUE(text.compare(line.offset, line.text.size(), line.text) == 0);
      seen.text += std::string(line.text) + "\n";
    }
    offset += block.bytes;
    number += block.too_long ? 1 : block.ends.size();
    if (offset == text.size() && text.back() != '\n' && !block.too_long) seen.text.pop_back();
    EXPECT_TRUE(block.too_long || seen.text.size() == block.bytes);
    EXPECT_EQ(block.held_bytes(), block.too_long ? 0 : block.bytes);
    blocks.push_back(std::move(seen));
  }
  EXPECT_EQ(offset, text.size());
  EXPECT_EQ(reader.next(block), Status::kEnd) << "the end stays the end";
  return blocks;
}

std::string joined(const std::vector<Seen>& blocks) {
  std::string text;
  for (const Seen& block : blocks) text += block.text;
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
  const std::vector<Seen> blocks = blocks_of(text, std::size_t{1} << 20);
  EXPECT_GT(blocks.size(), 5U);
  EXPECT_TRUE(joined(blocks) == text);
}

TEST(LineBlocks, ALineBeyondTheLimitIsPassedOver) {
  const std::string line(3000000, 'x');
  EXPECT_EQ(joined(blocks_of("a\n" + line + "\nb\nc\n" + line + "\n" + line, 100000)),
            "a\n<too long>\nb\nc\n<too long>\n<too long>\n");
  std::size_t most = 0;
  for (const Seen& block : blocks_of(line + "\n", 100000)) most = std::max(most, block.room);
  EXPECT_LT(most, 1000000U) << "it is not held";
}

TEST(LineBlocks, WhatALongLineHasGrownIsGivenBack) {
  const std::vector<Seen> blocks = blocks_of(std::string(6000000, 'x') + "\na\n" + std::string(300000, 'y'), 8000000);
  ASSERT_GE(blocks.size(), 2U);
  EXPECT_GT(blocks.front().room, 6000000U);
  EXPECT_LT(blocks.front().room, 8500000U) << "no more than the longest line needs";
  EXPECT_LT(blocks.back().room, 2000000U);
}

TEST(LineBlocks, LinesOfAllLengthsAroundTheLimitAndTheBlock) {
  for (const std::size_t length : {99999U, 100000U, 100001U, 131071U, 131072U, 131073U, 262143U, 262144U}) {
    const std::string line = std::string(length, 'x') + "\n";
    const std::string text = "a\n" + line + line + "b\n" + line + "c";
    EXPECT_TRUE(joined(blocks_of(text, 1000000)) == text) << length;
    blocks_of(text, 100000);
  }
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
