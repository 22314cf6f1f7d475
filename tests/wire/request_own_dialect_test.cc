// A request that goes out in the dialect it came in: as it came, but for what was changed.
#include <gtest/gtest.h>

#include <string>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "wire/request_texts.h"

namespace acode::wire {
namespace {

std::string compact(std::string_view text) {
  const auto document = json::parse(text, {kMaxTextBytes, 1000});
  return document ? json::write(document->root()) : "no JSON: " + std::string(text);
}

Request decoded(Dialect dialect, std::string_view text) {
  Result<Request> request = decode_request(dialect, text);
  EXPECT_TRUE(request.ok()) << to_string(request.error());
  return request ? *std::move(request) : Request{};
}

// The text with one piece of it replaced, which must be there.
std::string replaced(std::string text, std::string_view old, std::string_view by) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), by);
}

WireCall& first_call(Request& request) {
  for (Message& message : request.messages) {
    for (Part& part : message.parts) {
      if (auto* call = std::get_if<WireCall>(&part)) return *call;
    }
  }
  ADD_FAILURE() << "there is no call";
  static WireCall none;
  return none;
}

TEST(RequestInItsOwnDialect, IsWrittenAsItCame) {
  for (const Dialect dialect : kAllDialects) {
    const std::string_view text = rich_request(dialect);
    EXPECT_EQ(encode_request(dialect, decoded(dialect, text)), compact(text)) << dialect_name(dialect);
  }
}

TEST(RequestInItsOwnDialect, KeepsOddButValidSpellings) {
  const std::pair<Dialect, std::string_view> cases[] = {
      {Dialect::kOllama, R"({"model":"m"})"},
      {Dialect::kOllama,
       R"({"messages":[],"model":"m","options":{"num_predict":-1,"temperature":1.0e0},"think":true})"},
      {Dialect::kOllama, R"({"format":"","messages":[{"role":"user","content":""}],"stream":null,"tools":null})"},
      {Dialect::kOpenAiChat,
       R"({"stop":"x","messages":[{"role":"function","name":"f","content":null}],"n":2,"model":null})"},
      {Dialect::kOpenAiChat,
       R"({"messages":[{"content":null,"role":"assistant","function_call":{"name":"f","arguments":""}}]})"},
      {Dialect::kOpenAiChat,
       R"({"messages":[],"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto"}},"tools":[]})"},
      {Dialect::kOpenAiChat,
       R"({"messages":[],"tools":[],"reasoning":{"effort":"low","exclude":true},"max_tokens":10.0})"},
      {Dialect::kOpenAiResponses,
       R"({"input":"hi","model":"m","previous_response_id":"r","text":{"verbosity":"low"}})"},
      {Dialect::kOpenAiResponses, R"({"previous_response_id":"r"})"},
      {Dialect::kOpenAiResponses, R"({"input":[{"role":"system","content":"a"},{"role":"developer","content":"b"}]})"},
      {Dialect::kOpenAiResponses, R"({"instructions":"a","input":[{"role":"system","content":"b"}]})"},
      {Dialect::kAnthropic, R"({"system":"","messages":[{"role":"user","content":[]}],"max_tokens":1})"},
      {Dialect::kAnthropic,
       R"({"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}],"thinking":{"type":"adaptive"}})"},
      {Dialect::kAnthropic, R"({"messages":[],"output_config":{"effort":"max"},"top_k":5})"},
  };
  for (const auto& [dialect, text] : cases) EXPECT_EQ(encode_request(dialect, decoded(dialect, text)), text);
}

