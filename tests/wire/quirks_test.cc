// The twenty ways in which providers differ from what they document, one test each.
#include <gtest/gtest.h>

#include "wire/streams.h"

namespace acode::wire {
namespace {

constexpr Dialect kChat = Dialect::kOpenAiChat;

std::string joined(const std::vector<std::string>& entries, std::string_view finish = R"("tool_calls")") {
  return calls_of(read(kChat, call_chunks(entries, finish)));
}

TEST(Quirks, Quirk01IndexMissing) {
  EXPECT_EQ(joined({R"({"id":"a","function":{"name":"f","arguments":"{\"x\":"}})", R"({"function":{"arguments":"1}"}})",
                    R"({"id":"b","function":{"name":"g","arguments":"{\"y\":2}"}})"}),
            "a f {\"x\":1}\nb g {\"y\":2}");
  // By name alone, and siblings in one delta by their place.
  EXPECT_EQ(joined({R"({"function":{"name":"f","arguments":"{\"x\":1}"}})",
                    R"({"function":{"name":"f","arguments":"{\"x\":2}"}})"}),
            " f {\"x\":1}\n f {\"x\":2}");
  EXPECT_EQ(joined({R"({"function":{"name":"f","arguments":"{\"x\""}},{"function":{"name":"g","arguments":"{\"y\""}})",
                    R"({"function":{"arguments":":1}"}},{"function":{"arguments":":2}"}})"}),
            " f {\"x\":1}\n g {\"y\":2}");
}

TEST(Quirks, Quirk02AllCallsOnIndexZero) {
  EXPECT_EQ(joined({R"({"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}})",
                    R"({"index":0,"id":"b","function":{"name":"f","arguments":"{\"x\":2}"}})"}),
            "a f {\"x\":1}\nb f {\"x\":2}");
  // In pieces, and with neither ids nor names for the second.
  EXPECT_EQ(
      joined({R"({"index":0,"id":"a","function":{"name":"f","arguments":""}})",
              R"({"index":0,"function":{"arguments":"{\"x\":"}})", R"({"index":0,"function":{"arguments":"1}"}})",
              R"({"index":0,"id":"b","function":{"name":"g"}})", R"({"index":0,"function":{"arguments":"{\"y\":"}})",
              R"({"index":0,"function":{"arguments":"2}"}})"}),
      "a f {\"x\":1}\nb g {\"y\":2}");
  EXPECT_EQ(joined({R"({"index":0,"function":{"name":"f","arguments":"{\"x\":1}"}})",
                    R"({"index":0,"function":{"name":"g","arguments":"{}"}})",
                    R"({"index":0,"function":{"name":"h","arguments":""}})"}),
            " f {\"x\":1}\n g {}\n h {}");
  EXPECT_EQ(
      joined({R"({"index":0,"function":{"name":"f","arguments":"{\"x\":1}"}})",
              R"({"index":0,"function":{"arguments":"{\"x\":"}})", R"({"index":0,"function":{"arguments":"2}"}})"}),
      " f {\"x\":1}\n f {\"x\":2}");
}

TEST(Quirks, Quirk03IdMissing) {
  const Answer answer = read(kChat, call_chunks({R"({"index":0,"function":{"name":"f","arguments":"{\"x\":1}"}})",
                                                 R"({"index":1,"function":{"name":"g","arguments":"{}"}})"}));
  EXPECT_EQ(calls_of(answer), " f {\"x\":1}\n g {}");
  // Where a client must have one, it is always the same.
  EXPECT_EQ(calls_of(decode(kChat, encode(kChat, answer))), "call_0 f {\"x\":1}\ncall_1 g {}");
  EXPECT_EQ(encode(kChat, answer), encode(kChat, answer));
}

