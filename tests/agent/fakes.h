// A model that answers what the test says, and a clock in which nobody waits.
#pragma once

#include <chrono>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/schema/toolset.h"
#include "acode/wire/wire.h"
#include "agent/asker.h"
#include "agent/clock.h"
#include "agent/transport.h"
#include "config/configuration.h"

namespace acode::agent::test {

class FakeClock final : public Clock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() override { return now_; }
  [[nodiscard]] retry::WallTime wall() override {
    return retry::WallTime(std::chrono::duration_cast<std::chrono::milliseconds>(now_));
  }
  bool wait(std::chrono::milliseconds duration, const net::CancelToken& cancel) override {
    waits.push_back(duration);
    now_ += duration;
    return !cancel.is_cancelled();
  }
  void pass(std::chrono::milliseconds duration) { now_ += duration; }

  std::vector<std::chrono::milliseconds> waits;

 private:
  std::chrono::nanoseconds now_{std::chrono::hours(1)};
};

/// One answer of the script.
struct Scripted {
  std::string body;
  int status = 200;
  std::optional<net::NetErrorKind> error{};
};

/// Plays a script; when it is at its end, its last answer again and again.
class FakeTransport final : public Transport {
 public:
  explicit FakeTransport(std::deque<Scripted> script) : script_(std::move(script)) {}

  TransportReply send(const ChatRequest& request, const ByteSink& sink, const net::CancelToken& /*cancel*/) override {
    requests.push_back(request);
    if (before_answer) before_answer();
    const Scripted answer = script_.front();
    if (script_.size() > 1) script_.pop_front();
    const std::string_view body = answer.body;
    for (std::size_t at = 0; at < body.size() && sink(body.substr(at, 7)); at += 7) {
    }
    TransportReply reply;
    reply.status = answer.error ? 0 : answer.status;
    if (answer.error) reply.error = net::make_error(*answer.error, "host:1");
    return reply;
  }
  [[nodiscard]] wire::Dialect dialect() const override { return wire::Dialect::kOpenAiChat; }

  std::vector<ChatRequest> requests;
  std::function<void()> before_answer;

 private:
  std::deque<Scripted> script_;
};

inline const schema::Toolset& tools() {
  static const schema::Toolset kTools =
      schema::load_tools(R"([{"name": "read_file", "description": "Reads", "parameters": {"type": "object",
        "properties": {"path": {"type": "string"}, "lines": {"type": "integer"}}, "required": ["path"]}},
        {"name": "now", "description": "The time", "parameters": {"type": "object", "properties": {}}}])")
          .tools;
  return kTools;
}

/// A body with calls: names and texts of arguments. Costs 10 tokens in and 5 out.
inline std::string calling(const std::vector<std::pair<std::string, std::string>>& calls) {
  wire::Answer answer;
  answer.finish = wire::FinishReason::kToolCalls;
  answer.usage = {10, 5, 0, 0};
  for (const auto& [name, arguments] : calls) {
    answer.calls.push_back({"id" + std::to_string(answer.calls.size()), name, arguments});
  }
  return wire::encode(wire::Dialect::kOpenAiChat, answer);
}

inline std::string saying(std::string text) {
  wire::Answer answer;
  answer.text = std::move(text);
  answer.finish = wire::FinishReason::kStop;
  answer.usage = {10, 5, 0, 0};
  return wire::encode(wire::Dialect::kOpenAiChat, answer);
}

/// Everything that the loop needs, with the defaults.
struct Bench {
  explicit Bench(std::deque<Scripted> script) : transport(std::move(script)) {
    settings.model = "m";
    settings.options = {{"max_tokens", "100"}};
  }

  Asked ask(std::string question = "What is in a.txt?") {
    Asker asker(transport, tools(), settings, clock, breaker);
    AskListener listener;
    return asker.ask({{Role::kSystem, "Be brief."}, {Role::kUser, std::move(question)}}, listener, cancel);
  }

  FakeTransport transport;
  FakeClock clock;
  config::ProviderSettings settings = config::Configuration().provider("openai");
  retry::Breaker breaker{settings.tool_call.breaker};
  net::CancelToken cancel;
};

}  // namespace acode::agent::test
