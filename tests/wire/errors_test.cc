// A provider's own failure that carries the model's text (EX-10), and what may stand in an error message.
#include <gtest/gtest.h>

#include "wire/streams.h"

namespace acode::wire {
namespace {

ErrorDelta error_in(Dialect dialect, std::string_view bytes) {
  const Answer answer = read(dialect, bytes);
  EXPECT_EQ(answer.errors.size(), 1U) << bytes;
  return answer.errors.empty() ? ErrorDelta{} : answer.errors[0];
}

TEST(Errors, OllamaKeepsTheTextItCouldNotParseEX10) {
  const ErrorDelta error = error_in(
      Dialect::kOllama,
      R"({"error":"error parsing tool call: raw='{\"cmd\":\"it's secret\"]}', err=invalid character ']' after object key:value pair"})");
  EXPECT_EQ(error.model_text, R"({"cmd":"it's secret"]})");
  EXPECT_EQ(error.message, "error parsing tool call: err=invalid character ']' after object key:value pair");
  EXPECT_EQ(error_in(Dialect::kOllama, R"({"error":"error parsing tool call: raw='ls -R\n'"})").model_text, "ls -R\n");
  // 0.11.3 had the sentence as the name, and the OpenAI face of Ollama has it as any other error.
  EXPECT_EQ(error_in(Dialect::kOllama,
                     R"({"error parsing tool call":"invalid character 'c' looking for beginning of value"})")
                .message,
            "error parsing tool call: invalid character 'c' looking for beginning of value");
  EXPECT_EQ(
      error_in(
          Dialect::kOpenAiChat,
          R"({"error":{"message":"error parsing tool call: raw='{\"a\":', err=unexpected end of JSON input","type":"api_error"}})")
          .model_text,
      R"({"a":)");
}

TEST(Errors, LlamaCppKeepsTheRestOfTheTextEX10) {
  const ErrorDelta error = error_in(
      Dialect::kOpenAiChat,
      R"({"error":{"code":500,"message":"Failed to parse input at pos 13: <tool_call>\n{\"name\": \"f\"}","type":"server_error"}})");
  EXPECT_EQ(error.model_text, "<tool_call>\n{\"name\": \"f\"}");
  EXPECT_EQ(error.message, "Failed to parse input at pos 13");
  EXPECT_EQ(error.code, "500");
}

TEST(Errors, GroqBehindOpenRouterEX10) {
  const ErrorDelta error = error_in(
      Dialect::kOpenAiChat,
      R"({"error":{"code":400,"message":"Provider returned error","metadata":{"provider_name":"Groq","raw":"{\"error\":{\"message\":\"Failed\",\"failed_generation\":\"<function=f>\"}}"}}})");
  EXPECT_EQ(error.model_text, "<function=f>");
}

TEST(Errors, OrdinaryOnesCarryNone) {
  const ErrorDelta error = error_in(Dialect::kOllama, R"({"error":"model 'x' not found"})");
  EXPECT_EQ(error.message, "model 'x' not found");
  EXPECT_EQ(error.model_text, "");
}

TEST(Errors, RawIsShortenedBetweenCharacters) {
  std::string page = "<html>";
  for (int i = 0; i < 1000; ++i) page += "é";
  const ErrorDelta error = error_in(Dialect::kOpenAiChat, page);
  EXPECT_LT(error.raw.size(), 500U);
  EXPECT_TRUE(error.raw.ends_with("é…"));
}

}  // namespace
}  // namespace acode::wire
