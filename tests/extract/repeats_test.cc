// Calls that are there again, and calls that are wanted twice.
#include "extract/repeats.h"

#include <gtest/gtest.h>

#include "acode/json/reader.h"

namespace acode::extract {
namespace {

constexpr std::string_view kTools = R"([{"name": "f", "parameters": {}}, {"name": "get_time", "parameters": {}}])";

class RepeatsTest : public testing::Test {
 protected:
  // A construct of calls of one tool with these arguments: which of them are repeated, as 0 and 1.
  std::string construct(const std::vector<std::string>& arguments, std::string_view name = "f") {
    std::string out;
    repeats_.begin(arguments.size());
    for (const std::string& text : arguments) {
      TextCall call;
      call.name = name;
      call.arguments = text;
      out += repeats_.is_repeated(call) ? '1' : '0';
    }
    return out;
  }

  // A construct with one plain call.
  bool plain(std::string_view arguments) {
    const Result<json::Document> read = json::parse(arguments);
    repeats_.begin(1);
    return repeats_.is_repeated(PlainCall{tools_.exactly("f"), {read->root(), read->owner()}, {}, 0, 0});
  }

  schema::Toolset loaded_ = schema::load_tools(kTools).tools;
  Tools tools_{&loaded_};
  Repeats repeats_{tools_};
};

TEST_F(RepeatsTest, TheSameCallBehindProseIsRepeated) {
  EXPECT_FALSE(plain(R"({"a": 1})"));
  repeats_.prose();
  EXPECT_FALSE(plain(R"({"a": 2})"));
  repeats_.prose();
  EXPECT_TRUE(plain(R"({"a": 1})"));
  EXPECT_EQ(construct({R"({"a":2})"}), "1");
  EXPECT_EQ(construct({R"({"a":3})"}), "0");
}

TEST_F(RepeatsTest, EqualCallsSideBySideAreAsManyAsThereAre) {
  EXPECT_FALSE(plain("{}"));
  EXPECT_FALSE(plain("{}"));
  EXPECT_EQ(construct({"{}"}), "0");
  repeats_.prose();
  EXPECT_EQ(construct({"{}", "{}", "{}", "{}"}), "1110");
}

TEST_F(RepeatsTest, AllCallsOfOneListAreMeant) {
  EXPECT_EQ(construct({"{}", "{}", R"({"a":1})"}), "000");
  EXPECT_EQ(construct({"{}", "{}", "{}"}), "110");
}

TEST_F(RepeatsTest, ArgumentsAreEqualAsValues) {
  EXPECT_EQ(construct({R"({"a": 1, "b": ["x", null]})"}), "0");
  repeats_.prose();
  EXPECT_EQ(construct({R"({"b":["x",null],"a":1})"}), "1");
  repeats_.prose();
  EXPECT_TRUE(plain(R"({"a": 5, "b": ["x", null], "a": 1})"));
  repeats_.prose();
  EXPECT_FALSE(plain(R"({"a": 1.0, "b": ["x", null]})"));
  EXPECT_FALSE(plain(R"({"a": "1", "b": ["x", null]})"));
}

TEST_F(RepeatsTest, NamesAreEqualIfTheyMeanOneTool) {
  EXPECT_EQ(construct({"{}"}, "get_time"), "0");
  repeats_.prose();
  EXPECT_EQ(construct({"{}"}, "GetTime"), "1");
  EXPECT_EQ(construct({"{}"}, "other"), "0");
  repeats_.prose();
  EXPECT_EQ(construct({"{}"}, "Other"), "0");
  EXPECT_EQ(construct({"{}"}, "other"), "1");
}

TEST_F(RepeatsTest, WhatIsNoJsonIsComparedAsText) {
  EXPECT_EQ(construct({"{a"}), "0");
  repeats_.prose();
  EXPECT_EQ(construct({"{b"}), "0");
  repeats_.prose();
  EXPECT_EQ(construct({"{a"}), "1");
}

TEST_F(RepeatsTest, ManyDifferentCallsAreStillKnown) {
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(plain("{\"a\":" + std::to_string(i) + "}"));
    repeats_.prose();
  }
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(plain("{\"a\":" + std::to_string(i) + "}"));
}

}  // namespace
}  // namespace acode::extract
