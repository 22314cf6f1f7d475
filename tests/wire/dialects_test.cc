// Answers as the four providers document them, whole and streamed (EX-1 to EX-4).
#include <gtest/gtest.h>

#include "wire/streams.h"

namespace acode::wire {
namespace {

constexpr Dialect kOllama = Dialect::kOllama;
constexpr Dialect kChat = Dialect::kOpenAiChat;
constexpr Dialect kResponses = Dialect::kOpenAiResponses;
constexpr Dialect kAnthropic = Dialect::kAnthropic;

void expect_plain(const Answer& answer, FinishReason finish, const Usage& usage) {
  EXPECT_EQ(answer.finish, finish);
  EXPECT_EQ(answer.usage, usage);
  EXPECT_TRUE(answer.errors.empty());
}

TEST(Ollama, BodyEX1) {
  const Answer answer = read(
      kOllama,
      R"({"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"hi","thinking":"why",)"
      R"("tool_calls":[{"id":"call_1","function":{"index":0,"name":"f","arguments":{"b":1,"a":[2]}}},)"
      R"({"function":{"name":"g","arguments":"{\"x\":1}"}}]},"done":true,"done_reason":"stop",)"
      R"("total_duration":5,"prompt_eval_count":10,"eval_count":4})");
  EXPECT_EQ(answer.text, "hi");
  EXPECT_EQ(answer.reasoning, "why");
  EXPECT_EQ(calls_of(answer), "call_1 f {\"b\":1,\"a\":[2]}\n g {\"x\":1}");
  EXPECT_EQ(answer.native_finish, "stop");
  expect_plain(answer, FinishReason::kToolCalls, {.input = 10, .output = 4});
}

TEST(Ollama, StreamWithTheSameCallTwiceAndNoIds) {
  const std::string call =
      R"({"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"index":0,"name":"f","arguments":{}}}]},"done":false})";
  const Answer answer = read(
      kOllama,
      R"({"model":"m","message":{"role":"assistant","content":"h"},"done":false})"
      "\n" +
          call + "\n" + call + "\n" +
          R"({"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","eval_count":4})");
  EXPECT_EQ(calls_of(answer), " f {}\n f {}") << "each is a call of its own";
  expect_plain(answer, FinishReason::kToolCalls, {.output = 4});
}

TEST(Ollama, CallsAreThereAsSoonAsTheirLineIs) {
  Decoder decoder(kOllama);
  const auto deltas = decoder.feed(
      R"({"message":{"content":"","tool_calls":[{"id":"a","function":{"name":"f","arguments":{"x":1}}}]},"done":false})");
  ASSERT_EQ(deltas.size(), 1U);
  EXPECT_EQ(std::get<CallDelta>(deltas[0]), (CallDelta{0, "a", "f", "{\"x\":1}", true}));
}

TEST(Ollama, WithoutItsLastLineItWasCut) {
  const Answer answer = read(kOllama, R"({"model":"m","message":{"role":"assistant","content":"h"},"done":false})");
  ASSERT_EQ(answer.errors.size(), 1U);
  EXPECT_EQ(answer.errors[0].kind, ErrorDelta::Kind::kCut);
}

TEST(OpenAiChat, BodyEX2) {
  const Answer answer = read(
      kChat,
      R"({"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant",)"
      R"("content":null,"refusal":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{\"x\": 1}"}},)"
      R"({"id":"call_2","type":"custom","custom":{"name":"g","input":"plain words"}}]},"finish_reason":"tool_calls"}],)"
      R"("usage":{"prompt_tokens":10,"completion_tokens":4,"total_tokens":14}})");
  EXPECT_EQ(answer.text, "");
  EXPECT_EQ(calls_of(answer), "call_1 f {\"x\": 1}\ncall_2 g plain words");
  expect_plain(answer, FinishReason::kToolCalls, {.input = 10, .output = 4});
}

TEST(OpenAiChat, NoCallsIsNoErrorEX4) {
  const Answer answer = read(kChat, R"({"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]})");
  EXPECT_TRUE(answer.calls.empty());
  expect_plain(answer, FinishReason::kStop, {});
}

