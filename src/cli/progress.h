// How far a long run is, on one line of a terminal that is written again and again.
//
//   [##########..............]  42%  1.3M rows  58 MB/s  1:07 left
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/streams.h"

namespace acode::cli {

/// What has been done so far.
struct Advance {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;          ///< in this run
  std::uint64_t skipped_bytes = 0;  ///< passed over: they were done before
};

/// The line as it is shown. `total` bytes there are, if that is known.
std::string progress_line(const Advance& advance, std::optional<std::uint64_t> total,
                          std::chrono::duration<double> elapsed);

class Progress {
 public:
  /// Shows nothing if standard error is no terminal.
  Progress(std::optional<std::uint64_t> total, Streams& streams);

  /// Shows how far it is, if some time has passed since it did.
  void show(const Advance& advance);

  /// Shows how far it came, and ends the line.
  void finish(const Advance& advance);

 private:
  using Clock = std::chrono::steady_clock;

  void write(const Advance& advance);

  std::optional<std::uint64_t> total_;
  Streams& streams_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = begin_;
};

}  // namespace acode::cli
