// A gateway that runs, with its log, its record of calls and its settings.
//
//   auto started = RunningGateway::start(words, streams);
//   if (const auto* failed = std::get_if<ExitCode>(&started)) return *failed;    // what is wrong was told
//   RunningGateway& gateway = *std::get<0>(started);
//   … gateway.url() …
//   gateway.stop();
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "cli/exit_code.h"
#include "cli/fleet_link.h"
#include "cli/gateway_words.h"
#include "cli/observation.h"
#include "cli/streams.h"
#include "gateway/gateway.h"
#include "gateway/recorder.h"
#include "gateway/settings.h"

namespace acode::cli {

class RunningGateway {
 public:
  /// Reads the configuration and listens. `command` is who tells what is wrong.
  static std::variant<std::unique_ptr<RunningGateway>, ExitCode> start(GatewayWords words, std::string_view command,
                                                                       Streams& streams);
  RunningGateway(const RunningGateway&) = delete;
  RunningGateway& operator=(const RunningGateway&) = delete;
  ~RunningGateway();

  /// Where clients connect: "http://127.0.0.1:11435".
  [[nodiscard]] std::string url() const { return gateway_->url().origin(); }
  [[nodiscard]] std::string upstream() const { return upstream_; }
  [[nodiscard]] gateway::Metrics& metrics() { return recorder_->metrics(); }

  /// Reads the configuration again; exchanges that have begun keep the old one, and so do all if it is wrong.
  void reload(Streams& streams);

  /// No new clients; streams may go on for the configured time. Returns when all is done.
  void stop();
  [[nodiscard]] std::chrono::seconds grace() const { return grace_; }

 private:
  RunningGateway(GatewayWords words, std::string_view command) : words_(std::move(words)), command_(command) {}
  bool listen(const ChosenServer& chosen, gateway::GatewaySettings settings, Streams& streams);

  GatewayWords words_;
  std::string command_;
  std::string upstream_;
  std::chrono::seconds grace_{0};
  std::unique_ptr<Observation> observation_;
  std::unique_ptr<gateway::Recorder> recorder_;
  std::unique_ptr<FleetLink> fleet_;
  std::unique_ptr<gateway::Gateway> gateway_;
};

}  // namespace acode::cli