TEST(OpenAiChat, PiecesComeOutAsTheyComeInST1) {
  Decoder decoder(kChat);
  const auto first = decoder.feed(
      chunk(R"({"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}}]})"));
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(std::get<CallDelta>(first[0]), (CallDelta{0, "a", "f", "", false}));
  const auto second = decoder.feed(chunk(R"({"tool_calls":[{"index":0,"function":{"arguments":"{\"x\":"}}]})"));
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(std::get<CallDelta>(second[0]), (CallDelta{0, "", "", "{\"x\":", false}));
  const auto third = decoder.feed(chunk(R"({"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]})"));
  ASSERT_EQ(third.size(), 1U);
  EXPECT_EQ(std::get<CallDelta>(third[0]), (CallDelta{0, "", "", "1}", true})) << "complete when it closes (ST-2)";
}

TEST(OpenAiChat, InterleavedCallsST1) {
  const Answer answer = read(kChat, call_chunks({R"({"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}})",
                                                 R"({"index":1,"id":"b","function":{"name":"g","arguments":"{\"y\""}})",
                                                 R"({"index":0,"function":{"arguments":":1}"}})",
                                                 R"({"index":1,"function":{"arguments":":2}"}})"}));
  EXPECT_EQ(calls_of(answer), "a f {\"x\":1}\nb g {\"y\":2}");
}

TEST(OpenAiChat, OneOfSeveralChoices) {
  const Answer answer = read(kChat, R"({"choices":[{"index":0,"message":{"content":"a"},"finish_reason":"stop"},)"
                                    R"({"index":1,"message":{"content":"b"},"finish_reason":"length"}]})");
  EXPECT_EQ(answer.text, "a");
  EXPECT_EQ(answer.finish, FinishReason::kStop);
  EXPECT_EQ(
      calls_of(read(kChat, R"({"choices":[{"index":0,"message":{"content":"a"}},{"index":1,"message":{"tool_calls":)"
                           R"([{"id":"a","function":{"name":"f","arguments":"{}"}}]}}]})")),
      "a f {}")
      << "some give the calls as a choice of their own";
}

TEST(OpenAiResponses, BodyEX3) {
  const Answer answer = read(
      kResponses,
      R"({"id":"resp_1","object":"response","status":"completed","error":null,"incomplete_details":null,"output":[)"
      R"({"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"why"}]},)"
      R"({"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"hi","annotations":[]}]},)"
      R"({"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":"{\"x\":1}","status":"completed"},)"
      R"({"type":"custom_tool_call","id":"ct_1","call_id":"call_2","name":"g","input":"plain words"}],)"
      R"("usage":{"input_tokens":10,"input_tokens_details":{"cached_tokens":6},"output_tokens":4,"output_tokens_details":{"reasoning_tokens":2}}})");
  EXPECT_EQ(answer.text, "hi");
  EXPECT_EQ(answer.reasoning, "why");
  EXPECT_EQ(calls_of(answer), "call_1 f {\"x\":1}\ncall_2 g plain words");
  expect_plain(answer, FinishReason::kToolCalls, {10, 4, 2, 6});
}

