// The end of an array or an object, seen from its brackets.
#include "json/brackets.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace acode::json::detail {
namespace {

std::string first_of(std::string_view text) { return std::string(text.substr(0, closed_bracket(text))); }

TEST(ClosedBracket, CountsBracketsOutsideOfStrings) {
  EXPECT_EQ(first_of("[] 1"), "[]");
  EXPECT_EQ(first_of(R"([1, {"a": "]"}], 2)"), R"([1, {"a": "]"}])");
  EXPECT_EQ(first_of(R"({"a\"}": {"b\\": [{}]}}, {})"), R"({"a\"}": {"b\\": [{}]}})");
  EXPECT_EQ(first_of(R"({"ä": "\\\"}"}})"), R"({"ä": "\\\"}"})");
}

TEST(ClosedBracket, WhatIsOpenHasNoEnd) {
  for (const std::string_view open : {"", "[", "[[]", R"({"a": "}")", R"({"a": "}\")", R"({"a": "}\)"}) {
    EXPECT_EQ(closed_bracket(open), 0U) << open;
  }
}

// It goes by sixty-four bytes at a time: whatever stands there may be cut.
TEST(ClosedBracket, AtEveryPlaceOfABlock) {
  const std::string_view tail = R"(\\\"]", ["]"], {"b": "\"}"}])";
  for (std::size_t length = 0; length < 150; ++length) {
    const std::string text = "[\"" + std::string(length, 'x') + std::string(tail);
    EXPECT_EQ(closed_bracket(text), text.size()) << length;
    EXPECT_EQ(closed_bracket(text + "]}"), text.size()) << length;
    EXPECT_EQ(closed_bracket(std::string_view(text).substr(0, text.size() - 1)), 0U) << length;
  }
}

}  // namespace
}  // namespace acode::json::detail
