// A request that goes out in another dialect than it came in, from each to each, member by member.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "wire/request_texts.h"

namespace acode::wire {
namespace {

std::string translated(Dialect from, Dialect to, std::string_view text) {
  const Result<Request> request = decode_request(from, text);
  EXPECT_TRUE(request.ok()) << to_string(request.error());
  return request ? encode_request(to, *request) : std::string();
}

// Names and values of an object, as text; elements of the arrays of messages and tools one by one.
using Rows = std::vector<std::pair<std::string, std::string>>;

Rows rows_of(std::string_view text) {
  const auto document = json::parse(text, {kMaxTextBytes, 1000});
  Rows out;
  if (!document) return {{"no JSON", std::string(text)}};
  for (const json::Member member : document->root().members()) {
    const bool listed = member.value.is_array() && member.value.size() != 0 && member.value.at(0)->is_object();
    if (!listed) out.emplace_back(member.name, json::write(member.value));
    for (const json::Value element : listed ? member.value.elements() : json::Children<json::Value>(nullptr, 0, 0)) {
      out.emplace_back(member.name, json::write(element));
    }
  }
  return out;
}

void expect_rows(Dialect from, Dialect to, const Rows& expected) {
  const Rows rows = rows_of(translated(from, to, rich_request(from)));
  const std::string where = std::string(dialect_name(from)) + " to " + std::string(dialect_name(to));
  ASSERT_EQ(rows.size(), expected.size()) << where;
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i], expected[i]) << where;
}

// What all of them have in common.
const std::string kQuestion = "What is this, and how warm is it in Rome and in Oslo?";
const std::string kSchema = R"({"type":"object","properties":{"city":{"type":"string"}},"required":["city"]})";

std::string chat_tool(std::string_view strict) {
  return R"({"type":"function","function":{"name":"weather","description":"The temperature","parameters":)" + kSchema +
         std::string(strict) + "}}";
}
std::string responses_tool(std::string_view strict) {
  return R"({"type":"function","name":"weather","description":"The temperature","parameters":)" + kSchema +
         R"(,"strict":)" + std::string(strict) + "}";
}
std::string anthropic_tool(std::string_view strict) {
  return R"({"name":"weather","description":"The temperature","input_schema":)" + kSchema + std::string(strict) + "}";
}

const std::string kChatQuestion =
    R"({"role":"user","content":[{"type":"text","text":")" + kQuestion +
    R"("},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgoAAA"}}]})";
const std::string kOllamaQuestion = R"({"role":"user","content":")" + kQuestion + R"(","images":["iVBORw0KGgoAAA"]})";
const std::string kResponsesQuestion =
    R"({"type":"message","role":"user","content":[{"type":"input_text","text":")" + kQuestion +
    R"("},{"type":"input_image","image_url":"data:image/png;base64,iVBORw0KGgoAAA"}]})";
const std::string kAnthropicQuestion =
    R"({"role":"user","content":[{"type":"text","text":")" + kQuestion +
    R"("},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgoAAA"}}]})";

