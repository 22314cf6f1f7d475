// From settings to what runs beside a gateway.
#include "cli/fleet_link.h"

#include <utility>

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

}  // namespace

FleetLink::FleetLink(const config::Configuration& configuration, Observation& observation, gateway::Metrics& metrics)
    : observation_(observation), metrics_(metrics), shipper_(make_shipper(configuration, observation)) {
  if (shipper_) metrics_.tell_also([this] { return shipper_->metrics(); });
}

FleetLink::~FleetLink() { metrics_.stop_telling(); }

void FleetLink::stop() {
  if (!shipper_) return;
  observation_.store()->flush();
  shipper_->stop();
}

}  // namespace acode::cli