TEST(RequestInItsOwnDialect, AHealedCallChangesNothingElse) {
  const std::pair<Dialect, std::pair<std::string_view, std::string_view>> cases[] = {
      {Dialect::kOllama, {R"({"city":"Rome"})", R"({"city":"Roma","x":1})"}},
      {Dialect::kOpenAiChat, {R"("{\"city\": \"Rome\"}")", R"("{\"city\":\"Roma\",\"x\":1}")"}},
      {Dialect::kOpenAiResponses, {R"("{\"city\": \"Rome\"}")", R"("{\"city\":\"Roma\",\"x\":1}")"}},
      {Dialect::kAnthropic, {R"({"city":"Rome"})", R"({"city":"Roma","x":1})"}},
  };
  for (const auto& [dialect, change] : cases) {
    const std::string text = compact(rich_request(dialect));
    Request request = decoded(dialect, text);
    first_call(request).arguments = R"({"city":"Roma","x":1})";
    EXPECT_EQ(encode_request(dialect, request), replaced(text, change.first, change.second)) << dialect_name(dialect);
  }
}

TEST(RequestInItsOwnDialect, MessagesAddedAtTheEnd) {
  const std::pair<Dialect, std::string_view> cases[] = {
      {Dialect::kOllama,
       R"({"role":"assistant","content":"","tool_calls":[{"id":"c","function":{"name":"f","arguments":{}}}]},)"
       R"({"role":"tool","content":"no","tool_name":"f","tool_call_id":"c"})"},
      {Dialect::kOpenAiChat,
       R"({"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":)"
       R"({"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"no"})"},
      {Dialect::kOpenAiResponses, R"({"type":"function_call","call_id":"c","name":"f","arguments":"{}"},)"
                                  R"({"type":"function_call_output","call_id":"c","output":"no"})"},
      {Dialect::kAnthropic, R"({"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":{}}]},)"
                            R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"no"}]})"},
  };
  for (const auto& [dialect, added] : cases) {
    const std::string text = compact(rich_request(dialect));
    Request request = decoded(dialect, text);
    request.messages.push_back({Role::kAssistant, {WireCall{"c", "f", "{}", true}}, {}});
    ResultPart result;
    result.call_id = "c";
    result.text = "no";
    request.messages.push_back({Role::kTool, {result}, {}});
    EXPECT_EQ(encode_request(dialect, request),
              replaced(text, "}],\"tools\"", "}," + std::string(added) + "],\"tools\""));
  }
}

TEST(RequestInItsOwnDialect, AChangedSettingLeavesItsNeighbours) {
  const auto expect_change = [](Dialect dialect, auto change, std::string_view old, std::string_view by) {
    const std::string text = compact(rich_request(dialect));
    Request request = decoded(dialect, text);
    change(request);
    EXPECT_EQ(encode_request(dialect, request), replaced(text, old, by)) << dialect_name(dialect);
  };
  const auto cooler = [](Request& request) { request.temperature = 0; };
  expect_change(Dialect::kOllama, cooler, R"("temperature":0.5)", R"("temperature":0)");
  expect_change(Dialect::kAnthropic, cooler, R"("temperature":0.5)", R"("temperature":0)");
  const auto no_calls = [](Request& request) { request.tool_choice = {ToolChoice::Kind::kNone, {}}; };
  expect_change(Dialect::kOpenAiChat, no_calls, R"("tool_choice":"auto")", R"("tool_choice":"none")");
  const auto more = [](Request& request) { request.max_tokens = 8000; };
  expect_change(Dialect::kOpenAiChat, more, R"("max_completion_tokens":4000)", R"("max_completion_tokens":8000)");
  const auto no_usage = [](Request& request) { request.stream_usage = false; };
  expect_change(Dialect::kOpenAiChat, no_usage, R"("include_usage":true)", R"("include_usage":false)");
  const auto plain = [](Request& request) { request.format = {}; };
  expect_change(Dialect::kOpenAiResponses, plain,
                R"("text":{"format":{"type":"json_schema","name":"reply","schema":{"type":"object"},"strict":true},)",
                R"("text":{)");
  const auto bare = [](Request& request) {
    request.temperature = request.top_p = std::nullopt;
    request.seed = std::nullopt;
    request.max_tokens = std::nullopt;
    request.stop.clear();
  };
  expect_change(Dialect::kOllama, bare, R"("temperature":0.5,"top_p":0.9,"seed":7,"num_predict":4000,"stop":["END"],)",
                "");
  const auto low = [](Request& request) { request.reasoning_effort = "low"; };
  expect_change(Dialect::kOpenAiResponses, low, R"("effort":"high")", R"("effort":"low")");
  const auto another_model = [](Request& request) { request.model = "n"; };
  for (const Dialect dialect : kAllDialects) expect_change(dialect, another_model, R"("model":"m")", R"("model":"n")");
}

TEST(RequestInItsOwnDialect, ASettingThatIsNewStandsBehind) {
  Request request = decoded(Dialect::kOpenAiChat, R"({"messages":[],"x":1,"model":"m"})");
  request.stream = true;
  EXPECT_EQ(encode_request(Dialect::kOpenAiChat, request), R"({"messages":[],"x":1,"model":"m","stream":true})");
}

TEST(RequestInItsOwnDialect, AMemberMayBeAddedOrTakenAway) {
  Request request = decoded(Dialect::kOpenAiChat, R"({"messages":[],"user":"u","model":"m"})");
  request.members.erase(request.members.begin() + 1);
  request.members.emplace_back("top_k", "5");
  EXPECT_EQ(encode_request(Dialect::kOpenAiChat, request), R"({"messages":[],"model":"m","top_k":5})");
}