// The turn with two calls.
std::string chat_calls(const std::string& first, const std::string& second, const std::string& rome,
                       const std::string& oslo) {
  const auto call = [](const std::string& id, const std::string& arguments) {
    return R"({"id":")" + id + R"(","type":"function","function":{"name":"weather","arguments":)" + arguments + "}}";
  };
  return R"({"role":"assistant","content":"Let me see.","reasoning_content":"Two calls.","tool_calls":[)" +
         call(first, rome) + "," + call(second, oslo) + "]}";
}
std::string ollama_calls(const std::string& first, const std::string& second, const std::string& oslo) {
  const auto call = [](const std::string& id, const std::string& arguments) {
    return R"({"id":")" + id + R"(","function":{"name":"weather","arguments":)" + arguments + "}}";
  };
  return R"({"role":"assistant","content":"Let me see.","thinking":"Two calls.","tool_calls":[)" +
         call(first, R"({"city":"Rome"})") + "," + call(second, oslo) + "]}";
}
std::string responses_call(const std::string& id, const std::string& arguments) {
  return R"({"type":"function_call","call_id":")" + id + R"(","name":"weather","arguments":)" + arguments + "}";
}
std::string anthropic_calls(const std::string& first, const std::string& second, const std::string& oslo) {
  const auto call = [](const std::string& id, const std::string& input) {
    return R"({"type":"tool_use","id":")" + id + R"(","name":"weather","input":)" + input + "}";
  };
  return R"({"role":"assistant","content":[{"type":"text","text":"Let me see."},)" + call(first, R"({"city":"Rome"})") +
         "," + call(second, oslo) + "]}";
}
std::string chat_result(const std::string& id, const std::string& text) {
  return R"({"role":"tool","tool_call_id":")" + id + R"(","content":")" + text + R"("})";
}
std::string ollama_result(const std::string& id, const std::string& text) {
  return R"({"role":"tool","content":")" + text + R"(","tool_name":"weather","tool_call_id":")" + id + R"("})";
}
std::string responses_result(const std::string& id, const std::string& text) {
  return R"({"type":"function_call_output","call_id":")" + id + R"(","output":")" + text + R"("})";
}
std::string anthropic_result(const std::string& id, const std::string& text) {
  return R"({"type":"tool_result","tool_use_id":")" + id + R"(","content":")" + text + R"("})";
}

const std::string kRomeSpaced = R"("{\"city\": \"Rome\"}")";
const std::string kOsloSpaced = R"("{\"city\": \"Oslo\"}")";
const std::string kRome = R"("{\"city\":\"Rome\"}")";
const std::string kOslo = R"("{\"city\":\"Oslo\"}")";
const std::string kOsloObject = R"({"city":"Oslo"})";
const std::string kSystem = R"({"role":"system","content":"Be brief."})";
const std::string kAnswer = R"({"role":"assistant","content":"A cat. 21 in Rome."})";
const std::string kLast = R"({"role":"user","content":"And in Paris?"})";
const std::string kAnswerItem = R"({"type":"message","role":"assistant","content":"A cat. 21 in Rome."})";
const std::string kLastItem = R"({"type":"message","role":"user","content":"And in Paris?"})";
const std::string kSeeItem = R"({"type":"message","role":"assistant","content":"Let me see."})";
const std::string kFormat = R"({"format":{"type":"json_schema","schema":{"type":"object"}}})";

TEST(RequestTranslation, FromOllama) {
  const Dialect from = Dialect::kOllama;
  expect_rows(
      from, Dialect::kOpenAiChat,
      {{"model", R"("m")"},
       {"messages", kSystem},
       {"messages", kChatQuestion},
       {"messages", chat_calls("call_0", "call_1", kRome, kOslo)},
       {"messages", chat_result("call_0", "21")},
       {"messages", chat_result("call_1", "no such city")},
       {"messages", kAnswer},
       {"messages", kLast},
       {"tools", chat_tool("")},
       {"stream", "true"},
       {"stream_options", R"({"include_usage":true})"},
       {"max_tokens", "4000"},
       {"temperature", "0.5"},
       {"top_p", "0.9"},
       {"seed", "7"},
       {"stop", R"(["END"])"},
       {"response_format", R"({"type":"json_schema","json_schema":{"name":"answer","schema":{"type":"object"}}})"},
       {"reasoning_effort", R"("low")"}});
  expect_rows(from, Dialect::kOpenAiResponses,
              {{"model", R"("m")"},
               {"instructions", R"("Be brief.")"},
               {"input", kResponsesQuestion},
               {"input", kSeeItem},
               {"input", responses_call("call_0", kRome)},
               {"input", responses_call("call_1", kOslo)},
               {"input", responses_result("call_0", "21")},
               {"input", responses_result("call_1", "no such city")},
               {"input", kAnswerItem},
               {"input", kLastItem},
               {"tools", responses_tool("false")},
               {"stream", "true"},
               {"max_output_tokens", "4000"},
               {"temperature", "0.5"},
               {"top_p", "0.9"},
               {"text", R"({"format":{"type":"json_schema","name":"answer","schema":{"type":"object"}}})"},
               {"reasoning", R"({"effort":"low"})"}});
  expect_rows(from, Dialect::kAnthropic,
              {{"model", R"("m")"},
               {"system", R"("Be brief.")"},
               {"messages", kAnthropicQuestion},
               {"messages", anthropic_calls("call_0", "call_1", kOsloObject)},
               {"messages", R"({"role":"user","content":[)" + anthropic_result("call_0", "21") + "," +
                                anthropic_result("call_1", "no such city") + "]}"},
               {"messages", kAnswer},
               {"messages", kLast},
               {"tools", anthropic_tool("")},
               {"max_tokens", "4000"},
               {"stream", "true"},
               {"stop_sequences", R"(["END"])"},
               {"thinking", R"({"type":"enabled","budget_tokens":1024})"},
               {"output_config", kFormat}});
}

