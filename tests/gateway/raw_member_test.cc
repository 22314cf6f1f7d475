// The tools of a request as they stand there: what requests with the same tools are known by (GW-2).
#include "gateway/raw_member.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "gateway/question.h"
#include "gateway/ready_tools.h"

namespace acode::gateway {
namespace {

TEST(RawMember, IsWhatStandsInTheText) {
  EXPECT_EQ(raw_member(R"({"model": "m", "tools": [ {} ], "n": 1})", "tools"), "[ {} ]");
  EXPECT_EQ(raw_member(R"( { "tools" : {"a": "]}"} } )", "tools"), R"({"a": "]}"})");
  EXPECT_EQ(raw_member(R"({"n":12,"tools":"x"})", "n"), "12");
  EXPECT_EQ(raw_member(R"({"n":12})", "n"), "12");
  EXPECT_EQ(raw_member(R"({})", "tools"), "");
  EXPECT_EQ(raw_member(R"({"tool": [1], "toolsx": [2]})", "tools"), "");
}

TEST(RawMember, IsNotFoundInsideOfOthers) {
  EXPECT_EQ(raw_member(R"({"messages": [{"tools": [1]}], "x": "\"tools\": [2]", "tools": [3]})", "tools"), "[3]");
  EXPECT_EQ(raw_member(R"({"a": "ends in \\", "tools": [3]})", "tools"), "[3]");
  EXPECT_EQ(raw_member(R"({"a\"": "\\\"", "tools": [3]})", "tools"), "[3]");
}

// As the reader has it: the last one counts.
TEST(RawMember, IsTheLastOfItsName) {
  const std::string text = R"({"tools": [1], "tools": [2]})";
  EXPECT_EQ(raw_member(text, "tools"), "[2]");
  EXPECT_EQ(json::write(*json::parse(text)->root().find("tools")), "[2]");
}

// A guess saves time and changes nothing.
TEST(RawMember, IsTheSameWhateverIsGuessed) {
  for (const std::string text : {R"({"tools": [1, {"a": "]"}], "n": 1})", R"({"tools":[1],"tools":[2]})",
                                 R"({"n": [1]})", R"({"tools": [1)", R"({"tools": [1]]})", R"({"tools":[1] })"}) {
    for (const std::string_view guess : {"", "[1]", "[2]", R"([1, {"a": "]"}])", R"({"a": 1})"}) {
      EXPECT_EQ(raw_member(text, "tools", guess), raw_member(text, "tools")) << text << ' ' << guess;
    }
  }
}

TEST(QuestionTools, AreFoundHoweverTheirNameIsWritten) {
  for (const char* body : {R"({"tools": [{"name": "f"}]})", R"({"\u0074ools": [{"name": "f"}]})"}) {
    const auto question = Question::read(wire::Dialect::kOpenAiChat, body);
    ASSERT_TRUE(question);
    EXPECT_NE(question->tools().find(R"("name")"), std::string_view::npos) << body;
  }
  EXPECT_EQ(Question::read(wire::Dialect::kOpenAiChat, R"({"tools": []})")->tools(), "");
  EXPECT_EQ(Question::read(wire::Dialect::kOpenAiChat, R"({"tools":[0]})")->tools(), "[0]");
}

// Tools that were read before are not read again; all else is as if they were.
TEST(QuestionTools, ThatAreKnownChangeNothing) {
  ToolCache cache({}, {});
  const std::string tools = R"([{"name": "f", "parameters": {"type": "object"}}])";
  std::ignore = cache.get(tools);
  for (const std::string& end : {std::string("}"), std::string(R"(, "model": "m", "n": 2})"), std::string(" ] }")}) {
    const std::string body = R"({"stream": true, "messages": [], "tools": )" + tools + end;
    const auto known = Question::read(wire::Dialect::kOpenAiChat, body, &cache);
    const auto fresh = Question::read(wire::Dialect::kOpenAiChat, body);
    ASSERT_EQ(static_cast<bool>(known), static_cast<bool>(fresh)) << body;
    if (!fresh) {
      EXPECT_EQ(to_string(known.error()), to_string(fresh.error()));
      continue;
    }
    EXPECT_EQ(known->tools(), tools);
    EXPECT_EQ(known->body(), body);
    EXPECT_EQ(known->model(), fresh->model());
    EXPECT_EQ(known->wants_several(), fresh->wants_several());
    ASSERT_TRUE(known->request());
    EXPECT_EQ(known->request()->tools.size(), 1U);
  }
}

// While an answer is waited for they are in memory once, however many wait.
TEST(QuestionTools, CanBeLeftToTheirOwner) {
  const std::string tools = R"([{"name": "f", "parameters": {"type": "object"}}])";
  for (const std::string& end : {std::string("}"), std::string(R"(, "model": "m", "n": 2})")}) {
    const std::string body = R"({"stream": true, "messages": [], "tools": )" + tools + end;
    auto question = Question::read(wire::Dialect::kOpenAiChat, body);
    ASSERT_TRUE(question);
    question->leave_tools_to("[]");
    EXPECT_EQ(question->body(), body) << "those are others";
    question->leave_tools_to(tools);
    EXPECT_LT(question->body().size(), body.size());
    EXPECT_EQ(question->tools(), tools);
    EXPECT_EQ(question->whole_body(), body);
    ASSERT_TRUE(question->request());
    EXPECT_EQ(question->request()->tools.size(), 1U);
  }
  auto without = Question::read(wire::Dialect::kOpenAiChat, R"({"messages": []})");
  without->leave_tools_to("");
  EXPECT_EQ(without->whole_body(), R"({"messages": []})");
}

}  // namespace
}  // namespace acode::gateway
