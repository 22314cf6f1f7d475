// Requests that are none: the error names the member and what may stand there. And those that only look odd are taken.
#include <gtest/gtest.h>

#include <string>

#include "wire/request_texts.h"

namespace acode::wire {
namespace {

std::string error_of(Dialect dialect, std::string_view text) {
  const Result<Request> request = decode_request(dialect, text);
  return request ? "none" : to_string(request.error());
}

TEST(RequestErrors, NoJson) {
  for (const Dialect dialect : kAllDialects) {
    EXPECT_TRUE(error_of(dialect, "{\"model\":").starts_with("ACODE-TLP-002: ")) << error_of(dialect, "{\"model\":");
    EXPECT_TRUE(error_of(dialect, "").starts_with("ACODE-TLP-002: "));
    EXPECT_EQ(error_of(dialect, "[1]"),
              "ACODE-REQ-001: a request must be an object, not an array at offset 0 (line 1, column 1)");
  }
  EXPECT_EQ(decode_request(Dialect::kOllama, std::string(2000, '[')).error().code, ErrorCode::kTooDeep);
  EXPECT_EQ(decode_request(Dialect::kOllama, "{}", {1, 1}).error().code, ErrorCode::kTooLarge);
}

TEST(RequestErrors, NoMessages) {
  EXPECT_EQ(error_of(Dialect::kOpenAiChat, "{}"),
            "ACODE-REQ-001: \"messages\" is missing; it must be an array of messages at /messages");
  EXPECT_EQ(error_of(Dialect::kAnthropic, R"({"messages":null})"), error_of(Dialect::kOpenAiChat, "{}"));
  EXPECT_EQ(error_of(Dialect::kOpenAiChat, R"({"messages":"hi"})"),
            "ACODE-REQ-001: \"messages\" must be an array of messages, not \"hi\" at /messages");
  EXPECT_EQ(error_of(Dialect::kOpenAiResponses, R"({"model":"m"})"),
            "ACODE-REQ-001: \"input\" is missing; it must be an array of messages at /input");
  EXPECT_EQ(error_of(Dialect::kOpenAiResponses, R"({"input":5})"),
            "ACODE-REQ-001: \"input\" must be a string or an array of items, not a number at /input");
  EXPECT_EQ(error_of(Dialect::kOllama, "{}"), "none") << "which loads the model";
}

TEST(RequestErrors, TheMemberIsNamedByItsPlace) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {R"({"messages":[1]})",
       R"(an element of "messages" must be a message, which is an object, not a number at /messages/0)"},
      {R"({"messages":[{"role":"user"},{"content":"x"}]})",
       R"("role" is missing; it must be one of "system", "developer", "user", "assistant" and "tool" at /messages/1/role)"},
      {R"({"messages":[{"role":"robot"}]})",
       R"("role" must be one of "system", "developer", "user", "assistant" and "tool", not "robot" at /messages/0/role)"},
      {R"({"messages":[{"role":"user","content":5}]})",
       R"("content" must be a string, an array of parts, or null, not a number at /messages/0/content)"},
      {R"({"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":{}}]}]})",
       R"("text" must be a string, not an object at /messages/0/content/1/text)"},
      {R"({"messages":[{"role":"user","content":[true]}]})",
       R"(an element of "content" must be a part, which is an object with a type, not a boolean at /messages/0/content/0)"},
      {R"({"messages":[{"role":"assistant","tool_calls":"f"}]})",
       R"("tool_calls" must be an array, not "f" at /messages/0/tool_calls)"},
      {R"({"messages":[{"role":"assistant","tool_calls":[{"function":{"name":[]}}]}]})",
       R"("name" must be a string, not an array at /messages/0/tool_calls/0/function/name)"},
      {R"({"messages":[],"tools":{}})", R"("tools" must be an array, not an object at /tools)"},
      {R"({"messages":[],"tools":["f"]})",
       R"(an element of "tools" must be a tool, which is an object, not "f" at /tools/0)"},
      {R"({"messages":[],"tools":[{"function":{"name":"f","parameters":"{}"}}]})",
       R"("parameters" must be an object, not "{}" at /tools/0/function/parameters)"},
      {R"({"messages":[],"model":5})", R"("model" must be a string, not a number at /model)"},
      {R"({"messages":[],"stream":"yes"})", R"("stream" must be true or false, not "yes" at /stream)"},
  };
  for (const auto& [text, expected] : cases) {
    for (const Dialect dialect : {Dialect::kOllama, Dialect::kOpenAiChat, Dialect::kAnthropic}) {
      EXPECT_EQ(error_of(dialect, text), "ACODE-REQ-001: " + std::string(expected)) << dialect_name(dialect);
    }
  }
}

