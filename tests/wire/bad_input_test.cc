// What is no answer, or only half of one: a result or an error for each, and what is whole in it is kept.
#include <gtest/gtest.h>

#include "wire/streams.h"

namespace acode::wire {
namespace {

using Kind = ErrorDelta::Kind;

constexpr Dialect kAll[] = {Dialect::kOllama, Dialect::kOpenAiChat, Dialect::kOpenAiResponses, Dialect::kAnthropic};
constexpr Dialect kChat = Dialect::kOpenAiChat;

void expect_error(Dialect dialect, std::string_view bytes, Kind kind) {
  const Answer answer = read(dialect, bytes);
  ASSERT_EQ(answer.errors.size(), 1U) << dialect_name(dialect) << ": " << bytes;
  EXPECT_EQ(answer.errors[0].kind, kind) << dialect_name(dialect) << ": " << bytes;
  EXPECT_FALSE(answer.errors[0].message.empty());
  EXPECT_TRUE(answer.calls.empty());
}

TEST(BadInput, NoAnswerAtAll) {
  for (const Dialect dialect : kAll) {
    expect_error(dialect, "", Kind::kCut);
    expect_error(dialect, " \r\n", Kind::kCut);
    expect_error(dialect, ": keepalive\n\n", Kind::kCut);
    expect_error(dialect, "<html><head><title>502 Bad Gateway</title></head></html>", Kind::kMalformed);
    expect_error(dialect, "upstream connect error", Kind::kMalformed);
    expect_error(dialect, "{}", Kind::kMalformed);
    expect_error(dialect, "[]", Kind::kMalformed);
    expect_error(dialect, "[1,2]", Kind::kMalformed);
    expect_error(dialect, "null", Kind::kMalformed);
    expect_error(dialect, R"({"hello":"world"})", Kind::kMalformed);
    expect_error(dialect, "data: {\"hello\":\"world\"}\n\n", Kind::kMalformed);
    expect_error(dialect, "\x80\xff\x00\x01", Kind::kMalformed);
  }
}

TEST(BadInput, ThePageSaysWhatItIs) {
  const Answer answer = read(kChat, "<html><head><title> 502 Bad Gateway </title></head></html>");
  ASSERT_EQ(answer.errors.size(), 1U);
  EXPECT_NE(answer.errors[0].message.find("502 Bad Gateway"), std::string::npos);
}

TEST(BadInput, AListOfAnswers) {
  EXPECT_EQ(read(kChat, R"([{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}])").text, "hi");
}

TEST(BadInput, TwoAnswersGluedTogether) {
  const std::string one =
      R"({"choices":[{"message":{"content":"a","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}}]})";
  const std::string two =
      R"({"choices":[{"message":{"content":"b","tool_calls":[{"id":"b","function":{"name":"g","arguments":"{}"}}]}}]})";
  const Answer answer = read(kChat, one + two);
  EXPECT_EQ(calls_of(answer), "a f {}\nb g {}");
  EXPECT_EQ(answer.text, "ab");
  EXPECT_EQ(calls_of(read(kChat, one + one)), "a f {}") << "the same answer twice";
}

