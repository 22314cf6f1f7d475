// Stops asking a model again when asking has not helped for a while (RT-6).
//
//   acode::retry::Breaker breaker(policy, remembered);      // one for each model; its memory is a few numbers
//   if (breaker.allows(now)) …ask again…
//   breaker.exhausted(now);  or  breaker.recovered();
//   save(breaker.memory());
//
// After so many calls in a row whose retries were all used up in vain, it opens: retries stop until some time has
// passed. Then one call may try; if that fails too, it is open again at once.
#pragma once

#include <chrono>

namespace acode::retry {

/// When to stop, and for how long.
struct BreakerPolicy {
  unsigned threshold = 5;                      ///< exhausted calls in a row that open it; 0 for never
  std::chrono::milliseconds cooldown{60'000};  ///< how long it stays open
};

/// A moment that means the same in every run of the program.
using WallTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// What must be kept from one run to the next.
struct BreakerMemory {
  unsigned failures = 0;  ///< in a row
  WallTime opened{};      ///< when it opened last; of no meaning while there are fewer failures than the threshold

  friend bool operator==(const BreakerMemory&, const BreakerMemory&) = default;
};

/// The breaker of one model.
class Breaker {
 public:
  /// `memory` is what an earlier one remembered.
  explicit Breaker(const BreakerPolicy& policy, const BreakerMemory& memory = {}) : policy_(policy), memory_(memory) {}

  /// Whether a call may be asked for again now.
  [[nodiscard]] bool allows(WallTime now) const;

  /// Until when it is closed to retries; now or earlier if it allows them.
  [[nodiscard]] WallTime closed_until() const;

  /// A call was given up after all its retries.
  void exhausted(WallTime now);

  /// A retry helped.
  void recovered() { memory_ = {}; }

  /// What is to be kept for the next run.
  [[nodiscard]] const BreakerMemory& memory() const { return memory_; }

 private:
  [[nodiscard]] bool is_open() const { return policy_.threshold != 0 && memory_.failures >= policy_.threshold; }

  BreakerPolicy policy_;
  BreakerMemory memory_;
};

}  // namespace acode::retry
