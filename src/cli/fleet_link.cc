// From settings to what runs beside a gateway.
#include "cli/fleet_link.h"

#include <utility>

#include "acode/version.h"
#include "cli/settings.h"
#include "fleet/span_settings.h"

namespace acode::cli {
namespace {

std::unique_ptr<fleet::Shipper> make_shipper(const config::Configuration& configuration, Observation& observation) {
  const config::DatabaseSettings database = configuration.database();
  if (database.url.empty()) return nullptr;
  if (observation.store() == nullptr) {
    observation.logger().at(observe::Level::kWarn, "fleet",
                            "database.url is set, but no events are kept: nothing is sent there");
    return nullptr;
  }
  fleet::ShipperOptions options;
  options.file = events_file(configuration.events());
  options.url = database.url;
  options.instance = fleet::host_name();
  options.keep = database.keep;
  return std::make_unique<fleet::Shipper>(std::move(options), observation.logger());
}

std::unique_ptr<fleet::SpanExporter> make_exporter(const config::Configuration& configuration,
                                                   observe::Logger& logger) {
  auto settings = fleet::span_settings(configuration.get("tracing.endpoint").value, environment_variables());
  if (!settings) {
    logger.at(observe::Level::kWarn, "tracing", "there will be no spans", {{"reason", to_string(settings.error())}});
    return nullptr;
  }
  if (!*settings) return nullptr;
  fleet::SpanExporterOptions options;
  options.url = (*settings)->url;
  options.headers = (*settings)->headers;
  options.origin = {(*settings)->service, fleet::host_name(), std::string(version())};
  return std::make_unique<fleet::SpanExporter>(std::move(options), logger);
}

// How the file takes them: what it drops, no database gets.
std::string store_metrics(const observe::EventStore& store) {
  std::string out;
  const auto line = [&out](std::string_view name, std::string_view help, std::uint64_t value) {
    out.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ").append(name).append(" counter\n");
    out.append(name).append(" ").append(std::to_string(value)).append("\n");
  };
  line("acode_events_written_total", "Events that were written to the file.", store.written());
  line("acode_events_dropped_total", "Events for which there was no room, or no file.", store.dropped());
  return out;
}

}  // namespace

FleetLink::FleetLink(const config::Configuration& configuration, Observation& observation, gateway::Recorder& recorder)
    : observation_(observation),
      metrics_(recorder.metrics()),
      shipper_(make_shipper(configuration, observation)),
      exporter_(make_exporter(configuration, observation.logger())) {
  if (const observe::EventStore* store = observation.store()) {
    metrics_.tell_also([store] { return store_metrics(*store); });
  }
  if (shipper_) metrics_.tell_also([this] { return shipper_->metrics(); });
  if (!exporter_) return;
  metrics_.tell_also([this] { return exporter_->metrics(); });
  recorder.trace_to(*exporter_);
}

FleetLink::~FleetLink() { metrics_.stop_telling(); }

void FleetLink::stop() {
  if (exporter_) exporter_->stop();
  if (!shipper_) return;
  observation_.store()->flush();
  shipper_->stop();
}

}  // namespace acode::cli
