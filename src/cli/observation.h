// Logs and the record of calls, as the configuration wants them, for commands that talk to models.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "acode/retry/breaker.h"
#include "agent/asker.h"
#include "agent/tool_outcome.h"
#include "config/configuration.h"
#include "observe/call_story.h"
#include "observe/event_source.h"
#include "observe/event_store.h"
#include "observe/log.h"

namespace acode::cli {

/// Where events are kept: as configured, else in the user's directory for state; empty if there is none.
std::string events_file(const config::EventSettings& settings);

/// Events to be read: those of this machine, or of the fleet's database, and a name for where they are, without secrets.
struct RecordedEvents {
  std::string place;
  observe::Read<std::unique_ptr<observe::EventSource>> source;
};
enum class Whose : std::uint8_t { kThisMachine, kFleet };
RecordedEvents recorded_events(const config::Configuration& configuration, Whose whose);

class Observation {
 public:
  /// `key` is the secret in use, which no line may show.
  Observation(const config::Configuration& configuration, const config::ProviderSettings& provider, std::string key);
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;
  /// Records what was not recorded yet.
  ~Observation();

  [[nodiscard]] observe::Logger& logger() { return logger_; }
  /// Null if nothing is kept.
  [[nodiscard]] observe::EventStore* store() { return store_.get(); }

  /// What the breaker of this model remembers from earlier runs, and keeping it for later ones.
  [[nodiscard]] retry::BreakerMemory breaker_memory() const { return breaker_memory(provider_.model); }
  /// The same of another model of the provider.
  [[nodiscard]] retry::BreakerMemory breaker_memory(std::string_view model) const;
  void keep_breaker(const retry::BreakerMemory& memory);

  /// What happens, as it happens.
  void fragment(std::string_view bytes);
  void putting_again(const agent::PutAgain& again);
  void asking_again(const pipeline::ToolCall& call, const retry::Plan& plan);
  void attempted(const agent::Attempt& attempt);
  void settled(const agent::SettledCall& settled);
  void answered(const agent::Asked& asked);
  void ran(const pipeline::ToolCall& call, const agent::ToolOutcome& outcome);

 private:
  void record(observe::CallStory&& story);

  config::ProviderSettings provider_;
  std::string file_;
  observe::Logger logger_;
  std::shared_ptr<const observe::Origin> origin_;
  std::unique_ptr<observe::EventStore> store_;
  std::map<std::string, observe::CallStory> waiting_;  // good calls, until it is known what running them came to
  std::size_t fragments_ = 0;
};

}  // namespace acode::cli