TEST(Quirks, Quirk04IdRepeatedOrLate) {
  EXPECT_EQ(joined({R"({"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}})",
                    R"({"index":0,"id":"a","function":{"arguments":":1}"}})"}),
            "a f {\"x\":1}");
  EXPECT_EQ(joined({R"({"index":0,"function":{"name":"f","arguments":""}})",
                    R"({"index":0,"id":"a","function":{"arguments":"{\"x\":1}"}})"}),
            "a f {\"x\":1}");
  // Interleaved, told apart by ids although the index is the same.
  EXPECT_EQ(joined({R"({"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}})",
                    R"({"index":0,"id":"b","function":{"name":"g","arguments":"{\"y\""}})",
                    R"({"index":0,"id":"a","function":{"arguments":":1}"}})",
                    R"({"index":0,"id":"b","function":{"arguments":":2}"}})"}),
            "a f {\"x\":1}\nb g {\"y\":2}");
}

TEST(Quirks, Quirk05NameEmptyOrRepeated) {
  EXPECT_EQ(joined({R"({"index":0,"id":"a","function":{"name":"f","arguments":""}})",
                    R"({"index":0,"function":{"name":null,"arguments":"{\"x\":"}})",
                    R"({"index":0,"function":{"name":"","arguments":"1"}})",
                    R"({"index":0,"function":{"name":"f","arguments":"}"}})",
                    R"({"index":0,"function":{"name":"f","arguments":""}})"}),
            "a f {\"x\":1}");
}

TEST(Quirks, Quirk06NameInFragments) {
  const std::vector<std::string> pieces = {R"({"index":0,"id":"a","function":{"name":"get_"}})",
                                           R"({"index":0,"function":{"name":"weather"}})",
                                           R"({"index":0,"function":{"arguments":"{\"x\":1}"}})"};
  EXPECT_EQ(joined(pieces), "a get_weather {\"x\":1}");
  // All of it so far, each time.
  EXPECT_EQ(joined({R"({"index":0,"function":{"name":"get"}})", R"({"index":0,"function":{"name":"get_weather"}})",
                    R"({"index":0,"function":{"arguments":"{\"x\":1}"}})"}),
            " get_weather {\"x\":1}");
  // Whoever knows the tools can tell pieces of a name from two names, without any numbers.
  const std::string stream = call_chunks(
      {R"({"function":{"name":"get_"}})", R"({"function":{"name":"weather"}})", R"({"function":{"name":"get_time"}})"});
  EXPECT_EQ(calls_of(decode(kChat, stream, {}, {"get_weather", "get_time"})), " get_weather {}\n get_time {}");
}

TEST(Quirks, Quirk07WholeCallsInOneDelta) {
  EXPECT_EQ(joined({R"({"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}},)"
                    R"({"index":1,"id":"b","type":"function","function":{"name":"g","arguments":"{\"y\":2}"}})"}),
            "a f {\"x\":1}\nb g {\"y\":2}");
}

TEST(Quirks, Quirk08ArgumentsAsObject) {
  EXPECT_EQ(
      joined({R"({"index":0,"id":"a","function":{"name":"f","arguments":{"x":1.50,"y":[true,null],"x2":"é\n"}}})"}),
      "a f {\"x\":1.50,\"y\":[true,null],\"x2\":\"é\\n\"}");
  // An empty one may stand for those to come.
  EXPECT_EQ(joined({R"({"index":0,"id":"a","function":{"name":"f","arguments":{}}})",
                    R"({"index":0,"function":{"arguments":"{\"x\":1}"}})"}),
            "a f {\"x\":1}");
}

