// RT: the ask-again loop, with a scripted model and a clock in which nobody waits.
#include "agent/asker.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "acode/json/writer.h"
#include "agent/fakes.h"

namespace acode::agent {
namespace {

using std::chrono::milliseconds;
using test::Bench;
using test::calling;
using test::saying;

const std::string kGood = R"({"path":"a.txt"})";
const std::string kBad = R"({"path": 5})";

std::string arguments_of(const pipeline::ToolCall& call) { return json::write(call.arguments->value()); }

TEST(Asker, AGoodAnswerNeedsOneRequest) {
  Bench bench({{calling({{"read_file", kGood}})}});
  const Asked asked = bench.ask();
  EXPECT_FALSE(asked.failure);
  ASSERT_EQ(asked.result.calls.size(), 1U);
  EXPECT_EQ(bench.transport.requests.size(), 1U);
  EXPECT_EQ(asked.result.retries, 0U);
}

TEST(Asker, ST5_TextThatWasHeldBackIsToldInTheEnd) {
  struct Hearing final : AskListener {
    void text(std::string_view piece) override { heard += piece; }
    std::string heard;
  };
  for (const char* text : {"a < b", "it ends in <tool_", "```json\nno", "["}) {
    Bench bench({{saying(text)}});
    Asker asker(bench.transport, test::tools(), bench.settings, bench.clock, bench.breaker);
    Hearing hearing;
    (void)asker.ask({{Role::kUser, "?"}}, hearing, {});
    EXPECT_EQ(hearing.heard, text);
  }
}

TEST(Asker, RT1_TwoFailuresThenSuccess) {
  Bench bench({{calling({{"read_file", kBad}})}, {saying(R"({"path": 6})")}, {calling({{"read_file", kGood}})}});
  const Asked asked = bench.ask();
  ASSERT_EQ(asked.result.calls.size(), 1U);
  EXPECT_EQ(arguments_of(asked.result.calls[0]), kGood);
  EXPECT_EQ(asked.result.calls[0].id, "id0") << "it is still the call that the model made";
  EXPECT_EQ(asked.result.retries, 2U);
  EXPECT_EQ(asked.attempts.size(), 3U);
}

TEST(Asker, RT3_BareJsonInTheTextIsAnAnswerAndGoesThroughThePipeline) {
  Bench bench(
      {{calling({{"read_file", kBad}})}, {saying("Here it is:\n```json\n{path: 'a.txt', \"lines\": \"3\",}\n```")}});
  const Asked asked = bench.ask();
  ASSERT_EQ(asked.result.calls.size(), 1U);
  EXPECT_EQ(arguments_of(asked.result.calls[0]), R"({"path":"a.txt","lines":3})");
}

TEST(Asker, RT5_TokensOfAllAttemptsAddUp) {
  Bench bench({{calling({{"read_file", kBad}})}, {saying(kBad)}, {calling({{"read_file", kGood}})}});
  const Asked asked = bench.ask();
  EXPECT_EQ(asked.result.usage.input, 30U);
  EXPECT_EQ(asked.result.usage.output, 15U);
}

TEST(Asker, RT4_TheWaitsGrow) {
  Bench bench({{calling({{"read_file", kBad}})}});
  (void)bench.ask();
  ASSERT_EQ(bench.clock.waits.size(), 3U);
  for (int i = 0; i < 3; ++i) {
    const milliseconds wanted(100 << i);
    EXPECT_GE(bench.clock.waits[static_cast<std::size_t>(i)], wanted * 8 / 10);
    EXPECT_LE(bench.clock.waits[static_cast<std::size_t>(i)], wanted * 12 / 10);
  }
}

TEST(Asker, RT8_ExhaustedIs006WithTheCountAndTheLastError) {
  Bench bench({{calling({{"read_file", kBad}})}});
  const Asked asked = bench.ask();
  EXPECT_TRUE(asked.result.calls.empty());
  ASSERT_EQ(asked.result.rejected.size(), 1U);
  EXPECT_EQ(asked.result.rejected[0].error()->code, "ACODE-TLP-006");
  EXPECT_NE(asked.result.rejected[0].error()->message.find("3 times"), std::string::npos);
  EXPECT_EQ(bench.transport.requests.size(), 4U);
}

TEST(Asker, EX6_AnUnknownToolIsNotAskedForAgain) {
  Bench bench({{calling({{"rm_rf", "{}"}, {"now", "{}"}})}});
  const Asked asked = bench.ask();
  EXPECT_EQ(bench.transport.requests.size(), 1U);
  ASSERT_EQ(asked.result.rejected.size(), 1U);
  EXPECT_EQ(asked.result.rejected[0].error()->code, "ACODE-TLP-005");
  EXPECT_EQ(asked.result.calls.size(), 1U) << "and its neighbour is fine";
}

TEST(Asker, AnUnknownToolIsAskedForAgainIfThatIsAllowed) {
  Bench bench({{calling({{"get_time", "{}"}})}, {saying(R"({"name": "now", "arguments": {}})")}});
  bench.settings.tool_call.retry.unknown_tools = true;
  const Asked asked = bench.ask();
  ASSERT_EQ(asked.result.calls.size(), 1U);
  EXPECT_EQ(asked.result.calls[0].name, "now");
  EXPECT_TRUE(bench.transport.requests.at(1).constraint->tool_name.empty());
}

TEST(Asker, TC4_OnlyTheBadCallIsAskedForAndTheOrderStays) {
  Bench bench({{calling({{"now", "{}"}, {"read_file", kBad}, {"read_file", kGood}})}, {saying(R"({"path":"b"})")}});
  const Asked asked = bench.ask();
  ASSERT_EQ(asked.result.calls.size(), 3U);
  EXPECT_EQ(asked.result.calls[0].name, "now");
  EXPECT_EQ(arguments_of(asked.result.calls[1]), R"({"path":"b"})");
  EXPECT_EQ(arguments_of(asked.result.calls[2]), kGood);
  EXPECT_EQ(bench.transport.requests.size(), 2U);
}

TEST(Asker, RT7_TheFirstRetryIsShortAndHeldToTheSchema) {
  Bench bench({{calling({{"read_file", kBad}})}, {saying(kGood)}});
  (void)bench.ask();
  const ChatRequest& request = bench.transport.requests.at(1);
  ASSERT_TRUE(request.constraint);
  EXPECT_EQ(request.constraint->tool_name, "read_file");
  EXPECT_EQ(request.temperature, 0.0);
  EXPECT_TRUE(
      request.messages.at(0).content.starts_with("Tools: [{\"type\":\"function\",\"function\":{\"name\":\"read_file\""))
      << request.messages.at(0).content;
  EXPECT_EQ(request.messages.at(1).content, "What is in a.txt?");
  EXPECT_EQ(request.messages.back().role, Role::kUser);
  EXPECT_NE(request.messages.back().content.find("path: expected string, got integer 5"), std::string::npos);
}

TEST(Asker, RT2_ThenTheErrorIsTheToolsResultInTheConversation) {
  Bench bench({{calling({{"read_file", kBad}})}, {saying(kBad)}, {calling({{"read_file", kGood}})}});
  (void)bench.ask();
  const ChatRequest& request = bench.transport.requests.at(2);
  EXPECT_FALSE(request.constraint);
  const Message& sent = request.messages.at(request.messages.size() - 2);
  EXPECT_EQ(sent.role, Role::kAssistant);
  ASSERT_EQ(sent.calls.size(), 1U);
  EXPECT_EQ(sent.calls[0].id, "id0");
  EXPECT_EQ(request.messages.back().role, Role::kTool);
  EXPECT_EQ(request.messages.back().call_id, "id0");
}

TEST(Asker, ACallInTextIsAnsweredByAMessageOfTheUser) {
  Bench bench(
      {{saying("<tool_call>{\"name\": \"read_file\", \"arguments\": {\"lines\": 3}}</tool_call>")}, {saying(kGood)}});
  const Asked asked = bench.ask();
  EXPECT_EQ(asked.result.calls.size(), 1U);
  const ChatRequest& request = bench.transport.requests.at(1);
  EXPECT_EQ(request.messages.back().role, Role::kUser);
  EXPECT_NE(request.messages.at(request.messages.size() - 2).content.find("<tool_call>"), std::string::npos);
}

TEST(Asker, RP8_WhatWasCutOffIsAskedForWithMoreRoom) {
  Bench bench({{calling({{"read_file", R"({"path": "a/very/lo)"}})}, {calling({{"read_file", kGood}})}});
  const Asked asked = bench.ask();
  EXPECT_EQ(asked.result.calls.size(), 1U);
  EXPECT_TRUE(bench.transport.requests.at(1).more_room);
  const std::string body =
      encode_request(config::ServerDialect::kOpenAi, bench.transport.requests.at(1), ConstraintStyle::kNamedTool);
  EXPECT_NE(body.find("\"max_tokens\":200"), std::string::npos) << body;
}

TEST(Asker, RT9_WordsInsteadOfACallAreTheModelsRight) {
  Bench bench({{calling({{"read_file", R"({"lines": 3})"}})}, {saying("I would need to know which file you mean.")}});
  const Asked asked = bench.ask();
  EXPECT_EQ(asked.result.total_count(), 0U);
  EXPECT_EQ(asked.result.content, "I would need to know which file you mean.");
  EXPECT_EQ(bench.transport.requests.size(), 2U);
}

TEST(Asker, RT9_WhatIsNeitherACallNorWordsIsAskedForAgain) {
  for (const char* text : {"```python\n[]\n```", "[read_the_file(path='a.txt')]", "<result>\n</result>",
                           "read_the_file\n{\"file\": 1", "Answer:\n[]"}) {
    Bench bench({{calling({{"read_file", R"({"lines": 3})"}})}, {saying(text)}, {calling({{"read_file", kGood}})}});
    const Asked asked = bench.ask();
    EXPECT_EQ(asked.result.calls.size(), 1U) << text;
    EXPECT_TRUE(asked.withdrawn.empty()) << text;
  }
}

TEST(Asker, RT9_ACallThatIsTakenBackIsToldAndCounted) {
  struct Hearing final : AskListener {
    void settled(const SettledCall& settled) override {
      ++count;
      withdrawn = settled.withdrawn;
      error = settled.call.error()->code;
      retries = settled.retries;
      tokens = settled.tokens;
      for (const EarlierCall& earlier : settled.earlier) codes += earlier.call.error()->code + " ";
    }
    int count = 0;
    bool withdrawn = false;
    std::string error;
    std::string codes;
    unsigned retries = 0;
    std::uint64_t tokens = 0;
  };
  Bench bench({{calling({{"read_file", kBad}})}, {saying(R"({"path": 6})")}, {saying("Never mind.")}});
  Asker asker(bench.transport, test::tools(), bench.settings, bench.clock, bench.breaker);
  Hearing hearing;
  const Asked asked = asker.ask({{Role::kUser, "?"}}, hearing, {});
  EXPECT_EQ(hearing.count, 1);
  EXPECT_TRUE(hearing.withdrawn);
  EXPECT_EQ(hearing.error, "ACODE-TLP-004");
  EXPECT_EQ(hearing.codes, "ACODE-TLP-004 ACODE-TLP-004 ");
  EXPECT_EQ(hearing.retries, 2U);
  EXPECT_EQ(hearing.tokens, 30U);
  ASSERT_EQ(asked.withdrawn.size(), 1U);
  EXPECT_EQ(asked.withdrawn[0].name, "read_file");
  EXPECT_EQ(asked.result.retries, 2U);
  EXPECT_EQ(asked.text, "Never mind.") << "the words belong to the conversation";
}

TEST(Asker, RT6_TheBreakerStopsRetriesAndSaysSo) {
  Bench bench({{calling({{"read_file", kBad}})}});
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(bench.ask().breaker_open);
  const std::size_t before = bench.transport.requests.size();
  const Asked asked = bench.ask();
  EXPECT_TRUE(asked.breaker_open);
  EXPECT_EQ(bench.transport.requests.size(), before + 1);
  EXPECT_EQ(asked.result.rejected.at(0).error()->code, "ACODE-TLP-004");
  bench.clock.pass(milliseconds(60'000));
  EXPECT_FALSE(bench.ask().breaker_open);
}

TEST(Asker, AServerThatIsAwayForAMomentIsAskedAgain) {
  Bench bench({{"", 0, net::NetErrorKind::kRefused}, {"busy", 503}, {calling({{"now", "{}"}})}});
  const Asked asked = bench.ask();
  EXPECT_FALSE(asked.failure);
  EXPECT_EQ(asked.result.calls.size(), 1U);
  EXPECT_EQ(bench.transport.requests.size(), 3U);
}

// An answer that breaks off comes once more from its beginning, and whoever shows it hears of that in between.
TEST(Asker, AnAnswerThatBreaksOffIsToldBeforeItComesAgain) {
  struct Hearing final : AskListener {
    void text(std::string_view piece) override { heard += piece; }
    void putting_again(const PutAgain& again) override {
      heard += "[" + again.failure.code + (again.text_was_told ? ", broke off, " : ", ") +
               std::to_string(again.number) + "]";
      waits.push_back(again.wait);
    }
    std::string heard;
    std::vector<milliseconds> waits;
  };
  const std::string half = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"It is \"}}]}\n\n";
  Bench bench({{half, 0, net::NetErrorKind::kCut}, {"busy", 503}, {saying("It is noon.")}});
  Asker asker(bench.transport, test::tools(), bench.settings, bench.clock, bench.breaker);
  Hearing hearing;
  const Asked asked = asker.ask({{Role::kUser, "?"}}, hearing, {});
  EXPECT_FALSE(asked.failure);
  EXPECT_EQ(hearing.heard, "It is [ACODE-NET-017, broke off, 1][HTTP 503, 2]It is noon.");
  EXPECT_EQ(hearing.waits, bench.clock.waits);
}

TEST(Asker, AServerThatStaysAwayIsAFailureWithAWayForward) {
  Bench bench({{"", 0, net::NetErrorKind::kRefused}});
  const Asked asked = bench.ask();
  ASSERT_TRUE(asked.failure);
  EXPECT_EQ(asked.failure->code, "ACODE-NET-005");
  EXPECT_EQ(bench.transport.requests.size(), 4U);
}

TEST(Asker, ARefusalForGoodIsNotTriedAgain) {
  Bench bench({{R"({"error": {"message": "no such model", "type": "invalid_request_error"}})", 404}});
  const Asked asked = bench.ask();
  ASSERT_TRUE(asked.failure);
  EXPECT_EQ(asked.failure->code, "HTTP 404");
  EXPECT_NE(asked.failure->message.find("no such model"), std::string::npos) << asked.failure->message;
  EXPECT_EQ(bench.transport.requests.size(), 1U);
}

TEST(Asker, RT4_CancellingEndsItAtAnyRequest) {
  for (unsigned at = 1; at <= 3; ++at) {
    Bench bench({{calling({{"read_file", kBad}})}});
    bench.cancel = net::CancelToken::make();
    bench.transport.before_answer = [&] {
      if (bench.transport.requests.size() == at) bench.cancel.cancel();
    };
    (void)bench.ask();
    EXPECT_EQ(bench.transport.requests.size(), at);
  }
}

// Whatever happens, and however often: the requests stay within what was allowed, and the tokens add up.
TEST(Asker, RT1_NeverMoreRequestsThanAllowedWhateverTheScript) {
  std::minstd_rand random(7);
  const std::vector<test::Scripted> answers = {
      {calling({{"read_file", kBad}})},
      {calling({{"read_file", kGood}})},
      {calling({{"read_file", kBad}, {"now", "{}"}, {"read_file", R"({"path": "a)"}})},
      {saying("no JSON here")},
      {saying("{broken")},
      {saying(kGood)},
      {"", 0, net::NetErrorKind::kCut},
      {"", 0, net::NetErrorKind::kRefused},
      {"<html>Bad Gateway</html>", 502},
      {R"({"error": {"message": "slow down"}})", 429},
      {calling({{"nothing", "{}"}})},
      {calling({{"read_file", kGood}}).substr(0, 150), 0, net::NetErrorKind::kCut},
  };
  for (int round = 0; round < 500; ++round) {
    std::deque<test::Scripted> script;
    for (int i = 0; i < 12; ++i) script.push_back(answers[random() % answers.size()]);
    Bench bench(script);
    bench.settings.tool_call.retry.max_retries = 1 + random() % 4;
    const unsigned allowed = bench.settings.tool_call.retry.max_retries;
    const Asked asked = bench.ask();
    unsigned questions = 0;
    std::uint64_t tokens = 0;
    for (const Attempt& attempt : asked.attempts) {
      if (!attempt.rung) ++questions;
      tokens += attempt.usage.input + attempt.usage.output;
      EXPECT_LE(attempt.number, allowed);
    }
    EXPECT_EQ(asked.attempts.size(), bench.transport.requests.size());
    EXPECT_LE(questions, 1 + allowed);
    EXPECT_LE(asked.attempts.size() - questions, 3U * allowed);
    EXPECT_EQ(tokens, asked.result.usage.input + asked.result.usage.output);
    for (std::size_t i = 1; i < bench.transport.requests.size(); ++i) {
      const ChatRequest& a = bench.transport.requests[i - 1];
      const ChatRequest& b = bench.transport.requests[i];
      if (!b.seed) continue;
      EXPECT_NE(encode_request(config::ServerDialect::kOpenAi, a, ConstraintStyle::kNamedTool),
                encode_request(config::ServerDialect::kOpenAi, b, ConstraintStyle::kNamedTool));
    }
  }
}

}  // namespace
}  // namespace acode::agent
