// Slips that are mended in place (src/json/quick_mender.h): which ones are, and that those are left to the readings which
// need more thought. What comes out is held to what the readings give by the properties of the repair.
#include "json/quick_mender.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "json/emitter.h"
#include "json/machine.h"

namespace acode::json::detail {
namespace {

/// The repaired text if it was mended in place, "valid" if there was nothing to mend, else "declined".
std::string mended(std::string_view text) {
  Machine machine({}, true);
  if (machine.feed(text) && machine.finish()) return "valid";
  Emitter emitter;
  QuickMender mender(machine);
  if (!mender.mend(text, emitter)) return "declined";
  std::string repaired;
  emitter.edits().apply(text, repaired);
  return repaired;
}

struct Case {
  std::string_view broken;
  std::string_view repaired;
};

TEST(QuickMender, CommasAndColons) {
  constexpr Case kCases[] = {
      {R"({"a": 1,})", R"({"a": 1})"},
      {R"([1, 2, ])", R"([1, 2 ])"},
      {R"({"a": 1,, "b": 2})", R"({"a": 1, "b": 2})"},
      {R"({"a": "x" "b": 2})", R"({"a": "x", "b": 2})"},
      {R"([{"a": 1} {"a": 2}])", R"([{"a": 1}, {"a": 2}])"},
      {R"([1 2])", R"([1, 2])"},
      {R"({"a" {"b": 1}})", R"({"a": {"b": 1}})"},
      {R"({"a":: 1})", R"({"a": 1})"},
  };
  for (const Case& slip : kCases) EXPECT_EQ(mended(slip.broken), slip.repaired);
}

TEST(QuickMender, Brackets) {
  constexpr Case kCases[] = {
      {R"({"a": [1, {"b": 2)", R"({"a": [1, {"b": 2}]})"},
      {R"({"a": [{"b": 2], "c": 3})", R"({"a": [{"b": 2}], "c": 3})"},
      {R"({"a": [1, 2]]})", R"({"a": [1, 2]})"},
      {R"({"a": {"b": 1}}, "c": 2})", R"({"a": {"b": 1}, "c": 2})"},
      {R"({"a": "b", "c"], "d": 1})", R"({"a": ["b", "c"], "d": 1})"},
      {R"({"a": "b": 1}, "c": 2})", R"({"a": {"b": 1}, "c": 2})"},
      {R"("a": 1, "b": [2]})", R"({"a": 1, "b": [2]})"},
      {R"({"a": ], "b": 1})", R"({"a": [], "b": 1})"},
      {R"({"a": [1, "b": 2})", R"({"a": [1], "b": 2})"},
  };
  for (const Case& slip : kCases) EXPECT_EQ(mended(slip.broken), slip.repaired);
}

TEST(QuickMender, ColumnsTellOfLostBrackets) {
  EXPECT_EQ(mended("{\n  \"a\": {\n    \"b\": 1\n  ,\n  \"c\": 2\n}"),
            "{\n  \"a\": {\n    \"b\": 1}\n  ,\n  \"c\": 2\n}");
  EXPECT_EQ(mended("{\n  \"a\": [\n    1\n  ],\n  \"b\": {\n    \"c\": 2\n}"),
            "{\n  \"a\": [\n    1\n  ],\n  \"b\": {\n    \"c\": 2}\n}");
}

TEST(QuickMender, Quotes) {
  constexpr Case kCases[] = {
      {R"({"a": "x, y, "b": 1})", R"({"a": "x, y", "b": 1})"},
      {R"({"a: 1, "b": 2})", R"({"a": 1, "b": 2})"},
      {R"({"a": x, y", "b": 1})", R"({"a": "x, y", "b": 1})"},
      {R"({a": 1})", R"({"a": 1})"},
      {R"({"a": 12", "b": 1})", R"({"a": "12", "b": 1})"},
      {R"({"a": "say "x", "b": 1})", R"({"a": "say \"x", "b": 1})"},
      {R"({"a": "x "y" z "w" v"})", R"({"a": "x \"y\" z \"w\" v"})"},
      {R"({'a': 'it\'s "x"', 'b': None})", R"({"a": "it's \"x\"", "b": null})"},
      {R"({a: 1, b_c: "x"})", R"({"a": 1, "b_c": "x"})"},
      {"{\"a\": \"x\ny\"}", R"({"a": "x\ny"})"},
      {R"({"a": "^\d+$"})", R"({"a": "^\\d+$"})"},
      {R"({"a": "x)", R"({"a": "x"})"},
      {R"({\"a\": \"x\"})", R"({"a": "x"})"},
  };
  for (const Case& slip : kCases) EXPECT_EQ(mended(slip.broken), slip.repaired);
}

TEST(QuickMender, WhatStandsAround) {
  EXPECT_EQ(mended("Here it is: {\"a\": 1}"), "{\"a\": 1}");
  EXPECT_EQ(mended("```json\n{\"a\": 1}\n```"), "\n{\"a\": 1}\n");
  EXPECT_EQ(mended("{\"a\": 1} That was it."), "{\"a\": 1} ");
}

TEST(QuickMender, SeveralSlipsIfNoneOfThemIsInDoubt) {
  EXPECT_EQ(mended(R"({a: [1, 2,], 'b': True,})"), R"({"a": [1, 2], "b": true})");
  EXPECT_EQ(mended(R"({"a": "x" "b": [1, 2)"), R"({"a": "x", "b": [1, 2]})");
}

TEST(QuickMender, LeavesToTheReadingsWhatCanBeReadInSeveralWays) {
  for (const std::string_view text : {R"({"a": "x", "b": "y, 5, "c": 1})",  // which comma ends the string
                                      R"({"a": "x "y": z "w": v"})",        // quotes inside, or keys
                                      R"({"a": 1} {"b": 2})",               // several values
                                      R"([{"a": 1}}, {"b": [2]])",          // brackets that do not add up
                                      R"({"a": "x", b" c: 1})", "nothing", "", R"({"a": 1 "b" 2 "c" 3 "d" 4})"}) {
    EXPECT_EQ(mended(text), "declined") << text;
  }
}

TEST(QuickMender, KeepsToTheLimits) {
  Limits limits;
  limits.max_depth = 2;
  Machine machine(limits, true);
  const std::string_view text = R"({"a": {"b": "c": 1}}})";
  ASSERT_FALSE(machine.feed(text));
  Emitter emitter;
  EXPECT_FALSE(QuickMender(machine).mend(text, emitter));
}

}  // namespace
}  // namespace acode::json::detail