TEST(Quirks, Quirk09NoArguments) {
  for (const std::string_view arguments : {R"("")", "null", R"("null")", "{}", R"("{}")", R"(" \n")"}) {
    EXPECT_EQ(joined({R"({"index":0,"id":"a","function":{"name":"f","arguments":)" + std::string(arguments) + "}}"}),
              "a f {}")
        << arguments;
  }
  EXPECT_EQ(joined({R"({"index":0,"id":"a","function":{"name":"f"}})"}), "a f {}");
  EXPECT_EQ(joined({R"({"index":0,"id":"a","function":{"name":"f","arguments":"nu"}})",
                    R"({"index":0,"function":{"arguments":"ll"}})"}),
            "a f {}");
  EXPECT_EQ(joined({R"({"index":0,"id":"a","function":{"name":"f","arguments":"nu"}})",
                    R"({"index":0,"function":{"arguments":"t"}})"}),
            "a f nut");
}

TEST(Quirks, Quirk10ArgumentsThatAreNoObjectStayAsTheyAre) {
  for (const std::string_view text :
       {R"(\"{\\\"x\\\":1}\")", "{'x': True}", R"({}{\"x\":1})", R"({\"x\":1}{\"x\":2})", "[1]", "x"}) {
    const std::string entry =
        R"({"index":0,"id":"a","function":{"name":"f","arguments":")" + std::string(text) + R"("}})";
    const Answer answer = read(kChat, call_chunks({entry}));
    ASSERT_EQ(answer.calls.size(), 1U) << text;
    EXPECT_TRUE(answer.calls[0].complete);
  }
  EXPECT_EQ(joined({R"({"index":0,"id":"a","function":{"name":"f","arguments":"{}"}})",
                    R"({"index":0,"function":{"arguments":"{\"x\":1}"}})"}),
            "a f {}{\"x\":1}");
}

TEST(Quirks, Quirk11FinishReasonIsThatOfTheCalls) {
  const std::string call = R"({"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}})";
  EXPECT_EQ(read(kChat, call_chunks({call}, R"("stop")")).finish, FinishReason::kToolCalls);
  EXPECT_EQ(read(kChat, call_chunks({}, R"("tool_calls")")).finish, FinishReason::kStop);
  EXPECT_EQ(read(kChat, call_chunks({call}, R"("length")")).finish, FinishReason::kLength);
  const Answer missing = read(kChat, call_chunks({call}, "null"));
  EXPECT_EQ(missing.finish, FinishReason::kToolCalls);
  EXPECT_TRUE(missing.errors.empty());
  // An end without any word for it is a cut; the call that is whole stays.
  const Answer cut = read(kChat, chunk(R"({"tool_calls":[)" + call + "]}"));
  EXPECT_EQ(calls_of(cut), "a f {\"x\":1}");
  ASSERT_EQ(cut.errors.size(), 1U);
  EXPECT_EQ(cut.errors[0].kind, ErrorDelta::Kind::kCut);
  // A word without [DONE] is an end.
  EXPECT_TRUE(read(kChat, chunk("{}", R"("stop")")).errors.empty());
}

TEST(Quirks, Quirk12ChunksWithoutChoices) {
  const Answer answer = read(
      kChat,
      sse(R"({"choices":[],"prompt_filter_results":[{"prompt_index":0}]})") + chunk(R"({"content":"hi"})") +
          sse(R"({"choices":[]})") + chunk("{}", R"("stop")") +
          sse(R"({"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3,)"
              R"("prompt_tokens_details":{"cached_tokens":2},"completion_tokens_details":{"reasoning_tokens":1}}})") +
          sse("[DONE]"));
  EXPECT_EQ(answer.text, "hi");
  EXPECT_EQ(answer.usage, (Usage{7, 3, 1, 2}));
  EXPECT_TRUE(answer.errors.empty());
}

TEST(Quirks, Quirk13ContentAndRoleAreLoose) {
  const Answer answer =
      read(kChat, chunk(R"({"role":"assistant","content":null})") + chunk(R"({"role":"assistant","content":"a"})") +
                      chunk(R"({"content":"b"})") +
                      chunk(R"({"role":"assistant","content":"",)"
                            R"("tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]})") +
                      chunk("{}", R"("tool_calls")") + sse("[DONE]"));
  EXPECT_EQ(answer.text, "ab");
  EXPECT_EQ(calls_of(answer), "a f {\"x\":1}");
  EXPECT_EQ(read(kChat, R"({"choices":[{"message":{"content":null}}]})").text, "");
  EXPECT_EQ(read(kChat, R"({"choices":[{"message":{"content":[{"type":"text","text":"a"},"b"]}}]})").text, "ab");
}

