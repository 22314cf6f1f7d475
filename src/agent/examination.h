// What a server and its model can do with tool calls, found out by asking them.
//
//   Examination examination(settings, transport, clock, cancel);
//   examination.server();                         // reachable, speaks the dialect, has the model
//   examination.tool_calls();                     // a call is made, found, read, fits; repaired; asked for again
//   for (const Check& check : examination.checks()) …
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/schema/toolset.h"
#include "agent/asker.h"
#include "agent/clock.h"
#include "agent/http_transport.h"
#include "config/configuration.h"
#include "net/cancel.h"

namespace acode::agent {

/// One thing that was looked at.
struct Check {
  enum class Status : std::uint8_t { kPass, kWarn, kFail, kSkip };
  std::string name;  ///< "connection", "extraction"
  Status status = Status::kPass;
  std::string detail;  ///< what was seen
  std::string fix;     ///< what to do about it; empty if nothing has to be done
};

/// "PASS", "WARN", "FAIL", "SKIP".
std::string_view status_name(Check::Status status);

class Examination {
 public:
  /// All of these must outlive it. `told` hears of each check at once.
  Examination(const config::ProviderSettings& settings, HttpTransport& transport, Clock& clock,
              const net::CancelToken& cancel, std::function<void(const Check&)> told);

  /// The parser alone, with the provider's settings: extraction, argument parsing, mapping, repair. Asks nobody.
  void parser();

  /// The server: whether it is there, speaks what it should, has the model, and whether the model's template knows tools.
  void server();

  /// Whether these tools fit into the model's context, and their definitions can be used.
  void tools(const schema::LoadedTools& loaded);

  /// A plain question.
  void chat();

  /// A tool call by the live model, station by station, and a retry.
  void tool_calls();

  /// Two calls in one answer, and how the server numbers them.
  void parallel_calls();

  [[nodiscard]] const std::vector<Check>& checks() const { return checks_; }
  [[nodiscard]] bool has_failed() const;

 private:
  void add(Check check);
  void pass(std::string name, std::string detail);
  void warn(std::string name, std::string detail, std::string fix);
  void fail(std::string name, std::string detail, std::string fix);
  void skip(std::string name, std::string detail);
  std::optional<std::string> get(std::string_view path, std::string body, const std::string& check);
  bool connection();
  void model();
  void template_and_context();
  void stations(const Asked& asked);
  void mapping(const pipeline::ToolCall& call, const Asked& asked);
  void retry();
  Asked ask(const std::string& question, Transport& transport, AskListener& listener);

  const config::ProviderSettings& settings_;
  HttpTransport& transport_;
  Clock& clock_;
  const net::CancelToken& cancel_;
  std::function<void(const Check&)> told_;
  std::vector<Check> checks_;
  std::optional<std::uint64_t> context_length_;
  schema::Toolset adding_;  // the tool that is called
};

}  // namespace acode::agent