// A stream of the events that a call needs, each numbered.
std::vector<std::string> response_events() {
  return {
      R"({"type":"response.created","sequence_number":0,"response":{"object":"response","status":"in_progress","output":[]}})",
      R"({"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"message","id":"msg_1","content":[]}})",
      R"({"type":"response.output_text.delta","sequence_number":2,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"h"})",
      R"({"type":"response.output_text.delta","sequence_number":3,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"i"})",
      R"({"type":"response.output_text.done","sequence_number":4,"item_id":"msg_1","output_index":0,"content_index":0,"text":"hi"})",
      R"({"type":"response.output_item.added","sequence_number":5,"output_index":1,"item":{"type":"function_call","id":"fc_1","call_id":"a","name":"f","arguments":""}})",
      R"({"type":"response.output_item.added","sequence_number":6,"output_index":2,"item":{"type":"function_call","id":"fc_2","call_id":"b","name":"g","arguments":""}})",
      R"({"type":"response.function_call_arguments.delta","sequence_number":7,"item_id":"fc_1","output_index":1,"delta":"{\"x\""})",
      R"({"type":"response.function_call_arguments.delta","sequence_number":8,"item_id":"fc_2","output_index":2,"delta":"{\"y\""})",
      R"({"type":"response.function_call_arguments.delta","sequence_number":9,"item_id":"fc_1","output_index":1,"delta":":1}"})",
      R"({"type":"response.function_call_arguments.delta","sequence_number":10,"item_id":"fc_2","output_index":2,"delta":":2}"})",
      R"({"type":"response.function_call_arguments.done","sequence_number":11,"item_id":"fc_1","output_index":1,"arguments":"{\"x\":1}"})",
      R"({"type":"response.output_item.done","sequence_number":12,"output_index":2,"item":{"type":"function_call","id":"fc_2","call_id":"b","name":"g","arguments":"{\"y\":2}"}})",
      R"({"type":"response.completed","sequence_number":13,"response":{"object":"response","status":"completed","output":[)"
      R"({"type":"message","content":[{"type":"output_text","text":"hi"}]},{"type":"function_call","id":"fc_1","call_id":"a","name":"f","arguments":"{\"x\":1}"},)"
      R"({"type":"function_call","id":"fc_2","call_id":"b","name":"g","arguments":"{\"y\":2}"}],"usage":{"input_tokens":1,"output_tokens":2}}})"};
}

std::string stream_of(const std::vector<std::string>& events) {
  std::string out;
  for (const std::string& event : events) out += sse(event);
  return out;
}

void expect_response(const Answer& answer) {
  EXPECT_EQ(answer.text, "hi");
  EXPECT_EQ(calls_of(answer), "a f {\"x\":1}\nb g {\"y\":2}");
  expect_plain(answer, FinishReason::kToolCalls, {.input = 1, .output = 2});
}

TEST(OpenAiResponses, StreamEX3) { expect_response(read(kResponses, stream_of(response_events()))); }

TEST(OpenAiResponses, OutOfOrderBySequenceNumberST1) {
  for (std::size_t i = 0; i + 1 < response_events().size(); ++i) {
    std::vector<std::string> events = response_events();
    std::swap(events[i], events[i + 1]);
    expect_response(read(kResponses, stream_of(events)));
  }
  std::vector<std::string> events = response_events();
  std::reverse(events.begin() + 1, events.end());
  expect_response(read(kResponses, stream_of(events)));
}

TEST(OpenAiResponses, NumbersWithGapsOrWithoutSense) {
  std::vector<std::string> events = response_events();
  events.erase(events.begin() + 4);
  expect_response(read(kResponses, stream_of(events)));
  std::vector<std::string> constant;
  for (std::string event : response_events()) {
    const std::size_t at = event.find("\"sequence_number\":") + 18;
    constant.push_back(event.replace(at, event.find(',', at) - at, "0"));
  }
  expect_response(read(kResponses, stream_of(constant)));
}

TEST(OpenAiResponses, OnlyTheLastEventHasItAll) { expect_response(read(kResponses, sse(response_events().back()))); }

TEST(OpenAiResponses, IncompleteIsItsReason) {
  const Answer answer = read(
      kResponses,
      R"({"object":"response","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[)"
      R"({"type":"function_call","call_id":"a","name":"f","arguments":"{\"x\":","status":"incomplete"}]})");
  EXPECT_EQ(answer.finish, FinishReason::kLength);
  EXPECT_EQ(calls_of(answer), "a f {\"x\": ?");
}

TEST(Anthropic, BodyEX3) {
  const Answer answer = read(
      kAnthropic,
      R"({"id":"msg_1","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"why","signature":"s"},)"
      R"({"type":"text","text":"hi"},{"type":"tool_use","id":"toolu_1","name":"f","input":{"x":1}},)"
      R"({"type":"tool_use","id":"toolu_2","name":"g","input":{}}],"stop_reason":"tool_use","stop_sequence":null,)"
      R"("usage":{"input_tokens":10,"output_tokens":4,"cache_creation_input_tokens":1,"cache_read_input_tokens":5}})");
  EXPECT_EQ(answer.text, "hi");
  EXPECT_EQ(answer.reasoning, "why");
  EXPECT_EQ(calls_of(answer), "toolu_1 f {\"x\":1}\ntoolu_2 g {}");
  expect_plain(answer, FinishReason::kToolCalls, {16, 4, 0, 5});
}