TEST(BadInput, HalfABody) {
  const std::string body =
      R"({"id":"x","choices":[{"index":0,"message":{"content":"hi","tool_calls":[)"
      R"({"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}},{"id":"b","function":{"name":"g","arguments":"{\"y\":)";
  const Answer answer = read(kChat, body);
  EXPECT_EQ(answer.text, "hi");
  EXPECT_EQ(calls_of(answer), "a f {\"x\":1}\nb g {\"y\": ?");
  ASSERT_EQ(answer.errors.size(), 1U);
  EXPECT_EQ(answer.errors[0].kind, Kind::kCut);
}

TEST(BadInput, HalfABodyWithArgumentsAsAnObject) {
  const Answer answer =
      read(Dialect::kOllama,
           R"({"model":"m","message":{"content":"","tool_calls":[{"function":{"name":"f","arguments":{"x":1}}},)"
           R"({"function":{"name":"g","arguments":{"path":"a.txt","content":"half of)");
  EXPECT_EQ(calls_of(answer), " f {\"x\":1}\n g {\"path\":\"a.txt\",\"content\":\"half of ?");
  const Answer block = read(Dialect::kAnthropic,
                            R"({"type":"message","content":[{"type":"tool_use","id":"a","name":"f","input":{"x":1}},)"
                            R"({"type":"tool_use","id":"b","name":"g","input":{"y":[1,2)");
  EXPECT_EQ(calls_of(block), "a f {\"x\":1}\nb g {\"y\":[1,2 ?");
}

TEST(BadInput, EveryBeginningOfABody) {
  const std::string bodies[] = {
      R"({"model":"m","message":{"content":"hi","tool_calls":[{"id":"a","function":{"name":"f","arguments":{"x":{"y":[1]}}}}]},"done":true,"done_reason":"stop"})",
      R"({"choices":[{"message":{"content":"hi","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\":{\"y\":[1]}}"}}]},"finish_reason":"tool_calls"}]})",
      R"({"object":"response","output":[{"type":"function_call","call_id":"a","name":"f","arguments":"{\"x\":{\"y\":[1]}}"}],"status":"completed"})",
      R"({"type":"message","content":[{"type":"tool_use","id":"a","name":"f","input":{"x":{"y":[1]}}}],"stop_reason":"tool_use"})"};
  for (const Dialect dialect : kAll) {
    const std::string& body = bodies[static_cast<std::size_t>(dialect)];
    for (std::size_t size = 0; size < body.size(); ++size) {
      const Answer answer = decode(dialect, body.substr(0, size));
      for (const WireCall& call : answer.calls) {
        EXPECT_TRUE(!call.complete || call.arguments == R"({"x":{"y":[1]}})")
            << dialect_name(dialect) << " " << body.substr(0, size);
      }
      EXPECT_TRUE(!answer.errors.empty() || answer.finish != FinishReason::kUnknown) << body.substr(0, size);
    }
    EXPECT_TRUE(decode(dialect, body).errors.empty());
  }
}

TEST(BadInput, AStreamThatEndsInsideACallST2) {
  const Answer answer =
      read(kChat, chunk(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]})") +
                      chunk(R"({"tool_calls":[{"index":1,"id":"b","function":{"name":"g","arguments":"{\"y\""}}]})") +
                      "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":1,\"function\":{\"argu");
  EXPECT_EQ(calls_of(answer), "a f {\"x\":1}\nb g {\"y\" ?");
  ASSERT_EQ(answer.errors.size(), 1U);
  EXPECT_EQ(answer.errors[0].kind, Kind::kCut);
  EXPECT_EQ(answer.errors[0].message, "the stream ended before the answer did, with 1 call unfinished");
}

TEST(BadInput, CutOffForItsLength) {
  const Answer answer = read(
      kChat, call_chunks({R"({"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}})"}, R"("length")"));
  EXPECT_EQ(calls_of(answer), "a f {\"x\": ?");
  EXPECT_EQ(answer.finish, FinishReason::kLength);
  EXPECT_TRUE(answer.errors.empty());
}

TEST(BadInput, ABrokenBodyIsMendedEX8) {
  for (
      const std::string_view body :
      {R"({"choices":[{"message":{"content":"hi","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"},}],},"finish_reason":"tool_calls",}],})",
       R"({'choices':[{'message':{'content':'hi','tool_calls':[{'id':'a','function':{'name':'f','arguments':'{"x":1}'}}]},'finish_reason':'tool_calls'}]})",
       R"({choices:[{message:{content:"hi",tool_calls:[{id:"a",function:{name:"f",arguments:"{\"x\":1}"}}]},finish_reason:"tool_calls"}]})"}) {
    const Answer answer = read(kChat, body);
    EXPECT_EQ(answer.text, "hi") << body;
    EXPECT_EQ(calls_of(answer), "a f {\"x\":1}") << body;
    EXPECT_TRUE(answer.errors.empty()) << body;
  }
}

