// The loop against the scripted server over real HTTP, in both dialects, streamed and not: answers, broken answers, delays,
// cut connections, errors with raw text, 429, slow trickles.
#include "script/scripted_server.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <tuple>

#include "acode/json/writer.h"
#include "agent/asker.h"
#include "agent/fakes.h"
#include "agent/http_transport.h"
#include "net/url.h"

namespace acode::script {
namespace {

using agent::Asked;
using agent::Role;
using config::ServerDialect;

const std::string kGood = R"({"path":"a.txt"})";

class Served : public testing::TestWithParam<std::tuple<ServerDialect, bool>> {
 protected:
  void start(std::vector<Step> steps, Script::Then then = Script::Then::kFail) {
    auto started = ScriptedServer::start({std::move(steps), then});
    ASSERT_TRUE(started) << started.error().message;
    server_ = std::move(*started);
    settings_ = config::Configuration().provider(std::get<0>(GetParam()) == ServerDialect::kOllama ? "ollama" : "vllm");
    settings_.base_url = server_->url() + (settings_.dialect == ServerDialect::kOllama ? "" : "/v1");
    settings_.model = "scripted";
    settings_.streaming = std::get<1>(GetParam());
  }

  Asked ask() {
    auto transport = agent::HttpTransport::make(settings_, "");
    EXPECT_TRUE(transport.ok());
    agent::Asker asker(**transport, agent::test::tools(), settings_, clock_, breaker_);
    return asker.ask({{Role::kUser, "What is in a.txt?"}}, listener_, cancel_);
  }

  struct Listener : agent::AskListener {
    void text(std::string_view piece) override { heard += piece; }
    std::string heard;
  };

  std::unique_ptr<ScriptedServer> server_;
  config::ProviderSettings settings_;
  agent::test::FakeClock clock_;
  retry::Breaker breaker_{{}};
  Listener listener_;
  net::CancelToken cancel_;
};

TEST_P(Served, AValidCall) {
  start({calling("read_file", kGood)});
  const Asked asked = ask();
  ASSERT_FALSE(asked.failure) << asked.failure->message;
  ASSERT_EQ(asked.result.calls.size(), 1U);
  EXPECT_EQ(json::write(asked.result.calls[0].arguments->value()), kGood);
  EXPECT_GT(asked.result.usage.output, 0U);
}

TEST_P(Served, TextAsItComes) {
  start({saying("It says hello, and a bit more than one piece.")});
  const Asked asked = ask();
  EXPECT_EQ(asked.result.content, "It says hello, and a bit more than one piece.");
  EXPECT_EQ(listener_.heard, asked.result.content);
}

TEST_P(Served, FiveCallsInOrder) {
  Step step = calling("now", "{}");
  for (int i = 0; i < 4; ++i)
    step.answer.calls.push_back({"", "read_file", R"({"path":")" + std::to_string(i) + "\"}"});
  start({step});
  const Asked asked = ask();
  ASSERT_EQ(asked.result.calls.size(), 5U);
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_EQ(asked.result.calls[i].arguments->value().find("path")->as_string(), std::to_string(i - 1));
  }
}

TEST_P(Served, RP3_ATrailingCommaIsRepaired) {
  start({calling("read_file", R"({"path": "a.txt",})")});
  const Asked asked = ask();
  ASSERT_EQ(asked.result.calls.size(), 1U);
  EXPECT_EQ(asked.result.calls[0].verdict, pipeline::Verdict::kRepaired);
}

TEST_P(Served, RT1_TwoFailuresThenSuccess) {
  start({calling("read_file", R"({"path": 5})"), saying(R"({"path": 6})"), calling("read_file", kGood)});
  const Asked asked = ask();
  EXPECT_EQ(asked.result.calls.size(), 1U);
  EXPECT_EQ(asked.result.retries, 2U);
  EXPECT_EQ(server_->requests().size(), 3U);
}

TEST_P(Served, EX10_AnErrorThatCarriesTheModelsTextIsReadLikeAnAnswer) {
  Step step;
  step.status = 500;
  step.body =
      "{\"error\":\"error parsing tool call: raw='{\\\"name\\\":\\\"read_file\\\",\\\"arguments\\\":{\\\"path\\\":"
      "\\\"a.txt\\\"}}', err=invalid character\"}";
  start({step});
  const Asked asked = ask();
  ASSERT_EQ(asked.result.calls.size(), 1U) << (asked.failure ? asked.failure->message : "");
}

