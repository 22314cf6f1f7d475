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
