// How long the stages of one answer take.
//
//   StageClock clock(epoch);
//   clock.start();
//   …                              // the name is looked up
//   clock.lap(Stage::kName);       // all time since belongs to it
//   clock.times();
//
// Ticks of the processor are counted where it has them: to ask the system for the time takes longer than many a stage.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

#include "acode/pipeline/call.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace acode::pipeline {

/// A moment, in both measures: what lies between two of them tells how long a tick is.
struct Moment {
  std::uint64_t ticks;
  std::chrono::steady_clock::time_point time;

  static std::uint64_t count_ticks() {
#if defined(__x86_64__)
    return __rdtsc();
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
  }

  static Moment now() { return {count_ticks(), std::chrono::steady_clock::now()}; }
};

class StageClock {
 public:
  /// `epoch`: some moment before; the longer ago, the better it tells how long a tick is.
  explicit StageClock(const Moment& epoch) : epoch_(epoch) {}

  /// What went before belongs to no stage.
  void start() { last_ = Moment::count_ticks(); }

  /// The time since start() or the last lap belongs to this stage.
  void lap(Stage stage) {
    const std::uint64_t now = Moment::count_ticks();
    ticks_[static_cast<std::size_t>(stage)] += now - last_;
    last_ = now;
  }

  [[nodiscard]] StageTimes times() const {
    const Moment now = Moment::now();
    const auto nanoseconds = static_cast<double>(std::chrono::nanoseconds(now.time - epoch_.time).count());
    const double tick = now.ticks > epoch_.ticks ? nanoseconds / static_cast<double>(now.ticks - epoch_.ticks) : 0;
    StageTimes times{};
    for (std::size_t i = 0; i < kStages; ++i) {
      times[i] = std::chrono::nanoseconds(static_cast<std::int64_t>(static_cast<double>(ticks_[i]) * tick));
    }
    return times;
  }

 private:
  Moment epoch_;
  std::uint64_t last_ = 0;
  std::array<std::uint64_t, kStages> ticks_{};
};

}  // namespace acode::pipeline
