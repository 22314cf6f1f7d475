// The whole of it: a gateway as it is run, a client, a model that makes mistakes, the fleet's database and a collector of
// spans (OB-4, OB-5, GW-6).
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "acode/json/reader.h"
#include "cli/program.h"
#include "fleet/collector.h"
#include "fleet/events.h"
#include "fleet/test_database.h"
#include "net/client.h"
#include "script/script.h"
#include "script/scripted_server.h"

namespace acode::fleet {
namespace {

using acode::test::contains;
using test::eventually;
using test::TestDatabase;

constexpr std::string_view kQuestion =
    R"({"model": "m", "messages": [{"role": "user", "content": "go"}], "tools": [{"type": "function", "function":
        {"name": "log_in", "parameters": {"type": "object", "properties": {"password": {"type": "string"}}}}}]})";

/// `acode serve` in a process of its own, with a folder for its state.
class RunningGateway {
 public:
  RunningGateway(const std::string& upstream, std::vector<std::string> environment) {
    environment.insert(environment.end(), {"HOME=" + folder_.path(), "XDG_STATE_HOME=" + folder_.path(),
                                           "XDG_CONFIG_HOME=" + folder_.path(), "PATH=/usr/bin:/bin"});
    std::vector<std::string> words = {acode::test::acode_program(),
                                      "serve",
                                      "--json",
                                      "--provider",
                                      "openai",
                                      "--base-url",
                                      upstream,
                                      "--listen",
                                      "127.0.0.1:0",
                                      "--threads",
                                      "1"};
    folder_.write("out", "");
    folder_.write("err", "");
    process_ = ::fork();
    if (process_ == 0) {
      const int out = ::open(folder_.file("out").c_str(), O_WRONLY | O_CREAT, 0600);
      const int err = ::open(folder_.file("err").c_str(), O_WRONLY | O_CREAT, 0600);
      if (::dup2(out, 1) == -1 || ::dup2(err, 2) == -1 || ::chdir(folder_.path().c_str()) != 0) ::_exit(126);
      ::execve(words[0].c_str(), list_of(words).data(), list_of(environment).data());
      ::_exit(127);
    }
    EXPECT_TRUE(eventually([&] { return contains(folder_.read("out"), "}\n"); })) << folder_.read("err");
    const std::string line = folder_.read("out");
    url_ = std::string(json::parse(line)->root().find("url")->as_string());
  }
  RunningGateway(const RunningGateway&) = delete;
  RunningGateway& operator=(const RunningGateway&) = delete;
  ~RunningGateway() { stop(); }

  /// SIGTERM, and what it comes to.
  int stop() {
    if (process_ == 0) return 0;
    ::kill(process_, SIGTERM);
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  }

  std::string ask(std::string_view target, std::string_view body, std::string_view parent = {}) {
    net::HttpRequest request;
    if (!parent.empty()) request.headers.set("traceparent", parent);
    request.method = body.empty() ? "GET" : "POST";
    request.url = *net::Url::parse(url_ + std::string(target));
    if (!body.empty()) request.headers.set("Content-Type", "application/json");
    request.body = body;
    const auto answer = client_.send(request);
    return answer ? answer->body : to_string(answer.error());
  }

  [[nodiscard]] const acode::test::TemporaryFolder& folder() const { return folder_; }

 private:
  static std::vector<char*> list_of(std::vector<std::string>& words) {
    std::vector<char*> list;
    for (std::string& word : words) list.push_back(word.data());
    list.push_back(nullptr);
    return list;
  }

  acode::test::TemporaryFolder folder_;
  std::string url_;
  pid_t process_ = 0;
  net::HttpClient client_;
};

TEST(Serve, OB4_EventsOfAGatewayReachTheDatabaseWithoutTheirValues) {
  ACODE_NEEDS_DATABASE();
  TestDatabase database;
  script::Script script;
  script.steps = {script::calling("log_in", R"({"password": "hunter2-secret",})")};
  script.then = script::Script::Then::kRepeatLast;
  auto model = script::ScriptedServer::start(std::move(script));
  RunningGateway gateway((*model)->url() + "/v1", {"ACODE_DATABASE_URL=" + database.url()});
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(contains(gateway.ask("/v1/chat/completions", kQuestion), "hunter2-secret")) << "the client's call";
  }
  const std::string metrics = gateway.ask("/metrics", "");
  EXPECT_TRUE(contains(metrics, "\nacode_fleet_waiting_events ")) << metrics;
  EXPECT_TRUE(contains(metrics, "\nacode_events_dropped_total 0\n")) << metrics;
  EXPECT_EQ(gateway.stop(), 0);
  EXPECT_EQ(database.number("SELECT count(*) FROM acode_events WHERE tool_name = 'log_in' AND provider = 'openai'"), 3);
  EXPECT_EQ(database.number("SELECT count(*) FROM acode_events e WHERE e::text LIKE '%hunter2%'"), 0);
  EXPECT_EQ(database.number("SELECT count(*) FROM acode_events e WHERE e::text LIKE '%trailing_comma%'"), 3);

  // And back, for people.
  const std::string id = database.ask("SELECT correlation_id FROM acode_events")[0];
  acode::test::Setting setting;
  setting.environment = {"ACODE_DATABASE_URL=" + database.url(), "XDG_STATE_HOME=" + gateway.folder().file("other"),
                         "XDG_CONFIG_HOME=" + gateway.folder().path()};
  setting.directory = gateway.folder().path();
  const auto stats = acode::test::run_acode({"providers", "stats", "openai", "--tool-calls", "--fleet"}, setting);
  EXPECT_EQ(stats.status, 0) << stats.err;
  EXPECT_TRUE(contains(stats.out, "Auto-Repaired:")) << stats.out;
  EXPECT_TRUE(contains(stats.out, "3 (100.0%)")) << stats.out;
  const auto story = acode::test::run_acode({"debug", "tool-call", "--correlation-id", id, "--fleet"}, setting);
  EXPECT_EQ(story.status, 0) << story.err;
  EXPECT_TRUE(contains(story.out, "log_in")) << story.out;
  setting.environment[0] = "ACODE_DATABASE_URL=postgresql://u:hunter2-wrong@127.0.0.1:1/x";
  const auto away = acode::test::run_acode({"providers", "stats", "openai", "--tool-calls", "--fleet"}, setting);
  EXPECT_EQ(away.status, 3) << away.err;
  EXPECT_TRUE(contains(away.err, "ACODE-DB-001")) << away.err;
  EXPECT_FALSE(contains(away.err, "hunter2")) << away.err;
}

