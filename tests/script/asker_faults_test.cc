// The ask-again loop against a real server that does everything wrong: errors, garbage, cut connections, delays, trickles,
// calls good and bad, in any order (RT-1, RT-5). Whatever happens, it asks no more often than it may, it knows of every
// request that was sent, and its account of tokens is the server's.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "agent/asker.h"
#include "agent/fakes.h"
#include "agent/http_transport.h"
#include "script/scripted_server.h"

namespace acode::agent {
namespace {

using config::ServerDialect;
using script::Script;
using script::ScriptedServer;
using script::Step;

class Chance {
 public:
  explicit Chance(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t end) { return random_() % end; }
  bool one_in(std::size_t many) { return below(many) == 0; }
  template <class T>
  const T& one_of(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }
  std::string bytes(std::size_t most) {
    std::string made(below(most + 1), ' ');
    for (char& c : made) c = static_cast<char>(random_() & 0xFFU);
    return made;
  }

 private:
  std::mt19937 random_;
};

// What a model says. Each answer costs another number of tokens.
Step random_answer(Chance& chance) {
  static const std::vector<std::string> kArguments = {
      R"({"path": "a"})", R"({"path": "a",})", R"({"path": 5})", "{}", R"({"path": "a)", "no JSON", "",
  };
  static const std::vector<std::string> kTexts = {
      "Just words.",
      R"({"path": "b"})",
      R"({"path": 7})",
      "{broken",
      R"(<tool_call>{"name": "read_file", "arguments": {"path": 1}}</tool_call>)",
      R"(<tool_call>{"name": "read_file", "arguments": {"pa)",
      "",
  };
  Step step = script::saying(chance.one_in(2) ? chance.one_of(kTexts) : "");
  for (std::size_t calls = chance.one_in(3) ? 0 : 1 + chance.below(3); calls > 0; --calls) {
    step.answer.calls.push_back({"", chance.one_in(8) ? "no_such_tool" : "read_file", chance.one_of(kArguments)});
    step.answer.finish = wire::FinishReason::kToolCalls;
  }
  if (chance.one_in(8)) step.answer.finish = wire::FinishReason::kLength;
  step.answer.usage = {chance.below(100), chance.below(100), 0, 0};
  return step;
}

Step random_step(Chance& chance) {
  static const std::vector<int> kStatuses = {200, 400, 404, 408, 429, 500, 502, 503};
  Step step = random_answer(chance);
  if (chance.one_in(4)) {
    step.status = chance.one_of(kStatuses);
    step.body = chance.one_in(2) ? chance.bytes(300) : R"({"error": "something is wrong"})";
    if (chance.one_in(4)) step.headers.emplace_back("Retry-After", "1");
  }
  if (chance.one_in(4)) {
    step.cut_after = chance.below(400);
    step.reset = chance.one_in(2);
  }
  if (chance.one_in(4)) step.delay = std::chrono::milliseconds(chance.below(4));
  if (chance.one_in(4)) step.piece_bytes = 1 + chance.below(60);
  return step;
}

Script random_script(Chance& chance) {
  Script script{{}, Script::Then::kRepeatAll};
  for (std::size_t steps = 1 + chance.below(10); steps > 0; --steps) script.steps.push_back(random_step(chance));
  return script;
}

struct Tokens {
  std::uint64_t least = 0;  ///< of the answers that went out whole
  std::uint64_t most = 0;   ///< and of those that were cut, perhaps behind their figures
};

Tokens tokens_of(const Script& script, std::size_t requests) {
  Tokens tokens;
  for (std::size_t i = 0; i < requests; ++i) {
    const Step& step = script.steps[i % script.steps.size()];
    if (step.body) continue;
    const std::uint64_t said = step.answer.usage.input + step.answer.usage.output;
    tokens.most += said;
    if (!step.cut_after) tokens.least += said;
  }
  return tokens;
}

struct Counter final : AskListener {
  void settled(const SettledCall& /*settled*/) override { ++count; }
  void putting_again(const PutAgain& /*again*/) override { ++again; }
  std::size_t count = 0;
  std::size_t again = 0;
};

void holds_for(unsigned seed) {
  SCOPED_TRACE("script number " + std::to_string(seed));
  Chance chance(seed);
  const Script script = random_script(chance);
  auto server = ScriptedServer::start(script);
  ASSERT_TRUE(server);

  const bool ollama = chance.one_in(2);
  config::ProviderSettings settings = config::Configuration().provider(ollama ? "ollama" : "openai");
  settings.base_url = (*server)->url() + (ollama ? "" : "/v1");
  settings.model = "scripted";
  settings.streaming = chance.one_in(2);
  retry::Policy& policy = settings.tool_call.retry;
  policy.max_retries = 1 + static_cast<unsigned>(chance.below(4));
  policy.unknown_tools = chance.one_in(2);
  auto transport = HttpTransport::make(settings, "");
  ASSERT_TRUE(transport);
  test::FakeClock clock;
  retry::Breaker breaker(settings.tool_call.breaker);
  Asker asker(**transport, test::tools(), settings, clock, breaker);
  Counter counter;
  const Asked asked = asker.ask({{Role::kUser, "?"}}, counter, {});

  std::size_t questions = 0;
  std::map<std::string, unsigned> retries_of;
  std::uint64_t tokens = 0;
  for (const Attempt& attempt : asked.attempts) {
    attempt.rung ? ++retries_of[attempt.call_id] : ++questions;
    tokens += attempt.usage.input + attempt.usage.output;
  }
  EXPECT_EQ(asked.attempts.size(), (*server)->requests().size()) << "each request is accounted for";
  EXPECT_LE(questions, 1 + policy.max_retries);
  EXPECT_EQ(questions, 1 + counter.again);
  for (const auto& [id, retries] : retries_of) EXPECT_LE(retries, policy.max_retries) << id;
  EXPECT_EQ(asked.result.retries, asked.attempts.size() - questions);
  EXPECT_EQ(counter.count, asked.failure ? 0 : asked.result.total_count() + asked.withdrawn.size());

  EXPECT_EQ(tokens, asked.result.usage.input + asked.result.usage.output);
  const Tokens said = tokens_of(script, asked.attempts.size());
  EXPECT_GE(tokens, said.least);
  EXPECT_LE(tokens, said.most);
}

TEST(AskerFaults, RT1_RT5_NeverMoreRequestsThanAllowedAndTokensAddUp) {
  for (unsigned seed = 1; seed <= 400; ++seed) holds_for(seed);
}

}  // namespace
}  // namespace acode::agent
