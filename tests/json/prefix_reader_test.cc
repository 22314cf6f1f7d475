// A value at the beginning of a text that goes on.
#include "json/prefix_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "acode/json/writer.h"

namespace acode::json::detail {
namespace {

using State = PrefixReader::State;

/// What a reader says of a text at last, shown to it in pieces of one size: the value, and what is left behind it.
std::string read_in_pieces(std::string_view text, std::size_t size) {
  PrefixReader reader(Limits{kMaxTextBytes, 8});
  for (std::size_t shown = std::min(size, text.size());; shown = std::min(shown + size, text.size())) {
    const State state = reader.look(text.substr(0, shown));
    if (state == State::kNot) return "not";
    if (state == State::kMore && shown == text.size()) return "more";
    if (state == State::kMore) continue;
    const std::string rest(text.substr(reader.length()));
    return write(reader.take().root()) + "|" + rest;
  }
}

std::string read(std::string_view text) {
  const std::string whole = read_in_pieces(text, text.size());
  for (std::size_t size = 1; size < text.size(); ++size) {
    EXPECT_EQ(read_in_pieces(text, size), whole) << "in pieces of " << size << ": " << text;
  }
  return whole;
}

TEST(PrefixReader, TheValueEndsAtItsBracket) {
  EXPECT_EQ(read(R"({"a": [1, "}"]} and so)"), R"({"a":[1,"}"]}| and so)");
  EXPECT_EQ(read("[1, 2]\n\n</tool_call>"), "[1,2]|\n\n</tool_call>");
  EXPECT_EQ(read("{}}"), "{}|}");
  EXPECT_EQ(read("[[]]"), "[[]]|");
}

TEST(PrefixReader, WhatIsOpenMayGoOn) {
  EXPECT_EQ(read(R"({"a": "x)"), "more");
  EXPECT_EQ(read("[1, 2"), "more");
  EXPECT_EQ(read("{"), "more");
}

TEST(PrefixReader, WhatIsNotValidIsNot) {
  EXPECT_EQ(read("{a: 1}"), "not");
  EXPECT_EQ(read("{\"a\": \"x\ny\"}"), "not");
  EXPECT_EQ(read("[[[[[[[[[1]]]]]]]]]"), "not") << "deeper than it may be";
}

TEST(PrefixReader, ALongTextBehindTheValueIsNotRead) {
  const std::string text = "[1] " + std::string(100000, 'x');
  PrefixReader reader;
  EXPECT_EQ(reader.look(text), State::kValue);
  EXPECT_EQ(reader.length(), 3U);
}

TEST(PrefixReader, WhatThereIsSoFarST4) {
  PrefixReader reader;
  EXPECT_EQ(write(*reader.partial(R"({"a": [1, "x)")), R"({"a":[1,"x"]})");
  EXPECT_TRUE(reader.in_string());
  EXPECT_EQ(write(*reader.partial(R"({"a": [1, "xy"], )")), R"({"a":[1,"xy"]})");
  EXPECT_FALSE(reader.in_string());
}

}  // namespace
}  // namespace acode::json::detail
