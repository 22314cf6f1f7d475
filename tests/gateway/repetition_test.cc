// Histories that go round in circles, in every dialect, and those that only look like it.
#include "gateway/repetition.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/json/reader.h"
#include "acode/wire/request.h"

namespace acode::gateway {
namespace {

using wire::Dialect;
using wire::Message;
using wire::Role;

constexpr Dialect kDialects[] = {Dialect::kOllama, Dialect::kOpenAiChat, Dialect::kOpenAiResponses,
                                 Dialect::kAnthropic};

struct Made {
  std::string name;
  std::string arguments;
  std::string result;
};

/// The calls of one answer, and their results.
using Turn = std::vector<Made>;

wire::Request conversation(const std::vector<Turn>& turns) {
  wire::Request request;
  request.model = "m";
  request.messages.push_back({Role::kUser, {wire::TextPart{"Go on."}}, {}});
  int number = 0;
  for (const Turn& turn : turns) {
    Message said{Role::kAssistant, {wire::TextPart{"Try " + std::to_string(number)}}, {}};
    Message results{Role::kTool, {}, {}};
    for (const Made& made : turn) {
      const std::string id = "call_" + std::to_string(number++);
      said.parts.emplace_back(wire::WireCall{id, made.name, made.arguments});
      results.parts.emplace_back(wire::ResultPart{id, made.name, made.result, {}, false});
    }
    request.messages.push_back(std::move(said));
    request.messages.push_back(std::move(results));
  }
  return request;
}

Repetition found_in(Dialect dialect, const wire::Request& request) {
  const auto document = json::parse(wire::encode_request(dialect, request));
  return repetition_in(dialect, document->root());
}

unsigned times_in_all(const wire::Request& request) {
  const unsigned times = found_in(kDialects[0], request).times;
  for (const Dialect dialect : kDialects) EXPECT_EQ(found_in(dialect, request).times, times);
  return times;
}

pipeline::ToolCall call(std::string name, std::string_view arguments) {
  pipeline::ToolCall made;
  made.name = std::move(name);
  const auto document = json::parse(arguments);
  made.arguments.emplace(document->root(), document->owner());
  return made;
}

const Turn kSame = {{"f", R"({"a": 1})", "no"}};

TEST(Repetition, CountsTurnsThatAreAlike) {
  EXPECT_EQ(times_in_all(conversation({})), 0U);
  EXPECT_EQ(times_in_all(conversation({kSame})), 1U);
  EXPECT_EQ(times_in_all(conversation({kSame, kSame, kSame})), 3U);
  EXPECT_EQ(times_in_all(conversation({{{"f", R"({"a":2})", "no"}}, kSame, kSame})), 2U);
}

TEST(Repetition, AnotherResultIsProgress) {
  EXPECT_EQ(times_in_all(conversation({{{"f", R"({"a":1})", "yes"}}, kSame, kSame})), 2U);
  EXPECT_EQ(times_in_all(conversation({kSame, kSame, {{"f", R"({"a":1})", "yes"}}})), 1U);
}

TEST(Repetition, AnotherCallInBetweenIsProgress) {
  EXPECT_EQ(times_in_all(conversation({kSame, {{"g", "{}", "ok"}}, kSame})), 1U);
  EXPECT_EQ(times_in_all(conversation({kSame, {{"f", R"({"a": 1})", "no"}, {"g", "{}", "ok"}}})), 1U);
}

TEST(Repetition, SeveralCallsOfOneAnswerAreOneTurn) {
  const Turn both = {{"f", R"({"a":1})", "no"}, {"g", R"({"b":2})", "no"}};
  EXPECT_EQ(times_in_all(conversation({both, both, both})), 3U);
  for (const Dialect dialect : kDialects) {
    const Repetition repetition = found_in(dialect, conversation({both, both}));
    EXPECT_TRUE(repetition.has(call("f", R"({"a": 1})")));
    EXPECT_TRUE(repetition.has(call("g", R"({"b": 2})")));
    EXPECT_FALSE(repetition.has(call("g", R"({"b": 3})")));
    EXPECT_FALSE(repetition.has(call("h", R"({"a": 1})")));
  }
}

TEST(Repetition, AWordOfTheUserBeginsAnew) {
  wire::Request request = conversation({kSame, kSame});
  request.messages.push_back({Role::kUser, {wire::TextPart{"Once more, please."}}, {}});
  EXPECT_EQ(times_in_all(request), 0U);
  const wire::Request more = conversation({kSame});
  request.messages.insert(request.messages.end(), more.messages.begin() + 1, more.messages.end());
  EXPECT_EQ(times_in_all(request), 1U);
}

TEST(Repetition, WhatIsNoHistoryHasNone) {
  for (const std::string_view body :
       {"{}", R"({"messages":1,"input":2})", R"({"messages":[1,{}],"input":["x",{}]})",
        R"({"messages":[{"role":"tool"}],"input":[{"type":"function_call_output"}]})",
        R"({"messages":[{"role":"assistant","tool_calls":[{}],"content":[{"type":"tool_use"}]}]})"}) {
    const auto document = json::parse(body);
    for (const Dialect dialect : kDialects) EXPECT_EQ(repetition_in(dialect, document->root()).times, 0U) << body;
  }
}

TEST(Repetition, RefusesOnlyWhatIsRepeated) {
  const Repetition repetition = found_in(Dialect::kOpenAiChat, conversation({kSame, kSame}));
  pipeline::ToolCall again = call("f", R"({"a":1})");
  EXPECT_TRUE(refuse_if_repeated(repetition, again));
  ASSERT_NE(again.error(), nullptr);
  EXPECT_EQ(again.error()->code, "ACODE-REQ-002");
  EXPECT_EQ(again.error()->message,
            "the same call of f was made 2 times in a row, and each time the result was the same");
  pipeline::ToolCall other = call("f", R"({"a":2})");
  EXPECT_FALSE(refuse_if_repeated(repetition, other));
  EXPECT_TRUE(other.ok());
  EXPECT_FALSE(refuse_if_repeated({}, other));
}

}  // namespace
}  // namespace acode::gateway
