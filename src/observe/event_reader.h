// Reads the file of events, while others may be writing it.
//
//   auto opened = EventReader::open(file);
//   if (auto* reader = std::get_if<EventReader>(&opened)) auto stats = reader->stats({.provider = "ollama"});
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/retry/breaker.h"
#include "observe/database.h"
#include "observe/event_source.h"

namespace acode::observe {

class EventReader : public EventSource {
 public:
  static Read<EventReader> open(const std::string& file);

  [[nodiscard]] Read<CallStats> stats(const EventFilter& filter) override;
  [[nodiscard]] Read<std::vector<CallEvent>> find(std::string_view correlation_id) override;

  /// What the breaker of a model had to remember; a fresh one's if there is nothing.
  [[nodiscard]] Read<retry::BreakerMemory> breaker(std::string_view provider, std::string_view model);

 private:
  explicit EventReader(Database database) : database_(std::move(database)) {}

  Database database_;
};

}  // namespace acode::observe