TEST(RequestInItsOwnDialect, EffortInWordsStaysInWords) {
  Request request = decoded(Dialect::kAnthropic,
                            R"({"messages":[],"thinking":{"type":"adaptive"},"output_config":{"effort":"low"}})");
  EXPECT_EQ(request.reasoning_effort, "low");
  request.reasoning_effort = "high";
  EXPECT_EQ(encode_request(Dialect::kAnthropic, request),
            R"({"messages":[],"thinking":{"type":"adaptive"},"output_config":{"effort":"high"}})");
}

TEST(RequestInItsOwnDialect, TokensOfThinkingStayAsLongAsTheyMeanTheSame) {
  const std::string text = R"({"messages":[],"max_tokens":16000,"thinking":{"type":"enabled","budget_tokens":10000}})";
  Request request = decoded(Dialect::kAnthropic, text);
  EXPECT_EQ(request.reasoning_effort, "medium");
  request.max_tokens = 20'000;
  EXPECT_EQ(encode_request(Dialect::kAnthropic, request), replaced(text, "16000", "20000"));
  request.max_tokens = 9'000;
  EXPECT_EQ(encode_request(Dialect::kAnthropic, request), replaced(replaced(text, "16000", "9000"), "10000", "4500"));
  request.max_tokens = 60'000;
  request.reasoning_effort = "high";
  EXPECT_EQ(encode_request(Dialect::kAnthropic, request), replaced(replaced(text, "16000", "60000"), "10000", "24576"));
}

TEST(RequestInItsOwnDialect, AChangedSystemPromptKeepsItsMarks) {
  Request request =
      decoded(Dialect::kAnthropic, R"({"system":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},)"
                                   R"({"type":"text","text":"b"}],"messages":[]})");
  std::get<TextPart>(request.messages[0].parts[1]).text = "c";
  EXPECT_EQ(
      encode_request(Dialect::kAnthropic, request),
      R"({"system":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},{"type":"text","text":"c"}],"messages":[]})");
}

TEST(RequestInItsOwnDialect, AChangedToolKeepsItsMarks) {
  Request request =
      decoded(Dialect::kAnthropic, R"({"messages":[],"tools":[{"name":"f","input_schema":{"type":"object"},)"
                                   R"("cache_control":{"type":"ephemeral"}},{"type":"bash_20250124","name":"bash"}]})");
  request.tools[0].parameters = R"({"type":"object","properties":{}})";
  EXPECT_EQ(encode_request(Dialect::kAnthropic, request),
            R"({"messages":[],"tools":[{"name":"f","input_schema":{"type":"object","properties":{}},)"
            R"("cache_control":{"type":"ephemeral"}},{"type":"bash_20250124","name":"bash"}]})");
}

TEST(RequestInItsOwnDialect, ATextAloneBecomesAnItemBesideOthers) {
  Request request = decoded(Dialect::kOpenAiResponses, R"({"input":"hi"})");
  request.messages.push_back({Role::kAssistant, {TextPart{"yes"}}, {}});
  EXPECT_EQ(
      encode_request(Dialect::kOpenAiResponses, request),
      R"({"input":[{"type":"message","role":"user","content":"hi"},{"type":"message","role":"assistant","content":"yes"}]})");
}

TEST(RequestInItsOwnDialect, WhatWasEmptiedIsWrittenAnew) {
  Request request = decoded(Dialect::kOpenAiChat, R"({"messages":[{"content":"hi","role":"user","name":"ann"}]})");
  request.messages[0].native.clear();
  EXPECT_EQ(encode_request(Dialect::kOpenAiChat, request), R"({"messages":[{"role":"user","content":"hi"}]})");
}

TEST(RequestInItsOwnDialect, OllamaCannotChooseSoToolsAreLeftOut) {
  Request request = decoded(Dialect::kOllama, R"({"messages":[],"tools":[{"type":"function","function":{"name":"f"}},)"
                                              R"({"type":"function","function":{"name":"g"}}]})");
  request.tool_choice = {ToolChoice::Kind::kNamed, "g"};
  EXPECT_EQ(encode_request(Dialect::kOllama, request),
            R"({"messages":[],"tools":[{"type":"function","function":{"name":"g"}}]})");
  request.tool_choice = {ToolChoice::Kind::kNone, {}};
  EXPECT_EQ(encode_request(Dialect::kOllama, request), R"({"messages":[]})");
}

}  // namespace
}  // namespace acode::wire
