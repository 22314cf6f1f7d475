// What goes out: that it is what clients of the dialect wait for. That it can be read back is in wire_properties_test.cc.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "wire/answers.h"

namespace acode::wire {
namespace {

const Envelope kEnvelope{"id_1", "m", 1'760'000'000};

std::vector<Delta> hello_and_a_call() {
  return {ReasoningDelta{"why"},
          TextDelta{"hi"},
          CallDelta{0, "a", "get_", "", false},
          CallDelta{0, "", "time", "", false},
          CallDelta{0, "", "", "{\"zone\":", false},
          CallDelta{0, "", "", "\"utc\"}", true},
          UsageDelta{{10, 4, 1, 2}},
          FinishDelta{FinishReason::kToolCalls, ""}};
}

// The lines of a stream without its blank ones.
std::vector<std::string> lines_of(std::string_view stream) {
  std::vector<std::string> out;
  while (!stream.empty()) {
    const std::size_t end = stream.find('\n');
    if (end != 0) out.emplace_back(stream.substr(0, end));
    stream.remove_prefix(end + 1);
  }
  return out;
}

TEST(Encode, OllamaLinesWithWholeCalls) {
  const auto lines = lines_of(encode_stream(Dialect::kOllama, hello_and_a_call(), kEnvelope));
  const std::string head =
      R"({"model":"m","created_at":"2025-10-09T08:53:20Z","message":{"role":"assistant","content":)";
  EXPECT_EQ(
      lines,
      (std::vector<std::string>{
          head + R"("","thinking":"why"},"done":false})", head + R"("hi"},"done":false})",
          head +
              R"("","tool_calls":[{"id":"a","function":{"index":0,"name":"get_time","arguments":{"zone":"utc"}}}]},"done":false})",
          head + R"(""},"done":true,"done_reason":"stop","prompt_eval_count":10,"eval_count":4})"}));
}

TEST(Encode, ChatChunks) {
  const auto lines = lines_of(encode_stream(Dialect::kOpenAiChat, hello_and_a_call(), kEnvelope));
  const std::string head =
      R"(data: {"id":"id_1","object":"chat.completion.chunk","created":1760000000,"model":"m","choices":[)";
  const auto delta = [&head](std::string_view fields, std::string_view finish = "null") {
    return head + R"({"index":0,"delta":{)" + std::string(fields) + R"(},"finish_reason":)" + std::string(finish) +
           "}]}";
  };
  EXPECT_EQ(
      lines,
      (std::vector<std::string>{
          delta(R"("role":"assistant","content":"")"), delta(R"("reasoning_content":"why")"),
          delta(R"("content":"hi")"),
          delta(
              R"("tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"get_time","arguments":"{\"zone\":"}}])"),
          delta(R"("tool_calls":[{"index":0,"function":{"arguments":"\"utc\"}"}}])"), delta("", R"("tool_calls")"),
          head +
              R"(],"usage":{"prompt_tokens":10,"completion_tokens":4,"total_tokens":14,"prompt_tokens_details":{"cached_tokens":2},)"
              R"("completion_tokens_details":{"reasoning_tokens":1}}})",
          "data: [DONE]"}));
}

TEST(Encode, AnthropicBlocksInOrder) {
  const auto lines = lines_of(encode_stream(Dialect::kAnthropic, hello_and_a_call(), kEnvelope));
  std::vector<std::string> names;
  for (const std::string& line : lines) {
    if (line.starts_with("event: ")) names.push_back(line.substr(7));
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"message_start", "content_block_start", "content_block_delta",
                                      "content_block_stop", "content_block_start", "content_block_delta",
                                      "content_block_stop", "content_block_start", "content_block_delta",
                                      "content_block_delta", "content_block_stop", "message_delta", "message_stop"}));
  EXPECT_EQ(
      lines[15],
      R"(data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"a","name":"get_time","input":{}}})");
  EXPECT_EQ(lines[23], R"(data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},)"
                       R"("usage":{"input_tokens":8,"cache_read_input_tokens":2,"output_tokens":4}})");
}

TEST(Encode, ResponsesEventsAreNumberedAndEndWithTheWhole) {
  const auto lines = lines_of(encode_stream(Dialect::kOpenAiResponses, hello_and_a_call(), kEnvelope));
  std::int64_t number = 0;
  for (const std::string& line : lines) {
    if (!line.starts_with("data: ")) continue;
    const auto event = json::parse(std::string_view(line).substr(6));
    ASSERT_TRUE(event.ok()) << line;
    EXPECT_EQ(event->root().find("sequence_number")->as_int64(), number++);
  }
  EXPECT_EQ(lines[lines.size() - 2], "event: response.completed");
  const auto last = json::parse(std::string_view(lines.back()).substr(6));
  const json::Value output = *last->root().find("response")->find("output");
  ASSERT_EQ(output.size(), 3U);
  EXPECT_EQ(
      json::write(*output.at(2)),
      R"({"id":"fc_2","type":"function_call","status":"completed","call_id":"a","name":"get_time","arguments":"{\"zone\":\"utc\"}"})");
}

TEST(Encode, ArgumentsThatAreNoObject) {
  Answer answer;
  answer.calls = {{"a", "f", "{'x': 1}", true}, {"b", "g", "{\"x\"", false}};
  EXPECT_NE(encode(Dialect::kOpenAiChat, answer).find(R"("arguments":"{'x': 1}")"), std::string::npos);
  for (const Dialect dialect : {Dialect::kOllama, Dialect::kAnthropic}) {
    const Answer back = decode(dialect, encode(dialect, answer));
    ASSERT_EQ(back.calls.size(), 1U) << "what is not complete is left out";
    EXPECT_EQ(back.calls[0].arguments, "{}");
  }
}

TEST(Encode, ErrorsAreTheDialectsOwn) {
  ErrorDelta error;
  error.code = "overloaded_error";
  error.message = "try later";
  Answer answer;
  answer.errors.push_back(error);
  for (const Dialect dialect :
       {Dialect::kOllama, Dialect::kOpenAiChat, Dialect::kOpenAiResponses, Dialect::kAnthropic}) {
    for (const std::string& bytes :
         {encode(dialect, answer), encode_stream(dialect, {TextDelta{"hi"}, error}, kEnvelope)}) {
      const Answer back = decode(dialect, bytes);
      ASSERT_EQ(back.errors.size(), 1U) << bytes;
      EXPECT_EQ(back.errors[0].message, "try later") << bytes;
      EXPECT_EQ(back.errors[0].code, dialect == Dialect::kOllama ? "" : "overloaded_error") << bytes;
    }
  }
}

TEST(Encode, AnAnswerThatIsOnlyAnErrorIsItsBody) {
  Answer answer;
  answer.errors.emplace_back();
  answer.errors.back().message = "no";
  EXPECT_EQ(encode(Dialect::kOllama, answer), R"({"error":"no"})");
  EXPECT_EQ(encode(Dialect::kAnthropic, answer),
            R"({"type":"error","error":{"message":"no","type":"server_error","code":null}})");
  EXPECT_EQ(encode(Dialect::kOpenAiChat, answer), encode(Dialect::kOpenAiResponses, answer));
}

TEST(Encode, AnIdIsMadeAndStaysTheSame) {
  const std::string body = encode(Dialect::kOpenAiChat, {}, {"", "m", 5});
  EXPECT_EQ(body, encode(Dialect::kOpenAiChat, {}, {"", "m", 5}));
  EXPECT_NE(body.find(R"("id":"chatcmpl-)"), std::string::npos);
}

}  // namespace
}  // namespace acode::wire
