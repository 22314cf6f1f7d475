// What ties a gateway to its fleet: the shared database to which its events go, and the collector of its spans.
#pragma once

#include <memory>

#include "cli/observation.h"
#include "config/configuration.h"
#include "fleet/shipper.h"
#include "fleet/span_exporter.h"
#include "gateway/recorder.h"

namespace acode::cli {

class FleetLink {
 public:
  /// As the configuration wants it; nothing if it wants nothing. All three must outlive this.
  FleetLink(const config::Configuration& configuration, Observation& observation, gateway::Recorder& recorder);
  FleetLink(const FleetLink&) = delete;
  FleetLink& operator=(const FleetLink&) = delete;
  ~FleetLink();

  /// Sends what is left, for some seconds at most. After the last answer.
  void stop();

 private:
  Observation& observation_;
  gateway::Metrics& metrics_;
  std::unique_ptr<fleet::Shipper> shipper_;
  std::unique_ptr<fleet::SpanExporter> exporter_;
};

}  // namespace acode::cli
