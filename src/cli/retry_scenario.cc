// The scenario: a server, the loop, and what is printed of it.
#include "cli/retry_scenario.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/json/writer.h"
#include "acode/schema/toolset.h"
#include "agent/http_transport.h"
#include "cli/display.h"
#include "cli/interrupt.h"
#include "script/scripted_server.h"

namespace acode::cli {
namespace {

using agent::Asked;
using agent::Attempt;

constexpr std::string_view kTools = R"([{"name": "write_file", "description": "Writes a file",
  "parameters": {"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}},
                 "required": ["path", "content"]}}])";

// What models do wrong, in turn. None of it can be mended: a value is of the wrong type, or missing, or cut off.
constexpr std::array<std::string_view, 3> kBroken = {
    R"({"path": 42, "content": "hello"})",
    R"({"path": "hello.txt"})",
    R"({"path": "hello.txt", "content": "hel)",
};
constexpr std::string_view kRight = R"({"path": "hello.txt", "content": "hello"})";

script::Script script_for(const RetryScenario& scenario) {
  script::Script script;
  const std::size_t failures = scenario.failures.value_or(kBroken.size());
  for (std::size_t i = 0; i < failures; ++i) {
    script.steps.push_back(script::calling("write_file", std::string(kBroken.at(i % kBroken.size()))));
  }
  if (scenario.failures) script.steps.push_back(script::calling("write_file", std::string(kRight)));
  script.then = scenario.failures ? script::Script::Then::kRepeatLast : script::Script::Then::kRepeatAll;
  return script;
}

std::string milliseconds_of(std::chrono::nanoseconds duration) {
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count()) + " ms";
}

std::string way_of(const Attempt& attempt) {
  if (!attempt.rung) return "the question";
  std::string way(retry::rung_name(*attempt.rung));
  return attempt.constrained ? way + ", held to the schema" : way;
}

/// Prints each attempt as it ends.
class Printer final : public agent::AskListener {
 public:
  explicit Printer(Output& out) : out_(out) {}

  void attempted(const Attempt& attempt) override {
    ++count_;
    std::string line = "Attempt " + std::to_string(count_) + " (" + way_of(attempt) + "): ";
    line += attempt.error_code.empty() ? "success" : attempt.error_code + " " + printable(attempt.error_message, 200);
    if (attempt.rung) line += " [waited " + milliseconds_of(attempt.waited) + "]";
    out_.write(line + "\n");
    out_.flush();
  }

 private:
  Output& out_;
  unsigned count_ = 0;
};

std::string attempt_json(const Attempt& attempt) {
  std::string out = "{\"rung\":";
  json::write_string_to(out, attempt.rung ? retry::rung_name(*attempt.rung) : "question");
  out += std::string(",\"constrained\":") + (attempt.constrained ? "true" : "false") + ",\"code\":";
  json::write_string_to(out, attempt.error_code);
  out += ",\"message\":";
  json::write_string_to(out, attempt.error_message);
  return out + ",\"waited_ms\":" + std::to_string(attempt.waited.count() / 1'000'000) + "}";
}

std::uint64_t tokens_of(const Asked& asked) { return asked.result.usage.input + asked.result.usage.output; }

void print_json(const Asked& asked, Streams& streams) {
  std::string out = std::string("{\"success\":") + (asked.result.calls.empty() ? "false" : "true") +
                    ",\"retry_count\":" + std::to_string(asked.result.retries) +
                    ",\"total_tokens\":" + std::to_string(tokens_of(asked)) + ",\"error\":";
  if (asked.result.rejected.empty()) {
    out += "null";
  } else {
    out += "{\"code\":\"" + asked.result.rejected[0].error()->code + "\",\"message\":";
    json::write_string_to(out, asked.result.rejected[0].error()->message);
    out += "}";
  }
  out += ",\"attempts\":[";
  for (std::size_t i = 0; i < asked.attempts.size(); ++i) out += (i == 0 ? "" : ",") + attempt_json(asked.attempts[i]);
  streams.out.write(out + "]}\n");
}

void print_end(const Asked& asked, Streams& streams) {
  std::string out;
  if (!asked.result.calls.empty()) {
    out = "Result: success\nCall: " + asked.result.calls[0].name + " " +
          printable(json::write(asked.result.calls[0].arguments->value()), 120) + "\n";
  } else if (!asked.result.rejected.empty()) {
    const pipeline::Finding& error = *asked.result.rejected[0].error();
    out = "Result: failed\nError: " + error.code + ": " + printable(error.message) + "\n";
  }
  out += "Retry Count: " + std::to_string(asked.result.retries) +
         "\nTotal Tokens: " + std::to_string(tokens_of(asked)) + "\nRetry Time: " + milliseconds_of(asked.retry_time) +
         "\n";
  streams.out.write(out);
}

}  // namespace

ExitCode play_retry_scenario(const RetryScenario& scenario, config::ProviderSettings provider, Streams& streams) {
  auto server = script::ScriptedServer::start(script_for(scenario));
  if (!server) {
    streams.tell("acode: test: " + to_string(server.error()) + "\n");
    return ExitCode::kInputOutput;
  }
  provider.dialect = scenario.dialect;
  provider.base_url = (*server)->url() + (scenario.dialect == config::ServerDialect::kOllama ? "" : "/v1");
  provider.model = "scripted";
  provider.streaming = scenario.stream;

  const Interrupt interrupt;
  const schema::Toolset tools = schema::load_tools(kTools).tools;
  auto transport = agent::HttpTransport::make(provider, "");
  agent::SystemClock clock;
  retry::Breaker breaker(provider.tool_call.breaker);
  agent::Asker asker(**transport, tools, provider, clock, breaker);
  Printer printer(streams.out);
  agent::AskListener silent;
  agent::AskListener& listener = scenario.json ? silent : static_cast<agent::AskListener&>(printer);
  const Asked asked = asker.ask({{agent::Role::kUser, "Write hello to hello.txt."}}, listener, interrupt.token());
  if (asked.failure) {
    streams.tell("acode: test: " + asked.failure->code + ": " + printable(asked.failure->message) + "\n");
    return ExitCode::kRefused;
  }
  scenario.json ? print_json(asked, streams) : print_end(asked, streams);
  return asked.result.rejected.empty() ? ExitCode::kGood : ExitCode::kRefused;
}

}  // namespace acode::cli
