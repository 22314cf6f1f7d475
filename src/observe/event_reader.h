// Reads the file of events, while others may be writing it.
//
//   auto opened = EventReader::open(file);
//   if (auto* reader = std::get_if<EventReader>(&opened)) auto stats = reader->stats({.provider = "ollama"});
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "acode/retry/breaker.h"
#include "observe/database.h"
#include "observe/event.h"
#include "observe/stats.h"

namespace acode::observe {

struct ReadError {
  bool missing = false;  ///< there is no file: nothing was recorded yet
  std::string message;
};

template <class T>
using Read = std::variant<T, ReadError>;

/// Which events are meant: all, but for what is said here.
struct EventFilter {
  std::string provider{};
  std::optional<WallTime> since{};
};

class EventReader {
 public:
  static Read<EventReader> open(const std::string& file);

  /// The figures, each from the rows themselves.
  [[nodiscard]] Read<CallStats> stats(const EventFilter& filter = {});

  /// All events of an answer, the oldest first.
  [[nodiscard]] Read<std::vector<CallEvent>> find(std::string_view correlation_id);

  /// What the breaker of a model had to remember; a fresh one's if there is nothing.
  [[nodiscard]] Read<retry::BreakerMemory> breaker(std::string_view provider, std::string_view model);

 private:
  explicit EventReader(Database database) : database_(std::move(database)) {}

  Database database_;
};

}  // namespace acode::observe
