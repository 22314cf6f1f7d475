// Finding a member in the text of an object without reading it.
#include "cli/member_text.h"

#include <gtest/gtest.h>

#include <string>

namespace acode::cli {
namespace {

std::string found(std::string_view object) { return std::string(member_text(object, "a").value_or("nothing")); }

TEST(MemberText, ValuesOfEveryKind) {
  EXPECT_EQ(found(R"({"a":1})"), "1");
  EXPECT_EQ(found(R"( { "x" : 2 , "a" : -1.5e3 } )"), "-1.5e3");
  EXPECT_EQ(found(R"({"a":null,"x":1})"), "null");
  EXPECT_EQ(found(R"({"a": "b, \"a\": 3}"})"), R"("b, \"a\": 3}")");
  EXPECT_EQ(found(R"({"a": [1, {"a": "]"}, []], "x": {}})"), R"([1, {"a": "]"}, []])");
  EXPECT_EQ(found("{\"a\":{\n\"b\": \"größe, longer than sixteen bytes \\\\\"\n}\n}"),
            "{\n\"b\": \"größe, longer than sixteen bytes \\\\\"\n}");
}

TEST(MemberText, OnlyMembersOfTheObjectItself) {
  EXPECT_EQ(found(R"({"x": {"a": 1}, "y": "\"a\": 2", "z": [{"a": 3}]})"), "nothing");
  EXPECT_EQ(found(R"({"x": {"a": 1}, "a": 2})"), "2");
  EXPECT_EQ(found(R"([{"a": 1}])"), "nothing");
  EXPECT_EQ(found("{}"), "nothing");
  EXPECT_EQ(found(""), "nothing");
}

TEST(MemberText, WhatIsKnownIsNotLookedAt) {
  const auto known = [](std::string_view text) { return text.starts_with("[odd]]") ? std::size_t{6} : 0; };
  EXPECT_EQ(member_text(R"({"x": [odd]], "a": [odd]], "y": 1})", "a", known), std::nullopt) << "only the member itself";
  EXPECT_EQ(member_text(R"({"x": [1], "a": [odd]], "y": 1})", "a", known), "[odd]]");
  EXPECT_EQ(member_text(R"({"a": [2], "y": 1})", "a", known), "[2]");
  EXPECT_EQ(member_text(R"({"a": [odd]], "a": 1})", "a", known), std::nullopt);
}

TEST(MemberText, WhereItCannotBeSaidNothingIsSaid) {
  EXPECT_EQ(found(R"({"a": 1, "a": 2})"), "nothing") << "two of them";
  EXPECT_EQ(found(R"({"a": 1, "\u0061": 2})"), "nothing") << "any name may hide behind an escape";
  for (const char* broken :
       {"{\"a\"", "{\"a\":", "{\"a\": [1", "{\"a\": \"b", "{\"a\": \"b\\", "{a: 1}", "{\"x\" 1, \"a\": 1}"}) {
    EXPECT_EQ(found(broken), "nothing") << broken;
  }
}

}  // namespace
}  // namespace acode::cli