TEST_P(Served, ABusyServerIsAskedAgainAfterTheTimeItSays) {
  Step busy;
  busy.status = 429;
  busy.body = R"({"error":{"message":"slow down"}})";
  busy.headers = {{"Retry-After", "2"}};
  start({busy, calling("now", "{}")});
  const Asked asked = ask();
  EXPECT_EQ(asked.result.calls.size(), 1U);
  EXPECT_GE(clock_.waits.at(0).count(), 2000);
}

TEST_P(Served, AConnectionThatIsCutBeforeAnyAnswerIsTriedAgain) {
  Step cut = saying("never");
  cut.cut_after = 0;
  cut.reset = true;
  start({cut, calling("now", "{}")});
  const Asked asked = ask();
  EXPECT_EQ(asked.result.calls.size(), 1U) << (asked.failure ? asked.failure->message : "");
}

TEST_P(Served, ATrickleOfSingleBytes) {
  Step slow = calling("read_file", kGood);
  slow.piece_bytes = 1;
  start({slow});
  EXPECT_EQ(ask().result.calls.size(), 1U);
}

TEST_P(Served, RT4_CancellingEndsASlowAnswerSoon) {
  Step slow = saying(std::string(1000, 'x'));
  slow.delay = std::chrono::seconds(30);
  start({slow});
  cancel_ = net::CancelToken::make();
  std::thread canceller([this] {
    while (server_->requests().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    cancel_.cancel();
  });
  const Asked asked = ask();
  canceller.join();
  ASSERT_TRUE(asked.failure);
  EXPECT_EQ(asked.failure->kind, agent::AskFailure::Kind::kCancelled);
}

INSTANTIATE_TEST_SUITE_P(
    , Served, testing::Combine(testing::Values(ServerDialect::kOllama, ServerDialect::kOpenAi), testing::Bool()),
    [](const auto& given) {
      return std::string(std::get<0>(given.param) == ServerDialect::kOllama ? "Ollama" : "OpenAi") +
             (std::get<1>(given.param) ? "Streamed" : "Whole");
    });

TEST(ScriptedServer, AStreamCutInsideACallIs008AndAskedForAgain) {
  Step cut = calling("read_file", kGood);
  cut.cut_after = 330;
  auto server = ScriptedServer::start({{cut, calling("read_file", kGood)}, Script::Then::kFail});
  ASSERT_TRUE(server);
  config::ProviderSettings settings = config::Configuration().provider("vllm");
  settings.base_url = (*server)->url() + "/v1";
  auto transport = agent::HttpTransport::make(settings, "");
  agent::test::FakeClock clock;
  retry::Breaker breaker{{}};
  agent::Asker asker(**transport, agent::test::tools(), settings, clock, breaker);
  agent::AskListener listener;
  const Asked asked = asker.ask({{Role::kUser, "?"}}, listener, {});
  EXPECT_EQ(asked.result.calls.size(), 1U);
  EXPECT_EQ(asked.attempts.size(), 2U);
}

TEST(ScriptedServer, TellsWhatItHas) {
  auto server = ScriptedServer::start({{saying("x")}, Script::Then::kFail});
  ASSERT_TRUE(server);
  config::ProviderSettings settings = config::Configuration().provider("ollama");
  settings.base_url = (*server)->url();
  auto transport = agent::HttpTransport::make(settings, "");
  const auto tags = (*transport)->ask("/api/tags", "", {});
  ASSERT_TRUE(tags) << tags.error().message;
  EXPECT_NE(tags->body.find("scripted"), std::string::npos);
  EXPECT_EQ((*transport)->ask("/nothing", "", {})->head.status, 404);
  EXPECT_FALSE((*server)->is_played());
}

TEST(ScriptedServer, ATakenPortIsSaid) {
  auto first = ScriptedServer::start({{saying("x")}});
  ASSERT_TRUE(first);
  ServerSettings settings;
  settings.port = net::Url::parse((*first)->url())->port;
  const auto second = ScriptedServer::start({{saying("x")}}, settings);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, net::NetErrorKind::kAddressTaken);
}

}  // namespace
}  // namespace acode::script