TEST(Anthropic, StreamEX3) {
  const auto event = [](std::string_view name, std::string_view fields) {
    return "event: " + std::string(name) + "\n" +
           sse(R"({"type":")" + std::string(name) + "\"" + std::string(fields) + "}");
  };
  const Answer answer = read(
      kAnthropic,
      event(
          "message_start",
          R"(,"message":{"id":"m","type":"message","role":"assistant","content":[],"usage":{"input_tokens":10,"output_tokens":1}})") +
          event("content_block_start", R"(,"index":0,"content_block":{"type":"text","text":""})") + event("ping", "") +
          event("content_block_delta", R"(,"index":0,"delta":{"type":"text_delta","text":"hi"})") +
          event("content_block_stop", R"(,"index":0)") +
          event("content_block_start",
                R"(,"index":1,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}})") +
          event("content_block_delta", R"(,"index":1,"delta":{"type":"input_json_delta","partial_json":""})") +
          event("content_block_delta", R"(,"index":1,"delta":{"type":"input_json_delta","partial_json":"{\"x\":"})") +
          event("content_block_delta", R"(,"index":1,"delta":{"type":"input_json_delta","partial_json":"1}"})") +
          event("content_block_stop", R"(,"index":1)") +
          event("content_block_start",
                R"(,"index":2,"content_block":{"type":"tool_use","id":"b","name":"g","input":{}})") +
          event("content_block_stop", R"(,"index":2)") +
          event("content_block_start",
                R"(,"index":3,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}})") +
          event("content_block_delta",
                R"(,"index":3,"delta":{"type":"input_json_delta","partial_json":"{\"query\":1}"})") +
          event("content_block_stop", R"(,"index":3)") +
          event("message_delta",
                R"(,"delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":7})") +
          event("message_stop", ""));
  EXPECT_EQ(answer.text, "hi");
  EXPECT_EQ(calls_of(answer), "a f {\"x\":1}\nb g {}");
  EXPECT_EQ(answer.native_finish, "tool_use");
  expect_plain(answer, FinishReason::kToolCalls, {.input = 10, .output = 7});
}

TEST(Dialects, NamesBothWays) {
  for (const Dialect dialect : {kOllama, kChat, kResponses, kAnthropic}) {
    EXPECT_EQ(dialect_from_name(dialect_name(dialect)), dialect);
  }
  EXPECT_EQ(dialect_name(kChat), "openai-chat");
  EXPECT_EQ(dialect_from_name("gemini"), std::nullopt);
}

TEST(Dialects, SeenFromTheBytes) {
  EXPECT_EQ(detect(R"({"model":"m","created_at":"2026","message":{"role":"assistant","content":"h"},"done":false})"),
            kOllama);
  EXPECT_EQ(detect(R"({"error":"model not found"})"), kOllama);
  EXPECT_EQ(detect(chunk(R"({"content":"h"})")), kChat);
  EXPECT_EQ(detect(": OPENROUTER PROCESSING\n\n" + chunk(R"({"content":"h"})")), kChat);
  EXPECT_EQ(detect(R"({"id":"x","object":"chat.completion","choi)"), kChat) << "a beginning";
  EXPECT_EQ(detect(R"({"error":{"message":"no","type":"invalid_request_error"}})"), kChat);
  EXPECT_EQ(detect(sse(response_events()[0])), kResponses);
  EXPECT_EQ(detect(R"({"id":"r","object":"response","status":"completed","output":[]})"), kResponses);
  EXPECT_EQ(detect("event: message_start\ndata: {\"type\":\"message_start\",\"message\":{}}\n\n"), kAnthropic);
  EXPECT_EQ(detect(R"({"type":"message","role":"assistant","content":[]})"), kAnthropic);
  EXPECT_EQ(detect(R"({"type":"error","error":{"type":"overloaded_error","message":"no"}})"), kAnthropic);
  EXPECT_EQ(detect("<html>"), std::nullopt);
  EXPECT_EQ(detect(""), std::nullopt);
  EXPECT_EQ(detect(R"({"hello":1})"), std::nullopt);
}

}  // namespace
}  // namespace acode::wire