TEST(RequestTranslation, FromOpenAiChat) {
  const Dialect from = Dialect::kOpenAiChat;
  const std::string rome = "functions.weather:0";
  const std::string oslo = "functions.weather:1";
  expect_rows(from, Dialect::kOllama,
              {{"model", R"("m")"},
               {"messages", kSystem},
               {"messages", kOllamaQuestion},
               {"messages", ollama_calls(rome, oslo, "{}")},
               {"messages", ollama_result(oslo, "no such city")},
               {"messages", ollama_result(rome, "21")},
               {"messages", kAnswer},
               {"messages", kLast},
               {"tools", chat_tool("")},
               {"stream", "true"},
               {"format", R"({"type":"object"})"},
               {"think", R"("low")"},
               {"options", R"({"temperature":1.5,"top_p":0.9,"seed":7,"num_predict":4000,"stop":["END"]})"}});
  expect_rows(from, Dialect::kOpenAiResponses,
              {{"model", R"("m")"},
               {"instructions", R"("Be brief.")"},
               {"input", kResponsesQuestion},
               {"input", kSeeItem},
               {"input", responses_call(rome, kRomeSpaced)},
               {"input", responses_call(oslo, R"("{'city': 'Oslo'}")")},
               {"input", responses_result(oslo, "no such city")},
               {"input", responses_result(rome, "21")},
               {"input", kAnswerItem},
               {"input", kLastItem},
               {"tools", responses_tool("true")},
               {"stream", "true"},
               {"max_output_tokens", "4000"},
               {"temperature", "1.5"},
               {"top_p", "0.9"},
               {"text", R"({"format":{"type":"json_schema","name":"reply","schema":{"type":"object"},"strict":true}})"},
               {"reasoning", R"({"effort":"low"})"},
               {"tool_choice", R"("auto")"},
               {"parallel_tool_calls", "false"}});
  expect_rows(from, Dialect::kAnthropic,
              {{"model", R"("m")"},
               {"system", R"("Be brief.")"},
               {"messages", kAnthropicQuestion},
               {"messages", anthropic_calls("functions_weather_0", "functions_weather_1", "{}")},
               {"messages", R"({"role":"user","content":[)" + anthropic_result("functions_weather_1", "no such city") +
                                "," + anthropic_result("functions_weather_0", "21") + "]}"},
               {"messages", kAnswer},
               {"messages", kLast},
               {"tools", anthropic_tool(R"(,"strict":true)")},
               {"max_tokens", "4000"},
               {"stream", "true"},
               {"stop_sequences", R"(["END"])"},
               {"tool_choice", R"({"type":"auto","disable_parallel_tool_use":true})"},
               {"thinking", R"({"type":"enabled","budget_tokens":1024})"},
               {"output_config", kFormat}});
}

