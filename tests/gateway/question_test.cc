// What a question is known of: the same whether its tools were seen before or not.
#include "gateway/question.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"
#include "acode/wire/wire.h"
#include "gateway/ready_tools.h"

namespace acode::gateway {
namespace {

constexpr std::string_view kTools = R"([{"type": "function", "function": {"name": "a]", "parameters": {}}}])";

class QuestionTest : public ::testing::Test {
 protected:
  static Question read(const std::string& body, const ToolCache* cache = nullptr) {
    Result<Question> question = Question::read(wire::Dialect::kOpenAiChat, body, cache);
    EXPECT_TRUE(question) << body;
    return std::move(*question);
  }

  ToolCache cache_{pipeline::PipelineOptions{}, schema::ToolOptions{}};
};

std::string with_tools(std::string_view tools) {
  return R"({"model": "m", "messages": [{"role": "user", "content": "?"}], "tools": )" + std::string(tools) +
         R"(, "stream": true, "n": 2})";
}

TEST_F(QuestionTest, ToolsAreThoseOfTheBody) {
  const std::vector<std::pair<std::string, std::string_view>> cases = {
      {with_tools(kTools), kTools},
      {with_tools("[]"), ""},
      {with_tools("[ ]"), ""},
      {with_tools("null"), ""},
      {with_tools("7"), ""},
      {R"({"messages": [{"tools": [1]}], "x": "\"tools\": [2]"})", ""},
      {R"({"messages": [{"tools": [1]}], "x": "\"tools\": [2]", "tools": [3]})", "[3]"},
      {R"({"tools": [1], "tools": [2]})", "[2]"},
      {R"({"tools": [1], "tools": []})", ""},
      {R"({"t\u006fols" : [1] })", "[1]"},
  };
  for (const auto& [body, tools] : cases) EXPECT_EQ(read(body).tools(), tools) << body;
}

TEST_F(QuestionTest, KnownToolsChangeNothing) {
  const std::vector<std::string> lists = {std::string(kTools), "[1]", "[1, 2]", "[]", "[[1]]", "{\"a\": [1]}", "null"};
  std::vector<std::string> bodies;
  for (const std::string& list : lists) bodies.push_back(with_tools(list));
  for (const std::string& list : lists) bodies.push_back(R"({"tools": )" + list + R"(, "tools": [1]})");
  for (const std::string& list : lists) bodies.push_back(R"({"tools": [1], "tools": )" + list + "}");
  for (const std::string& list : lists) {
    cache_.get(read(with_tools(list)).tools());
    for (const std::string& body : bodies) {
      const Question plain = read(body);
      const Question known = read(body, &cache_);
      EXPECT_EQ(known.tools(), plain.tools()) << body;
      EXPECT_EQ(known.model(), plain.model()) << body;
      EXPECT_EQ(known.wants_stream(), plain.wants_stream()) << body;
      EXPECT_EQ(known.wants_several(), plain.wants_several()) << body;
      EXPECT_EQ(known.body(), body);
    }
  }
}

// What stands before and behind known tools is read as ever.
TEST_F(QuestionTest, KnownToolsHideNoError) {
  cache_.get(kTools);
  for (const std::string_view rest : {"}", "]}", "[1]}", "\"x\"}", ", }", ", \"x\": tru}", ""}) {
    const std::string body = R"({"model": "m", "tools": )" + std::string(kTools) + std::string(rest);
    const Result<Question> plain = Question::read(wire::Dialect::kOpenAiChat, body);
    const Result<Question> known = Question::read(wire::Dialect::kOpenAiChat, body, &cache_);
    ASSERT_EQ(static_cast<bool>(known), static_cast<bool>(plain)) << body;
    if (!plain) {
      EXPECT_EQ(to_string(known.error()), to_string(plain.error()));
    }
  }
}

TEST_F(QuestionTest, WhatIsNoObjectIsRefused) {
  for (const std::string_view body : {"", "[]", "7", "{", "{\"model\": }", "<html>"}) {
    EXPECT_FALSE(Question::read(wire::Dialect::kOpenAiChat, std::string(body), &cache_)) << body;
  }
}

TEST_F(QuestionTest, ToolsThatAreLeftToTheirOwnerAreStillThere) {
  const std::string body = with_tools(kTools);
  Question question = read(body);
  const std::string owner(kTools);
  question.leave_tools_to("[\"others\"]");
  EXPECT_EQ(question.body(), body);
  question.leave_tools_to(owner);
  EXPECT_LT(question.body().size(), body.size());
  EXPECT_EQ(question.tools().data(), owner.data());
  EXPECT_EQ(question.whole_body(), body);
  question.leave_tools_to(owner);
  EXPECT_EQ(question.whole_body(), body) << "once is enough";
  EXPECT_TRUE(question.request());
}

}  // namespace
}  // namespace acode::gateway
