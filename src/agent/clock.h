// Time, as the ask-again loop sees it. Tests have one of their own, in which nobody waits.
#pragma once

#include <chrono>

#include "acode/retry/breaker.h"
#include "net/cancel.h"

namespace acode::agent {

class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;

  /// For measuring durations.
  [[nodiscard]] virtual std::chrono::nanoseconds now() = 0;

  /// The time of day.
  [[nodiscard]] virtual retry::WallTime wall() = 0;

  /// Waits so long, or until it is cancelled; then false.
  virtual bool wait(std::chrono::milliseconds duration, const net::CancelToken& cancel) = 0;
};

/// The system's.
class SystemClock final : public Clock {
 public:
  [[nodiscard]] std::chrono::nanoseconds now() override;
  [[nodiscard]] retry::WallTime wall() override;
  bool wait(std::chrono::milliseconds duration, const net::CancelToken& cancel) override;
};

}  // namespace acode::agent
