// How long the stages of one answer take.
//
//   StageClock clock(ticks);
//   clock.start();
//   …                              // the name is looked up
//   clock.lap(Stage::kName);       // all time since belongs to it
//   clock.tell(times);
//
// Ticks of the processor are counted where it has them: to ask the system for the time takes longer than many a stage.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "acode/pipeline/call.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace acode::pipeline {

/// The processor's ticks, and how long one takes. For any number of threads.
class Ticks {
 public:
  static std::uint64_t now() {
#if defined(__x86_64__)
    return __rdtsc();
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
  }

  /// Nanoseconds of a tick: seen from both clocks since this began, and kept once they have run long enough.
  [[nodiscard]] double length() const {
    const double kept = length_.load(std::memory_order_relaxed);
    return kept > 0 ? kept : measure();
  }

 private:
  [[nodiscard]] double measure() const {
    constexpr double kLongEnough = 1e7;
    const std::uint64_t ticks = now();
    const double time =
        std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin_time_).count();
    if (ticks <= begin_) return 0;
    const double length = time / static_cast<double>(ticks - begin_);
    if (time >= kLongEnough) length_.store(length, std::memory_order_relaxed);
    return length;
  }

  std::uint64_t begin_ = now();
  std::chrono::steady_clock::time_point begin_time_ = std::chrono::steady_clock::now();
  mutable std::atomic<double> length_ = 0;
};

class StageClock {
 public:
  explicit StageClock(const Ticks& ticks) : ticks_(ticks) {}

  /// What went before belongs to no stage.
  void start() { last_ = Ticks::now(); }

  /// The time since start() or the last lap belongs to this stage.
  void lap(Stage stage) {
    const std::uint64_t now = Ticks::now();
    counts_[static_cast<std::size_t>(stage)] += now - last_;
    last_ = now;
  }

  /// Sets the times of the stages that took any. Most answers pass through few of them.
  void tell(StageTimes& times) const {
    const double length = ticks_.length();
    for (std::size_t i = 0; i < kStages; ++i) {
      if (counts_[i] == 0) continue;
      times[i] = std::chrono::nanoseconds(
          static_cast<std::int64_t>(static_cast<double>(static_cast<std::int64_t>(counts_[i])) * length));
    }
  }

 private:
  const Ticks& ticks_;
  std::uint64_t last_ = 0;
  std::array<std::uint64_t, kStages> counts_{};
};

}  // namespace acode::pipeline