TEST(BadInput, ABrokenEventIsMendedOrCostsOnlyItselfEX8) {
  const Answer mended = read(kChat, chunk(R"({"content":"a"})") + sse(R"({"choices":[{"delta":{"content":"b",}}]})") +
                                        chunk("{}", R"("stop")"));
  EXPECT_EQ(mended.text, "ab");
  EXPECT_TRUE(mended.errors.empty());
  const Answer lost =
      read(kChat, chunk(R"({"content":"a"})") + sse("oh no") + chunk(R"({"content":"c"})") + chunk("{}", R"("stop")"));
  EXPECT_EQ(lost.text, "ac");
  ASSERT_EQ(lost.errors.size(), 1U);
  EXPECT_EQ(lost.errors[0].kind, Kind::kMalformed);
  EXPECT_EQ(lost.errors[0].raw, "oh no");
}

TEST(BadInput, ACharacterCutInTwoST3) {
  const std::string end = chunk("{}", R"("stop")");
  EXPECT_EQ(read(kChat, chunk(R"({"content":"a\ud83d"})") + chunk(R"({"content":"\uDE42b"})") + end).text, "a🙂b");
  EXPECT_EQ(read(kChat,
                 chunk(R"({"content":"\ud83d"})") + chunk(R"({"content":""})") + chunk(R"({"content":"\ude42"})") + end)
                .text,
            "🙂");
  EXPECT_EQ(read(kChat, chunk(R"({"content":"\ud83d\ude42\ud83d"})") + chunk(R"({"content":"\ude42"})") + end).text,
            "🙂🙂");
  EXPECT_EQ(read(kChat, chunk(R"({"content":"\\ud83d"})") + end).text, "\\ud83d") << "a backslash and letters";
  // A half without its other half costs a character, not the event.
  const Answer answer = read(kChat, chunk(R"({"content":"a\ude42b"})") + end);
  EXPECT_EQ(answer.text, "a\uFFFDb");
  EXPECT_TRUE(answer.errors.empty());
}

TEST(BadInput, LimitsST7) {
  const WireLimits limits{.max_event_bytes = 300, .max_calls = 2};
  const std::string large = chunk(R"({"content":")" + std::string(1000, 'x') + R"("})");
  const Answer answer =
      read(kChat, chunk(R"({"content":"a"})") + large + chunk(R"({"content":"b"})") + chunk("{}", R"("stop")"), limits);
  EXPECT_EQ(answer.text, "ab");
  ASSERT_EQ(answer.errors.size(), 1U);
  EXPECT_EQ(answer.errors[0].kind, Kind::kTooLarge);

  std::vector<std::string> entries;
  for (int i = 0; i < 5; ++i)
    entries.push_back(R"({"index":)" + std::to_string(i) + R"(,"function":{"name":"f","arguments":"{}"}})");
  const Answer many = read(kChat, call_chunks(entries), limits);
  EXPECT_EQ(many.calls.size(), 2U);
  ASSERT_EQ(many.errors.size(), 1U);
  EXPECT_EQ(many.errors[0].kind, Kind::kTooLarge);
}

TEST(BadInput, ALineWithoutEndTakesNoMemory) {
  const WireLimits limits{.max_event_bytes = 1 << 16, .max_calls = 2};
  const std::string piece(1 << 20, 'x');
  for (const std::string_view start : {"data: {\"choices\":\"", "{\"choices\":\"", "xx"}) {
    Decoder decoder(kChat, limits);
    EXPECT_TRUE(decoder.feed(start).empty());
    for (int i = 0; i < 64; ++i) EXPECT_TRUE(decoder.feed(piece).empty());
    const auto end = decoder.finish();
    ASSERT_EQ(end.size(), 1U);
    EXPECT_EQ(std::get<ErrorDelta>(end[0]).kind, Kind::kTooLarge);
  }
}

}  // namespace
}  // namespace acode::wire
