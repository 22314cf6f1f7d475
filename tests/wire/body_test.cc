// One whole body: what is read of it at once is what a decoder says when it is fed.
#include "wire/body.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "acode/wire/wire.h"

namespace acode::wire::detail {
namespace {

constexpr Dialect kDialects[] = {Dialect::kOllama, Dialect::kOpenAiChat, Dialect::kOpenAiResponses,
                                 Dialect::kAnthropic};

Answer some_answer() {
  Answer answer;
  answer.text = "I look.";
  answer.reasoning = "hm";
  answer.calls = {{"a", "read", R"({"path": "a.txt"})", true}, {"b", "list", "{}", true}};
  answer.finish = FinishReason::kToolCalls;
  answer.usage.input = 7;
  answer.usage.output = 3;
  return answer;
}

DecodedBody fed(Dialect dialect, std::string_view bytes) {
  Decoder decoder(dialect);
  std::vector<Delta> deltas = decoder.feed(bytes);
  for (Delta& delta : decoder.finish()) deltas.push_back(std::move(delta));
  return {deltas, decoder.regular()};
}

TEST(Body, SaysWhatADecoderSays) {
  for (const Dialect dialect : kDialects) {
    const std::string bytes = " " + encode(dialect, some_answer()) + "\n";
    const std::optional<Body> body = read_body(bytes);
    ASSERT_TRUE(body) << bytes;
    EXPECT_EQ(body->dialect, dialect);
    for (const Dialect read_as : kDialects) {
      const auto decoded = decode_body(*read_body(bytes, read_as), {}, {});
      if (!decoded) continue;
      EXPECT_EQ(decoded->deltas, fed(read_as, bytes).deltas);
      EXPECT_EQ(decoded->regular, fed(read_as, bytes).regular);
    }
    EXPECT_TRUE(decode_body(*body, {}, {})->regular);
  }
}

// What is said of a plain body, as deltas.
std::vector<Delta> said(PlainChat& chat) {
  std::vector<Delta> deltas;
  if (!chat.content().empty()) deltas.emplace_back(TextDelta{std::string(chat.content())});
  std::size_t number = 0;
  for (const PlainChatCall& call : chat.calls()) {
    CallDelta& delta = std::get<CallDelta>(deltas.emplace_back(CallDelta{}));
    delta.call = number++;
    delta.id = call.id;
    delta.name = call.name;
    delta.arguments = call.text;
    delta.complete = true;
  }
  if (chat.usage() != Usage{}) deltas.emplace_back(UsageDelta{chat.usage()});
  deltas.emplace_back(FinishDelta{chat.finish(), chat.calls().empty() ? "stop" : "tool_calls"});
  return deltas;
}

TEST(Body, APlainOneSaysWhatADecoderSays) {
  for (const std::string_view bytes :
       {R"({"choices":[{"index":0,"message":{"role":"assistant","content":"Hi."},"finish_reason":"stop"}]})",
        R"({"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"message":{"role":"assistant",
            "content":null,"refusal":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f",
            "arguments":"{\"x\": 1}"}},{"id":"b","index":1,"type":"function","function":{"name":"f",
            "arguments":"{\"x\": [2, {}]}"}}]},"logprobs":null,"finish_reason":"tool_calls"}],
            "usage":{"prompt_tokens":7,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":2}}})",
        R"({"choices":[{"message":{"content":"I look.","tool_calls":[{"id":"a","function":{"name":"f",
            "arguments":"{\"x\": 1}"}}]},"finish_reason":"tool_calls"}]})"}) {
    std::optional<Body> body = read_body(bytes);
    ASSERT_TRUE(body && body->plain) << bytes;
    EXPECT_EQ(body->dialect, Dialect::kOpenAiChat);
    EXPECT_EQ(said(*body->plain), decode_body(*body, {}, {})->deltas) << bytes;
    EXPECT_TRUE(decode_body(*body, {}, {})->regular) << bytes;
  }
}

TEST(Body, WhatIsNotPlainIsLeftToTheReaderOfTheDialect) {
  const auto with_calls = [](std::string_view calls) {
    return R"({"choices":[{"message":{"content":null,"tool_calls":)" + std::string(calls) +
           R"(},"finish_reason":"tool_calls"}]})";
  };
  for (const std::string& bytes :
       {std::string(R"({"choices":[{"message":{"content":"a"},"finish_reason":"length"}]})"),
        std::string(R"({"choices":[{"message":{"content":"a"},"finish_reason":"tool_calls"}]})"),
        std::string(R"({"choices":[{"message":{"content":"a"},"finish_reason":"stop"},{"message":{"content":"b"}}]})"),
        std::string(R"({"choices":[{"message":{"content":"a","reasoning":"b"},"finish_reason":"stop"}]})"),
        std::string(R"({"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]})"),
        std::string(R"({"choices":[{"message":{"content":"a"},"finish_reason":"stop"}],"error":{"message":"b"}})"),
        std::string(R"({"object":"error","choices":[{"message":{"content":"a"},"finish_reason":"stop"}]})"),
        with_calls(R"([{"id":"","function":{"name":"f","arguments":"{\"x\":1}"}}])"),
        with_calls(R"([{"id":"a","function":{"name":"","arguments":"{\"x\":1}"}}])"),
        with_calls(R"([{"id":"a","function":{"name":"f","arguments":"{}"}}])"),
        with_calls(R"([{"id":"a","function":{"name":"f","arguments":"{\"x\":1} "}}])"),
        with_calls(R"([{"id":"a","function":{"name":"f","arguments":"{\"x\":1"}}])"),
        with_calls(R"([{"id":"a","function":{"name":"f","arguments":{"x":1}}}])"),
        with_calls(R"([{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}},
                       {"id":"a","function":{"name":"f","arguments":"{\"x\":2}"}}])"),
        with_calls(R"({"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}})")}) {
    const std::optional<Body> body = read_body(bytes);
    ASSERT_TRUE(body) << bytes;
    EXPECT_FALSE(body->plain) << bytes;
  }
}

TEST(Body, ArgumentsThatAreWholeComeWithTheirValue) {
  const std::string bytes = encode(Dialect::kOpenAiChat, some_answer());
  const auto decoded = decode_body(*read_body(bytes), {}, {});
  ASSERT_TRUE(decoded);
  std::size_t values = 0;
  for (const Delta& delta : decoded->deltas) {
    const auto* const call = std::get_if<CallDelta>(&delta);
    if (call == nullptr || !call->value) continue;
    ++values;
    EXPECT_TRUE(call->complete);
    EXPECT_EQ(call->value->value().find("path")->as_string(), "a.txt");
  }
  EXPECT_EQ(values, 1U);
}

TEST(Body, WhatIsNoneOrTakesMoreIsLeftToTheDecoder) {
  EXPECT_FALSE(read_body("so it is"));
  EXPECT_FALSE(read_body(R"({"choices": [)"));
  EXPECT_FALSE(read_body(R"({"city": "Paris"})")) << "no dialect has this";
  EXPECT_FALSE(read_body("{\"done\": false}\n{\"done\": true}"));
  const std::string lines = "{\"choices\": [\n{\"message\": {\"content\": \"a\"}}\n]}";
  ASSERT_TRUE(read_body(lines));
  EXPECT_FALSE(decode_body(*read_body(lines), {}, {})) << "a brace at the beginning of a line may begin an event";
  const std::string bytes = encode(Dialect::kOpenAiChat, some_answer());
  EXPECT_FALSE(decode_body(*read_body(bytes), {.max_event_bytes = 10}, {}));
}

}  // namespace
}  // namespace acode::wire::detail
