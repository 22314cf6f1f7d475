// The clock: repeating a case until the time can be trusted.
#include "measure.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace acode::bench {

/// Not inlined and with a plain name, so that callgrind can be told to count here only.
extern "C" __attribute__((noinline)) void acode_bench_counted(const Runner* runner, std::size_t times) {
  runner->repeat(times);
}

namespace {

std::chrono::nanoseconds time_on(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// The processor time of this thread: what other programs take of the machine does not count.
std::chrono::nanoseconds now() { return time_on(CLOCK_THREAD_CPUTIME_ID); }

/// The processor time of all other threads of this program.
std::chrono::nanoseconds time_of_others() { return time_on(CLOCK_PROCESS_CPUTIME_ID) - now(); }

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

Figure figure_of(const Case& one, const Runner& runner, double nanoseconds) {
  const auto documents = static_cast<double>(one.documents);
  return {one.group,     one.input,    one.subject, nanoseconds / documents, static_cast<double>(one.bytes) / documents,
          one.documents, runner.mended};
}

/// A case that is timed in bursts.
struct Bursts {
  const Case* subject;
  Runner runner;
  std::vector<double> times{};   ///< nanoseconds for one repetition, of each burst
  std::vector<double> helper{};  ///< the same for who works for it on other threads
};

double by_repetition(std::chrono::nanoseconds time, const Case& one) {
  return static_cast<double>(time.count()) / static_cast<double>(one.burst);
}

void take_burst(Bursts& bursts) {
  bursts.times.push_back(by_repetition(time_of(bursts.runner, bursts.subject->burst), *bursts.subject));
}

/// A burst of each case, one right behind the other. They go forwards and backwards in turn: what one leaves behind meets
/// the others alike. Who has rested is slow for a while, so something is done before that does not count.
void take_round(std::vector<Bursts>& block, bool backwards) {
  const std::chrono::nanoseconds others_before = time_of_others();
  block.front().runner.repeat(block.front().subject->burst / 4);
  if (backwards) {
    std::for_each(block.rbegin(), block.rend(), take_burst);
  } else {
    std::for_each(block.begin(), block.end(), take_burst);
  }
  for (Bursts& bursts : block) {
    if (bursts.runner.rest) bursts.runner.rest();
  }
  const std::chrono::nanoseconds others = time_of_others() - others_before;
  for (Bursts& bursts : block) bursts.helper.push_back(by_repetition(others, *bursts.subject));
}

/// How much longer each burst took than that of the reference beside it.
std::vector<double> pairs_of(const Bursts& bursts, const Bursts& reference) {
  std::vector<double> pairs;
  std::transform(bursts.times.begin(), bursts.times.end(), reference.times.begin(), std::back_inserter(pairs),
                 std::divides<>());
  return pairs;
}

Figures figures_of(const std::vector<Bursts>& block) {
  Figures figures;
  for (const Bursts& bursts : block) {
    Figure figure = figure_of(*bursts.subject, bursts.runner, median(bursts.times));
    if (&bursts != &block.front()) figure.pairs = pairs_of(bursts, block.front());
    figures.rows.push_back(std::move(figure));
    if (bursts.subject->helper.empty()) continue;
    Figure helper = figure_of(*bursts.subject, bursts.runner, median(bursts.helper));
    helper.subject = bursts.subject->helper;
    figures.rows.push_back(std::move(helper));
  }
  return figures;
}

Figures measure_bursts(const std::vector<Case>& cases, const Settings& settings) {
  std::vector<Bursts> block;
  block.reserve(cases.size());
  for (const Case& one : cases) block.push_back({&one, one.make()});
  take_round(block, false);
  for (Bursts& bursts : block) {  // they are warm now
    bursts.times.clear();
    bursts.helper.clear();
  }
  for (std::size_t i = 0; i < settings.samples * kRoundsOfSample; ++i) take_round(block, i % 2 == 1);
  return figures_of(block);
}

}  // namespace

bool Tally::agrees_with(const Tally& other) const {
  constexpr double kTolerance = 1e-6;
  return values == other.values && string_bytes == other.string_bytes && integers == other.integers &&
         std::abs(decimals - other.decimals) <= kTolerance * (1 + std::abs(decimals));
}

Figures measure_block(const std::vector<Case>& cases, const Settings& settings) {
  if (cases.front().burst > 0) return measure_bursts(cases, settings);
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
    figures.rows.push_back(figure_of(*running.subject, running.runner, running.best));
  }
  return figures;
}

void run_counted(const Case& one, std::size_t times) {
  const Runner runner = one.make();
  runner.repeat(1);
  acode_bench_counted(&runner, times);
  if (runner.rest) runner.rest();
}

}  // namespace acode::bench
