// The clock: repeating a case until the time can be trusted.
#include "measure.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <stdexcept>
#include <string>

namespace acode::bench {

/// Not inlined and with a plain name, so that callgrind can be told to count here only.
extern "C" __attribute__((noinline)) void acode_bench_counted(const Runner* runner, std::size_t times) {
  runner->repeat(times);
}

namespace {

/// The processor time of this thread: what other programs take of the machine does not count.
std::chrono::nanoseconds now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// A case in the middle of being measured.
struct Running {
  const Case* subject;
  Runner runner;
  std::size_t times = 1;
  double best = std::numeric_limits<double>::infinity();  ///< nanoseconds for one repetition
};

std::chrono::nanoseconds time_of(const Runner& runner, std::size_t times) {
  const std::chrono::nanoseconds start = now();
  runner.repeat(times);
  return now() - start;
}

/// How many repetitions fill a sample. Warms the case up on the way.
std::size_t fitting_times(const Runner& runner, std::chrono::milliseconds sample) {
  std::size_t times = 1;
  while (true) {
    const std::chrono::nanoseconds taken = time_of(runner, times);
    if (taken >= sample) return times;
    const double missing = std::chrono::duration<double>(sample) / std::max(taken, std::chrono::nanoseconds(1));
    times = static_cast<std::size_t>(static_cast<double>(times) * std::clamp(missing * 1.1, 1.1, 10.0)) + 1;
  }
}

void take_sample(Running& running) {
  const std::chrono::duration<double, std::nano> taken = time_of(running.runner, running.times);
  running.best = std::min(running.best, taken.count() / static_cast<double>(running.times));
}

void check_tallies(const std::vector<Running>& block) {
  const Running* first = nullptr;
  for (const Running& running : block) {
    if (!running.runner.tally) continue;
    if (first == nullptr) first = &running;
    const Tally mine = running.runner.tally();
    if (mine.values == 0) throw std::runtime_error(running.subject->name() + " could not read its input");
    if (!mine.agrees_with(first->runner.tally())) {
      throw std::runtime_error(running.subject->name() + " found something else than " + first->subject->name());
    }
  }
}

}  // namespace

bool Tally::agrees_with(const Tally& other) const {
  constexpr double kTolerance = 1e-6;
  return values == other.values && string_bytes == other.string_bytes && integers == other.integers &&
         std::abs(decimals - other.decimals) <= kTolerance * (1 + std::abs(decimals));
}

Figures measure_block(const std::vector<Case>& cases, const Settings& settings) {
  std::vector<Running> block;
  block.reserve(cases.size());
  for (const Case& one : cases) block.push_back({&one, one.make()});
  check_tallies(block);
  for (Running& running : block) running.times = fitting_times(running.runner, settings.sample);
  for (std::size_t i = 0; i < settings.samples; ++i) {
    for (Running& running : block) take_sample(running);
  }

  Figures figures;
  for (const Running& running : block) {
    const Case& one = *running.subject;
    const auto documents = static_cast<double>(one.documents);
    figures.rows.push_back({one.group, one.input, one.subject, running.best / documents,
                            static_cast<double>(one.bytes) / documents, one.documents, running.runner.mended});
  }
  return figures;
}

void run_counted(const Case& one, std::size_t times) {
  const Runner runner = one.make();
  runner.repeat(1);
  acode_bench_counted(&runner, times);
}

}  // namespace acode::bench
