// The clock.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "case.h"
#include "figures.h"

namespace acode::bench {

/// Of what is timed in bursts, which are much shorter.
inline constexpr std::size_t kRoundsOfSample = 20;

struct Settings {
  std::chrono::milliseconds sample{50};  ///< a sample takes at least this long
  std::size_t samples = 5;               ///< the best of so many counts; in bursts it is kRoundsOfSample as many
};

/// Times the cases, which belong to one block, in turns. Throws std::runtime_error if their tallies differ: then they
/// did not do the same job.
Figures measure_block(const std::vector<Case>& cases, const Settings& settings);

/// Runs a case so often, once more before that to warm up, for counting instructions. What is to be counted happens
/// inside the function acode_bench_counted().
void run_counted(const Case& one, std::size_t times);

}  // namespace acode::bench