TEST(RequestTranslation, FromOpenAiResponses) {
  const Dialect from = Dialect::kOpenAiResponses;
  expect_rows(from, Dialect::kOllama,
              {{"model", R"("m")"},
               {"messages", kSystem},
               {"messages", kOllamaQuestion},
               {"messages", ollama_calls("call_a", "call_b", kOsloObject)},
               {"messages", ollama_result("call_a", "21")},
               {"messages", ollama_result("call_b", "no such city")},
               {"messages", kAnswer},
               {"messages", kLast},
               {"tools", chat_tool("")},
               {"stream", "true"},
               {"format", R"({"type":"object"})"},
               {"think", R"("high")"},
               {"options", R"({"temperature":0.5,"top_p":0.9,"num_predict":4000})"}});
  expect_rows(from, Dialect::kOpenAiChat,
              {{"model", R"("m")"},
               {"messages", kSystem},
               {"messages", kChatQuestion},
               {"messages", chat_calls("call_a", "call_b", kRomeSpaced, kOsloSpaced)},
               {"messages", chat_result("call_a", "21")},
               {"messages", chat_result("call_b", "no such city")},
               {"messages", kAnswer},
               {"messages", kLast},
               {"tools", chat_tool(R"(,"strict":false)")},
               {"stream", "true"},
               {"stream_options", R"({"include_usage":true})"},
               {"max_tokens", "4000"},
               {"temperature", "0.5"},
               {"top_p", "0.9"},
               {"response_format",
                R"({"type":"json_schema","json_schema":{"name":"reply","schema":{"type":"object"},"strict":true}})"},
               {"reasoning_effort", R"("high")"},
               {"tool_choice", R"({"type":"function","function":{"name":"weather"}})"},
               {"parallel_tool_calls", "true"}});
  expect_rows(from, Dialect::kAnthropic,
              {{"model", R"("m")"},
               {"system", R"("Be brief.")"},
               {"messages", kAnthropicQuestion},
               {"messages", anthropic_calls("call_a", "call_b", kOsloObject)},
               {"messages", R"({"role":"user","content":[)" + anthropic_result("call_a", "21") + "," +
                                anthropic_result("call_b", "no such city") + "]}"},
               {"messages", kAnswer},
               {"messages", kLast},
               {"tools", anthropic_tool(R"(,"strict":false)")},
               {"max_tokens", "4000"},
               {"stream", "true"},
               {"temperature", "0.5"},
               {"top_p", "0.9"},
               {"tool_choice", R"({"type":"tool","name":"weather","disable_parallel_tool_use":false})"},
               {"output_config", kFormat}});
}