constexpr std::string_view kTrace = "0af7651916cd43dd8448eb211c80319c";
constexpr std::string_view kClientSpan = "b7ad6b7169203331";

// A client that is part of a trace, a call that has to be asked for again: who waited for whom can be seen, and no value.
TEST(Serve, OB5_SpansOfAnExchangeContinueTheClientsTraceAndHaveNoValues) {
  test::Collector collector;
  script::Script script;
  script.steps = {script::calling("log_in", R"({"password": ["hunter2-secret"]})"),
                  script::calling("log_in", R"({"password": "hunter2-secret",})")};
  auto model = script::ScriptedServer::start(std::move(script));
  RunningGateway gateway((*model)->url() + "/v1", {"OTEL_EXPORTER_OTLP_ENDPOINT=" + collector.url(),
                                                   "OTEL_EXPORTER_OTLP_HEADERS=api-key=k", "OTEL_SERVICE_NAME=gate"});
  const std::string parent = "00-" + std::string(kTrace) + "-" + std::string(kClientSpan) + "-";
  EXPECT_TRUE(contains(gateway.ask("/v1/chat/completions", kQuestion, parent + "01"), "hunter2-secret"));
  EXPECT_TRUE(contains(gateway.ask("/metrics", ""), "\nacode_spans_dropped_total 0\n"));
  EXPECT_EQ(gateway.stop(), 0);

  const test::SeenSpan exchange = collector.span("POST /v1/chat/completions");
  EXPECT_EQ(exchange.trace_id, kTrace);
  EXPECT_EQ(exchange.parent_id, kClientSpan);
  EXPECT_EQ(exchange.kind, 2U);
  EXPECT_EQ(exchange.attributes.at("acode.outcome"), "retried");
  EXPECT_EQ(exchange.attributes.at("acode.attempts"), "2");
  EXPECT_EQ(exchange.attributes.at("http.response.status_code"), "200");
  EXPECT_EQ(exchange.attributes.at("gen_ai.request.model"), "m");
  const test::SeenSpan call = collector.span("tool_call log_in");
  EXPECT_EQ(call.parent_id, exchange.span_id);
  EXPECT_EQ(call.attributes.at("gen_ai.tool.name"), "log_in");
  EXPECT_EQ(call.attributes.at("acode.outcome"), "retried");

  // The model's server is told of the spans that stand for its two answers.
  std::vector<test::SeenSpan> requests;
  for (const test::SeenSpan& span : collector.spans()) {
    EXPECT_EQ(span.trace_id, kTrace);
    EXPECT_LE(span.begun, span.ended) << span.name;
    if (span.name == "chat m") requests.push_back(span);
  }
  const std::vector<script::SeenRequest> seen = (*model)->requests();
  ASSERT_EQ(requests.size(), 2U);
  ASSERT_EQ(seen.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(requests[i].parent_id, exchange.span_id);
    EXPECT_EQ(requests[i].kind, 3U);
    EXPECT_EQ(requests[i].attributes.at("acode.attempt"), std::to_string(i + 1));
    EXPECT_EQ(requests[i].attributes.at("gen_ai.operation.name"), "chat");
    EXPECT_EQ(requests[i].attributes.at("gen_ai.provider.name"), "openai");
    EXPECT_EQ(seen[i].headers.get("traceparent"), "00-" + std::string(kTrace) + "-" + requests[i].span_id + "-01");
  }
  EXPECT_EQ(requests[0].attributes.at("acode.rung"), "first");
  for (const net::ReceivedRequest& request : collector.requests()) {
    EXPECT_EQ(request.headers.get("api-key"), "k");
    EXPECT_FALSE(contains(request.body, "hunter2"));
  }
}

// A trace that its beginner does not keep has no spans of ours either, and goes on as it came.
TEST(Serve, OB5_ATraceThatIsNotKeptPasses) {
  test::Collector collector;
  script::Script script;
  script.steps = {script::saying("yes")};
  auto model = script::ScriptedServer::start(std::move(script));
  RunningGateway gateway((*model)->url() + "/v1", {"ACODE_TRACING_ENDPOINT=" + collector.url()});
  const std::string parent = "00-" + std::string(kTrace) + "-" + std::string(kClientSpan) + "-00";
  EXPECT_TRUE(contains(gateway.ask("/v1/chat/completions", kQuestion, parent), "yes"));
  EXPECT_EQ(gateway.stop(), 0);
  EXPECT_TRUE(collector.spans().empty());
  EXPECT_EQ((*model)->requests().at(0).headers.get("traceparent"), parent);
}

}  // namespace
}  // namespace acode::fleet