TEST(Quirks, Quirk14CallsInTextStayText) {
  const std::string_view text = R"(<tool_call>{\"name\":\"f\"}</tool_call>)";
  const Answer answer = read(kChat, chunk(R"({"content":")" + std::string(text) + R"("})") + chunk("{}", R"("stop")"));
  EXPECT_EQ(answer.text, R"(<tool_call>{"name":"f"}</tool_call>)");
  EXPECT_TRUE(answer.calls.empty());
}

TEST(Quirks, Quirk15ReasoningUnderItsNames) {
  for (const std::string_view field :
       {R"("reasoning_content":"why")", R"("reasoning":"why")", R"("thinking":"why")",
        R"("reasoning":"why","reasoning_details":[{"text":"why"}])",
        R"("reasoning_details":[{"type":"reasoning.text","text":"w"},{"type":"reasoning.summary","summary":"hy"}])",
        R"("content":[{"type":"thinking","thinking":[{"type":"text","text":"why"}]}])"}) {
    const Answer answer = read(kChat, chunk("{" + std::string(field) + "}") + chunk("{}", R"("stop")"));
    EXPECT_EQ(answer.reasoning, "why") << field;
    EXPECT_EQ(answer.text, "") << field;
  }
  EXPECT_EQ(read(Dialect::kOllama, R"({"message":{"thinking":"why","content":"so"},"done":true})").reasoning, "why");
}

TEST(Quirks, Quirk16FailedGenerationIsTheModelsText) {
  const Answer answer =
      read(kChat, R"({"error":{"message":"Failed to call a function.","type":"invalid_request_error",)"
                  R"("code":"tool_use_failed","failed_generation":"<function=f>{\"x\":1}</function>"}})");
  ASSERT_EQ(answer.errors.size(), 1U);
  EXPECT_EQ(answer.errors[0].code, "tool_use_failed");
  EXPECT_EQ(answer.errors[0].model_text, R"(<function=f>{"x":1}</function>)");
}

TEST(Quirks, Quirk17ServerSentEventsInAllForms) {
  const std::string chunk_text = R"({"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]})";
  for (const std::string& stream :
       {"data: " + chunk_text + "\r\n\r\ndata: [DONE]\r\n\r\n", "data:" + chunk_text + "\n\ndata:[DONE]\n\n",
        "\xEF\xBB\xBF"
        "data: " +
            chunk_text + "\n\n",
        ": OPENROUTER PROCESSING\n\n:\n\ndata: " + chunk_text + "\n\n",
        "event: x\nid: 1\nretry: 5\ndata: " + chunk_text + "\n\n", "data: " + chunk_text,
        "data: " + chunk_text + "\rdata: [DONE]",
        "data: " + chunk_text.substr(0, 12) + "\ndata: " + chunk_text.substr(12) + "\n\n"}) {
    const Answer answer = read(kChat, stream);
    EXPECT_EQ(answer.text, "hi") << stream;
    EXPECT_TRUE(answer.errors.empty()) << stream;
  }
}

TEST(Quirks, Quirk18LegacyFunctionCall) {
  const Answer answer = read(kChat, chunk(R"({"function_call":{"name":"f","arguments":"{\"x\""}})") +
                                        chunk(R"({"function_call":{"arguments":":1}"}})") +
                                        chunk("{}", R"("function_call")") + sse("[DONE]"));
  EXPECT_EQ(calls_of(answer), " f {\"x\":1}");
  EXPECT_EQ(answer.finish, FinishReason::kToolCalls);
  EXPECT_EQ(
      calls_of(read(
          kChat,
          R"({"choices":[{"message":{"function_call":{"name":"f","arguments":"{}"}},"finish_reason":"function_call"}]})")),
      " f {}");
}