TEST(RequestTranslation, FromAnthropic) {
  const Dialect from = Dialect::kAnthropic;
  expect_rows(from, Dialect::kOllama,
              {{"model", R"("m")"},
               {"messages", kSystem},
               {"messages", kOllamaQuestion},
               {"messages", ollama_calls("toolu_1", "toolu_2", kOsloObject)},
               {"messages", ollama_result("toolu_1", R"(21\n[image: https://example.org/rome.png])")},
               {"messages", ollama_result("toolu_2", "Error: no such city")},
               {"messages", R"({"role":"user","content":"Go on."})"},
               {"messages", kAnswer},
               {"messages", kLast},
               {"tools", chat_tool("")},
               {"stream", "false"},
               {"think", R"("low")"},
               {"options", R"({"temperature":0.5,"top_p":0.9,"num_predict":4000,"stop":["END"]})"}});
  expect_rows(
      from, Dialect::kOpenAiChat,
      {{"model", R"("m")"},
       {"messages", kSystem},
       {"messages", kChatQuestion},
       {"messages", chat_calls("toolu_1", "toolu_2", kRome, kOslo)},
       {"messages", chat_result("toolu_1", "21")},
       {"messages", chat_result("toolu_2", "Error: no such city")},
       {"messages",
        R"({"role":"user","content":[{"type":"image_url","image_url":{"url":"https://example.org/rome.png"}}]})"},
       {"messages", R"({"role":"user","content":"Go on."})"},
       {"messages", kAnswer},
       {"messages", kLast},
       {"tools", chat_tool("")},
       {"max_tokens", "4000"},
       {"temperature", "0.5"},
       {"top_p", "0.9"},
       {"stop", R"(["END"])"},
       {"reasoning_effort", R"("low")"},
       {"tool_choice", R"("required")"},
       {"parallel_tool_calls", "false"}});
  expect_rows(
      from, Dialect::kOpenAiResponses,
      {{"model", R"("m")"},
       {"instructions", R"("Be brief.")"},
       {"input", kResponsesQuestion},
       {"input", kSeeItem},
       {"input", responses_call("toolu_1", kRome)},
       {"input", responses_call("toolu_2", kOslo)},
       {"input", R"({"type":"function_call_output","call_id":"toolu_1","output":[{"type":"input_text","text":"21"},)"
                 R"({"type":"input_image","image_url":"https://example.org/rome.png"}]})"},
       {"input", responses_result("toolu_2", "Error: no such city")},
       {"input", R"({"type":"message","role":"user","content":"Go on."})"},
       {"input", kAnswerItem},
       {"input", kLastItem},
       {"tools", responses_tool("false")},
       {"max_output_tokens", "4000"},
       {"temperature", "0.5"},
       {"top_p", "0.9"},
       {"reasoning", R"({"effort":"low"})"},
       {"tool_choice", R"("required")"},
       {"parallel_tool_calls", "false"}});
}

// --- one thing each ---

void expect_messages(Dialect from, Dialect to, const std::string& given, const std::vector<std::string>& expected) {
  const std::string name = to == Dialect::kOpenAiResponses ? "input" : "messages";
  std::vector<std::string> messages;
  const std::string list = from == Dialect::kOpenAiResponses ? "input" : "messages";
  for (auto& [member, text] : rows_of(translated(from, to, "{\"" + list + "\":[" + given + "]}"))) {
    if (member == name) messages.push_back(text);
  }
  EXPECT_EQ(messages, expected) << given;
}

TEST(RequestTranslation, ResultsWithoutIdsFindTheirCallsByNameAndInOrder) {
  expect_messages(
      Dialect::kOllama, Dialect::kOpenAiChat,
      R"({"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":{}}},{"function":{"name":"g","arguments":{}}},)"
      R"({"function":{"name":"f","arguments":{}}}]},{"role":"tool","tool_name":"g","content":"1"},{"role":"tool","content":"2"},)"
      R"({"role":"tool","tool_name":"f","content":"3"},{"role":"tool","tool_name":"h","content":"4"})",
      {R"({"role":"assistant","content":null,"tool_calls":[{"id":"call_0","type":"function","function":{"name":"f","arguments":"{}"}},)"
       R"({"id":"call_1","type":"function","function":{"name":"g","arguments":"{}"}},)"
       R"({"id":"call_2","type":"function","function":{"name":"f","arguments":"{}"}}]})",
       chat_result("call_1", "1"), chat_result("call_0", "2"), chat_result("call_2", "3"), chat_result("", "4")});
}

TEST(RequestTranslation, AMadeIdIsNotOneThatIsThere) {
  expect_messages(
      Dialect::kOllama, Dialect::kOpenAiResponses,
      R"({"role":"assistant","tool_calls":[{"function":{"name":"f"}},{"id":"call_0","function":{"name":"g"}}]})",
      {R"({"type":"function_call","call_id":"call_1","name":"f","arguments":"{}"})",
       R"({"type":"function_call","call_id":"call_0","name":"g","arguments":"{}"})"});
}

TEST(RequestTranslation, AnthropicHasNoTwoCallsWithTheSameId) {
  const std::string turn =
      R"({"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},)";
  expect_messages(Dialect::kOpenAiChat, Dialect::kAnthropic,
                  turn + chat_result("a", "1") + "," + turn + chat_result("a", "2"),
                  {R"({"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]})",
                   R"({"role":"user","content":[)" + anthropic_result("a", "1") + "]}",
                   R"({"role":"assistant","content":[{"type":"tool_use","id":"a_1","name":"f","input":{}}]})",
                   R"({"role":"user","content":[)" + anthropic_result("a_1", "2") + "]}"});
}