TEST(RequestErrors, SettingsByTheirNames) {
  const auto expect_place = [](Dialect dialect, const std::string& settings, std::string_view place) {
    const auto request = decode_request(dialect, R"({"messages":[],"input":[],)" + settings + "}");
    ASSERT_FALSE(request.ok()) << settings;
    EXPECT_EQ(request.error().path, place);
    EXPECT_FALSE(request.error().expected.empty());
  };
  expect_place(Dialect::kOllama, R"("options":[])", "/options");
  expect_place(Dialect::kOllama, R"("options":{"temperature":"hot"})", "/options/temperature");
  expect_place(Dialect::kOllama, R"("options":{"num_predict":1.5})", "/options/num_predict");
  expect_place(Dialect::kOllama, R"("format":"yaml")", "/format");
  expect_place(Dialect::kOllama, R"("think":1)", "/think");
  expect_place(Dialect::kOpenAiChat, R"("temperature":1e999)", "/temperature");
  expect_place(Dialect::kOpenAiChat, R"("max_tokens":-1)", "/max_tokens");
  expect_place(Dialect::kOpenAiChat, R"("stop":["a",1])", "/stop/1");
  expect_place(Dialect::kOpenAiChat, R"("tool_choice":"sometimes")", "/tool_choice");
  expect_place(Dialect::kOpenAiChat, R"("response_format":"json")", "/response_format");
  expect_place(Dialect::kOpenAiResponses, R"("text":{"format":1})", "/text/format");
  expect_place(Dialect::kOpenAiResponses, R"("instructions":5)", "/instructions");
  expect_place(Dialect::kAnthropic, R"("system":{})", "/system");
  expect_place(Dialect::kAnthropic, R"("tool_choice":"auto")", "/tool_choice");
  expect_place(Dialect::kAnthropic, R"("thinking":{"type":"enabled","budget_tokens":"many"})",
               "/thinking/budget_tokens");
}

TEST(RequestErrors, WhatServersPutUpWith) {
  const std::pair<Dialect, std::string_view> cases[] = {
      {Dialect::kOpenAiChat,
       R"({"messages":[{"role":"assistant","content":null}],"seed":null,"stop":null,"tools":null})"},
      {Dialect::kOpenAiChat, R"({"messages":[{"role":"user"}],"max_tokens":16.0})"},
      {Dialect::kOpenAiChat, R"({"messages":[{"role":"user","content":["a",{"text":"b"}]}]})"},
      {Dialect::kOpenAiChat, R"({"messages":[{"role":"tool","content":{"a":1}}]})"},
      {Dialect::kOpenAiChat,
       R"({"messages":[{"role":"user","content":[{"type":"image_url","image_url":"http://a"}]}]})"},
      {Dialect::kOpenAiChat, R"({"messages":[{"role":"assistant","tool_calls":[{"name":"f","arguments":{"a":1}}]}]})"},
      {Dialect::kOllama,
       R"({"messages":[{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f"}}]}]})"},
      {Dialect::kOpenAiResponses, R"({"input":"hi","text":null,"reasoning":null})"},
      {Dialect::kAnthropic, R"({"messages":[{"role":"system","content":"hi"}]})"},
  };
  for (const auto& [dialect, text] : cases) EXPECT_EQ(error_of(dialect, text), "none") << text;
  const auto odd = decode_request(Dialect::kOpenAiChat, cases[5].second);
  EXPECT_EQ(std::get<WireCall>(odd->messages[0].parts[0]), (WireCall{"", "f", R"({"a":1})", true}));
}

}  // namespace
}  // namespace acode::wire
