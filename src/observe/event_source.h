// Where events are read from: the file of this machine, or what a fleet has in common.
//
//   Read<CallStats> stats = source.stats({.provider = "ollama"});
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "observe/event.h"
#include "observe/stats.h"

namespace acode::observe {

struct ReadError {
  bool missing = false;  ///< there is nothing to read: nothing was recorded yet
  std::string message;
};

template <class T>
using Read = std::variant<T, ReadError>;

/// Which events are meant: all, but for what is said here.
struct EventFilter {
  std::string provider{};
  std::optional<WallTime> since{};
};

class EventSource {
 public:
  EventSource() = default;
  EventSource(const EventSource&) = delete;
  EventSource& operator=(const EventSource&) = delete;
  EventSource(EventSource&&) = default;
  EventSource& operator=(EventSource&&) = default;
  virtual ~EventSource() = default;

  /// The figures, each from the rows themselves.
  [[nodiscard]] virtual Read<CallStats> stats(const EventFilter& filter) = 0;

  /// All events of an answer, the oldest first.
  [[nodiscard]] virtual Read<std::vector<CallEvent>> find(std::string_view correlation_id) = 0;
};

}  // namespace acode::observe