TEST(RequestTranslation, AnthropicGetsNoLoneResultsAndNoLoneCalls) {
  expect_messages(
      Dialect::kOpenAiChat, Dialect::kAnthropic,
      R"({"role":"user","content":"hi"},{"role":"tool","tool_call_id":"x","name":"g","content":"1"},)"
      R"({"role":"assistant","content":"","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},)"
      R"({"role":"user","content":"stop"},)"
      R"({"role":"assistant","tool_calls":[{"id":"b","function":{"name":"f","arguments":"{}"}}]})",
      {R"({"role":"user","content":[{"type":"text","text":"hi"},{"type":"text","text":"[result of g]\n1"}]})",
       R"({"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]})",
       R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"There is no result of this call.","is_error":true},)"
       R"({"type":"text","text":"stop"}]})",
       R"({"role":"assistant","content":[{"type":"tool_use","id":"b","name":"f","input":{}}]})",
       R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"There is no result of this call.","is_error":true}]})"});
}

TEST(RequestTranslation, LoneCallsAndResultsAreKeptElsewhere) {
  expect_messages(Dialect::kAnthropic, Dialect::kOpenAiChat,
                  R"({"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},)"
                  R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"1"}]})",
                  {R"({"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":)"
                   R"({"name":"f","arguments":"{}"}}]})",
                   chat_result("x", "1")});
}

TEST(RequestTranslation, SystemPromptsBeforeAndAmong) {
  const std::string given =
      R"({"role":"system","content":"a"},{"role":"system","content":"b"},{"role":"user","content":"hi"},)"
      R"({"role":"system","content":"c"})";
  const std::string body = "{\"messages\":[" + given + "]}";
  EXPECT_EQ(rows_of(translated(Dialect::kOpenAiChat, Dialect::kAnthropic, body)),
            (Rows{{"system", R"({"type":"text","text":"a"})"},
                  {"system", R"({"type":"text","text":"b"})"},
                  {"messages", R"({"role":"user","content":[{"type":"text","text":"hi"},)"
                               R"({"type":"text","text":"<system>\nc\n</system>"}]})"},
                  {"max_tokens", "8192"}}));
  EXPECT_EQ(rows_of(translated(Dialect::kOpenAiChat, Dialect::kOpenAiResponses, body)),
            (Rows{{"instructions", R"("a\nb")"},
                  {"input", R"({"type":"message","role":"user","content":"hi"})"},
                  {"input", R"({"type":"message","role":"system","content":"c"})"}}));
  EXPECT_EQ(rows_of(translated(Dialect::kAnthropic, Dialect::kOllama,
                               R"({"system":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"messages":[]})")),
            (Rows{{"messages", R"({"role":"system","content":"a\nb"})"}, {"stream", "false"}}));
}

TEST(RequestTranslation, PicturesOfSeveralResultsDoNotComeBetweenThem) {
  expect_messages(
      Dialect::kOllama, Dialect::kOpenAiChat,
      R"({"role":"tool","content":"1","images":["/9j/A"]},{"role":"tool","content":"2","images":["R0lGODB"]})",
      {chat_result("", "1"), chat_result("", "2"),
       R"({"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,/9j/A"}},)"
       R"({"type":"image_url","image_url":{"url":"data:image/gif;base64,R0lGODB"}}]})"});
}

TEST(RequestTranslation, WhatOnlyOneDialectKnowsIsLeftOut) {
  expect_messages(Dialect::kAnthropic, Dialect::kOpenAiChat,
                  R"({"role":"user","content":[{"type":"document","source":{}},{"type":"text","text":"hi"}]},)"
                  R"({"role":"assistant","content":[{"type":"redacted_thinking","data":"x"}]})",
                  {R"({"role":"user","content":"hi"})"});
}

