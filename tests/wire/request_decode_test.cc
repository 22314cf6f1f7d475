// What a request of each dialect says, in our words.
#include <gtest/gtest.h>

#include "wire/request_texts.h"

namespace acode::wire {
namespace {

Request decoded(Dialect dialect, std::string_view text) {
  Result<Request> request = decode_request(dialect, text);
  EXPECT_TRUE(request.ok()) << to_string(request.error());
  return request ? *std::move(request) : Request{};
}

ResultPart result(std::string id, std::string name, std::string text, bool is_error = false) {
  ResultPart out;
  out.call_id = std::move(id);
  out.tool_name = std::move(name);
  out.text = std::move(text);
  out.is_error = is_error;
  return out;
}

std::vector<Role> roles_of(const Request& request) {
  std::vector<Role> out;
  for (const Message& message : request.messages) out.push_back(message.role);
  return out;
}

const std::string kQuestion = "What is this, and how warm is it in Rome and in Oslo?";
const ImagePart kPicture{"image/png", "iVBORw0KGgoAAA", {}};

TEST(RequestDecode, Ollama) {
  const Request request = decoded(Dialect::kOllama, kOllamaRich);
  using enum Role;
  EXPECT_EQ(roles_of(request), (std::vector<Role>{kSystem, kUser, kAssistant, kTool, kTool, kAssistant, kUser}));
  EXPECT_EQ(request.messages[1].parts, (std::vector<Part>{TextPart{kQuestion}, ImagePart{{}, "iVBORw0KGgoAAA", {}}}));
  EXPECT_EQ(request.messages[2].parts, (std::vector<Part>{ReasoningPart{"Two calls.", {}}, TextPart{"Let me see."},
                                                          WireCall{"", "weather", R"({"city":"Rome"})", true},
                                                          WireCall{"", "weather", R"({"city":"Oslo"})", true}}));
  EXPECT_EQ(request.messages[3].parts, (std::vector<Part>{result("", "weather", "21")}));
  EXPECT_EQ(request.max_tokens, 4000U);
  EXPECT_EQ(request.temperature, 0.5);
  EXPECT_EQ(request.top_p, 0.9);
  EXPECT_EQ(request.seed, 7);
  EXPECT_EQ(request.stop, (std::vector<std::string>{"END"}));
  EXPECT_EQ(request.format.kind, AnswerFormat::Kind::kSchema);
  EXPECT_EQ(request.format.schema, R"({"type":"object"})");
  EXPECT_EQ(request.reasoning_effort, "low");
  EXPECT_EQ(request.stream, std::nullopt);
  EXPECT_TRUE(wants_stream(request)) << "because nobody says no";
  EXPECT_EQ(request.members.back(), (std::pair<std::string, std::string>{"keep_alive", "\"5m\""}));
}

TEST(RequestDecode, OpenAiChat) {
  const Request request = decoded(Dialect::kOpenAiChat, kChatRich);
  using enum Role;
  EXPECT_EQ(roles_of(request), (std::vector<Role>{kSystem, kUser, kAssistant, kTool, kTool, kAssistant, kUser}));
  EXPECT_EQ(request.messages[1].parts, (std::vector<Part>{TextPart{kQuestion}, kPicture}));
  EXPECT_EQ(request.messages[2].parts,
            (std::vector<Part>{ReasoningPart{"Two calls.", {}}, TextPart{"Let me see."},
                               WireCall{"functions.weather:0", "weather", R"({"city": "Rome"})", true},
                               WireCall{"functions.weather:1", "weather", "{'city': 'Oslo'}", true}}));
  EXPECT_EQ(request.messages[4].parts, (std::vector<Part>{result("functions.weather:0", "", "21")}));
  ASSERT_EQ(request.tools.size(), 2U);
  EXPECT_EQ(request.tools[0].strict, true);
  EXPECT_FALSE(request.tools[0].built_in);
  EXPECT_TRUE(request.tools[1].built_in);
  EXPECT_EQ(request.tools[1].name, "shell");
  EXPECT_EQ(request.tool_choice.kind, ToolChoice::Kind::kAuto);
  EXPECT_EQ(request.parallel_calls, false);
  EXPECT_EQ(request.format, (AnswerFormat{AnswerFormat::Kind::kSchema, "reply", R"({"type":"object"})", true}));
  EXPECT_EQ(request.max_tokens, 4000U);
  EXPECT_EQ(request.stop, (std::vector<std::string>{"END"}));
  EXPECT_EQ(request.stream_usage, true);
  EXPECT_TRUE(wants_stream(request));
}

TEST(RequestDecode, OpenAiResponses) {
  const Request request = decoded(Dialect::kOpenAiResponses, kResponsesRich);
  using enum Role;
  EXPECT_EQ(roles_of(request), (std::vector<Role>{kSystem, kUser, kAssistant, kAssistant, kAssistant, kAssistant, kTool,
                                                  kTool, kAssistant, kAssistant, kUser}));
  EXPECT_EQ(request.messages[0].parts, (std::vector<Part>{TextPart{"Be brief."}}));
  EXPECT_EQ(request.messages[1].parts, (std::vector<Part>{TextPart{kQuestion}, kPicture}));
  EXPECT_EQ(request.messages[2].parts, (std::vector<Part>{ReasoningPart{"Two calls.", "gAAAA"}}));
  EXPECT_EQ(request.messages[3].parts, (std::vector<Part>{TextPart{"Let me see."}}));
  EXPECT_EQ(request.messages[4].parts, (std::vector<Part>{WireCall{"call_a", "weather", R"({"city": "Rome"})", true}}));
  EXPECT_EQ(request.messages[7].parts, (std::vector<Part>{result("call_b", "", "no such city")}));
  EXPECT_EQ(request.messages[8].parts, (std::vector<Part>{OtherPart{R"({"type":"item_reference","id":"msg_0"})"}}));
  EXPECT_EQ(request.tool_choice, (ToolChoice{ToolChoice::Kind::kNamed, "weather"}));
  EXPECT_EQ(request.parallel_calls, true);
  EXPECT_EQ(request.reasoning_effort, "high");
  EXPECT_EQ(request.format.name, "reply");
}

TEST(RequestDecode, Anthropic) {
  const Request request = decoded(Dialect::kAnthropic, kAnthropicRich);
  using enum Role;
  EXPECT_EQ(roles_of(request), (std::vector<Role>{kSystem, kUser, kAssistant, kUser, kAssistant, kUser}));
  EXPECT_EQ(
      request.messages[2].parts,
      (std::vector<Part>{ReasoningPart{"Two calls.", "sig"}, OtherPart{R"({"type":"redacted_thinking","data":"xyz"})"},
                         TextPart{"Let me see."}, WireCall{"toolu_1", "weather", R"({"city":"Rome"})", true},
                         WireCall{"toolu_2", "weather", R"({"city":"Oslo"})", true}}));
  ResultPart rome = result("toolu_1", "", "21");
  rome.images.push_back({{}, {}, "https://example.org/rome.png"});
  EXPECT_EQ(request.messages[3].parts,
            (std::vector<Part>{rome, result("toolu_2", "", "no such city", true), TextPart{"Go on."}}));
  EXPECT_EQ(request.tool_choice.kind, ToolChoice::Kind::kRequired);
  EXPECT_EQ(request.parallel_calls, false);
  EXPECT_EQ(request.reasoning_effort, "low");
  EXPECT_EQ(request.max_tokens, 4000U);
  EXPECT_FALSE(wants_stream(request));
}

TEST(RequestDecode, OnlyResultsAreOfATool) {
  const Request request = decoded(
      Dialect::kAnthropic, R"({"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}]})");
  EXPECT_EQ(roles_of(request), (std::vector<Role>{Role::kTool}));
}

TEST(RequestDecode, ANameThatComesAgainCountsTheLastTime) {
  const Request request = decoded(Dialect::kOpenAiChat, R"({"model":"a","messages":[],"model":"b"})");
  EXPECT_EQ(request.model, "b");
  EXPECT_EQ(encode_request(Dialect::kOpenAiChat, request), R"({"model":"b","messages":[]})");
}

}  // namespace
}  // namespace acode::wire