TEST(Quirks, Quirk19TheWholeCallOnceMore) {
  const std::string first = R"({"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}})";
  const std::string second = R"({"index":0,"function":{"arguments":":1}"}})";
  EXPECT_EQ(joined({first, second, R"({"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}})"}),
            "a f {\"x\":1}");
  EXPECT_EQ(joined({first, second, R"({"index":0,"id":"a","function":{"name":"f","arguments":"{ \"x\": 1 }"}})"}),
            "a f {\"x\":1}");
  // As a message at the end of a stream.
  const Answer answer = read(
      kChat,
      chunk(R"({"content":"hi"})") + chunk(R"({"tool_calls":[)" + first + "]}") +
          chunk(R"({"tool_calls":[)" + second + "]}") +
          sse(R"({"choices":[{"message":{"content":"hi","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]},)"
              R"("finish_reason":"tool_calls"}]})"));
  EXPECT_EQ(calls_of(answer), "a f {\"x\":1}");
  EXPECT_EQ(answer.text, "hi");
  // The same id for another call is another call.
  EXPECT_EQ(joined({first, second, R"({"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":2}"}})"}),
            "a f {\"x\":1}\na f {\"x\":2}");
}

TEST(Quirks, Quirk20ErrorsInTheStream) {
  struct Case {
    Dialect dialect;
    std::string bytes;
    std::string code;
  };
  const std::string begun = chunk(R"({"content":"hi"})");
  for (
      const Case& which : {
          Case{kChat, begun + sse(R"({"error":{"message":"no","code":429}})"), "429"},
          Case{kChat, begun + sse(R"({"error":{"message":"no","type":"server_error"}})") + sse("[DONE]"),
               "server_error"},
          Case{kChat, begun + sse(R"({"error":"no"})"), ""},
          Case{kChat, begun + sse(R"({"object":"error","message":"no","code":400})"), "400"},
          Case{kChat, begun + "error: {\"code\":500,\"message\":\"no\",\"type\":\"error\"}\n\n", "500"},
          Case{
              kChat,
              begun +
                  sse(R"({"error":{"code":502,"message":"no"},"choices":[{"delta":{"content":""},"finish_reason":"error"}]})"),
              "502"},
          Case{kChat, begun + "{\"error\":{\"message\":\"no\"}}\n", ""},
          Case{kChat, R"([{"error":{"code":400,"message":"no"}}])", "400"},
          Case{kChat, R"({"detail":"no"})", ""},
          Case{Dialect::kOllama, "{\"message\":{\"content\":\"hi\"},\"done\":false}\n{\"error\":\"no\"}\n", ""},
          Case{Dialect::kAnthropic,
               "event: error\ndata: "
               "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"no\"}}\n\n",
               "overloaded_error"},
          Case{Dialect::kOpenAiResponses,
               sse(R"({"type":"error","code":"x","message":"no","param":null,"sequence_number":1})"), "x"},
          Case{
              Dialect::kOpenAiResponses,
              sse(R"({"type":"response.failed","response":{"status":"failed","error":{"code":"x","message":"no"},"output":[]}})"),
              "x"},
      }) {
    const Answer answer = read(which.dialect, which.bytes);
    ASSERT_EQ(answer.errors.size(), 1U) << which.bytes;
    EXPECT_EQ(answer.errors[0].kind, ErrorDelta::Kind::kProvider);
    EXPECT_EQ(answer.errors[0].message, "no") << which.bytes;
    EXPECT_EQ(answer.errors[0].code, which.code) << which.bytes;
    EXPECT_FALSE(answer.errors[0].raw.empty());
  }
}

}  // namespace
}  // namespace acode::wire