TEST(RequestTranslation, AStreamIsSaidWhereTheUsualDiffers) {
  const auto member = [](Dialect from, Dialect to, const std::string& stream) -> std::string {
    const std::string list = from == Dialect::kOpenAiResponses ? "input" : "messages";
    for (const auto& [name, text] : rows_of(translated(from, to, "{\"" + list + "\":[]" + stream + "}"))) {
      if (name == "stream") return text;
    }
    return "";
  };
  EXPECT_EQ(member(Dialect::kOllama, Dialect::kAnthropic, ""), "true");
  EXPECT_EQ(member(Dialect::kOllama, Dialect::kAnthropic, R"(,"stream":false)"), "false");
  EXPECT_EQ(member(Dialect::kOpenAiChat, Dialect::kOllama, ""), "false");
  EXPECT_EQ(member(Dialect::kOpenAiChat, Dialect::kOllama, R"(,"stream":true)"), "true");
  EXPECT_EQ(member(Dialect::kOpenAiChat, Dialect::kAnthropic, ""), "");
}

TEST(RequestTranslation, EffortAndTokensOfThinking) {
  const auto thinking = [](const std::string& settings) -> std::string {
    const std::string body = R"({"messages":[{"role":"user","content":"hi"}],)" + settings + "}";
    for (const auto& [name, text] : rows_of(translated(Dialect::kOpenAiChat, Dialect::kAnthropic, body))) {
      if (name == "thinking") return text;
    }
    return "";
  };
  EXPECT_EQ(thinking(R"("reasoning_effort":"low")"), R"({"type":"enabled","budget_tokens":1024})");
  EXPECT_EQ(thinking(R"("reasoning_effort":"medium")"), R"({"type":"enabled","budget_tokens":8192})");
  EXPECT_EQ(thinking(R"("reasoning_effort":"xhigh")"), R"({"type":"enabled","budget_tokens":24576})");
  EXPECT_EQ(thinking(R"("reasoning_effort":"high","max_tokens":3000)"), R"({"type":"enabled","budget_tokens":1500})");
  EXPECT_EQ(thinking(R"("reasoning_effort":"high","max_tokens":1000)"), "");
  EXPECT_EQ(thinking(R"("reasoning_effort":"none")"), R"({"type":"disabled"})");
  const auto effort = [](const std::string& given) {
    return decode_request(Dialect::kAnthropic, R"({"messages":[],"thinking":)" + given + "}")->reasoning_effort;
  };
  EXPECT_EQ(effort(R"({"type":"enabled","budget_tokens":4095})"), "low");
  EXPECT_EQ(effort(R"({"type":"enabled","budget_tokens":4096})"), "medium");
  EXPECT_EQ(effort(R"({"type":"enabled","budget_tokens":16384})"), "high");
  EXPECT_EQ(effort(R"({"type":"disabled"})"), "none");
}

TEST(RequestTranslation, NoThinkingInTheMiddleOfCallsOfAnother) {
  const std::string body =
      R"({"messages":[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f"}}]},)"
      R"({"role":"tool","tool_call_id":"a","content":"1"}],"reasoning_effort":"high","temperature":1.5})";
  const Rows rows = rows_of(translated(Dialect::kOpenAiChat, Dialect::kAnthropic, body));
  EXPECT_EQ(rows.back(), (std::pair<std::string, std::string>{"temperature", "1"}));
}

TEST(RequestTranslation, NoChoiceWithoutTools) {
  const std::string body =
      R"({"messages":[],"tools":[{"type":"custom","custom":{"name":"s"}}],"tool_choice":"required",)"
      R"("parallel_tool_calls":false})";
  for (const Dialect to : {Dialect::kAnthropic, Dialect::kOpenAiResponses}) {
    EXPECT_EQ(translated(Dialect::kOpenAiChat, to, body).find("tool"), std::string::npos);
  }
}

}  // namespace
}  // namespace acode::wire
