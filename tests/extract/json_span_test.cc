// Where a value ends, in one look, in many, and byte by byte.
#include "extract/json_span.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace acode::extract {
namespace {

std::size_t length_of(std::string_view text) { return JsonSpan().look(text); }

TEST(JsonSpan, EndsWithTheBracketThatClosesIt) {
  EXPECT_EQ(length_of(R"({"a": "}"} and more)"), 10U);
  EXPECT_EQ(length_of("[1, [2]] ]"), 8U);
  EXPECT_EQ(length_of(R"({'a': '}\'}', "b": it's} x)"), 24U);
  EXPECT_EQ(length_of(R"({"a": "a long text with a quote \" and a } in it"} x)"), 50U);
  EXPECT_EQ(length_of(R"({"a": "}")"), JsonSpan::kOpen);
  EXPECT_EQ(length_of(R"({"a": "\)"), JsonSpan::kOpen);
}

TEST(JsonSpan, AnApostropheOpensAStringWhereOneCanBegin) {
  EXPECT_EQ(length_of("{ 'a}' }"), 8U);
  EXPECT_EQ(length_of("{a 'b}' }"), 6U);
  EXPECT_EQ(length_of("[1,\n  '}]', (']')]"), 18U);
}

std::string random_text(std::mt19937& random) {
  constexpr std::string_view kBytes = "{}[]\"'\\,: (ab\n";
  std::string text = random() % 2 == 0 ? "{" : "[";
  for (std::size_t i = random() % 60; i > 0; --i) text += kBytes[random() % kBytes.size()];
  return text;
}

TEST(JsonSpan, IsTheSameHoweverTheTextComes) {
  std::mt19937 random(5);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random_text(random);
    JsonSpan bytewise;
    std::size_t expected = JsonSpan::kOpen;
    for (std::size_t at = 0; at < text.size() && expected == JsonSpan::kOpen; ++at) {
      if (bytewise.take(text[at])) expected = at + 1;
    }
    EXPECT_EQ(length_of(text), expected) << text;
    JsonSpan pieces;
    std::size_t found = JsonSpan::kOpen;
    for (std::size_t shown = 1; shown < text.size(); shown += 1 + random() % 7)
      found = pieces.look({text.data(), shown});
    found = pieces.look(text);
    EXPECT_EQ(found, expected) << text;
    if (expected != JsonSpan::kOpen) continue;
    EXPECT_EQ(pieces.in_string(), bytewise.in_string()) << text;
  }
}

}  // namespace
}  // namespace acode::extract
