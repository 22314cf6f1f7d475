// The lines of all inputs of `acode batch`, given out by blocks to the workers that answer them. Who asks for a block reads
// it, so it is in the cache of the core that needs it; one reads at a time, so blocks are in order.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/batch_order.h"
#include "cli/files.h"
#include "cli/line_blocks.h"
#include "cli/problem.h"

namespace acode::cli {

/// What a worker has to do next.
struct BatchTask {
  LineBlock block;
  std::size_t first_line = 0;  ///< of the block that has not been answered before
  std::size_t place = 0;       ///< of the answers in the order of all
};

class BatchInput {
 public:
  /// Of the rows of these files, `answered` have been answered before and are passed over. Standard input is "-".
  BatchInput(const std::vector<std::string>& names, std::size_t max_line_bytes, std::uint64_t answered,
             int standard_input, BatchOrder& order)
      : names_(names),
        max_line_bytes_(max_line_bytes),
        answered_(answered),
        standard_input_(standard_input),
        order_(order) {}

  /// Reads the next block into `task`, whose memory is used again, once there is room for it. False if nothing more comes:
  /// at the end, behind an input that cannot be read, and when all was stopped.
  bool next(BatchTask& task);

  /// Of the input that could not be read, when nothing more comes.
  [[nodiscard]] const std::optional<std::pair<std::string, Problem>>& problem() const { return problem_; }

  /// Bytes that were passed over.
  [[nodiscard]] std::uint64_t skipped_bytes() const { return skipped_bytes_; }

 private:
  bool read(LineBlock& block);
  bool open_next();
  bool skip_answered(BatchTask& task);
  bool fail(const Problem& problem);

  std::mutex mutex_;
  const std::vector<std::string>& names_;
  std::size_t max_line_bytes_;
  std::uint64_t answered_;  // rows that are still to be passed over
  int standard_input_;
  BatchOrder& order_;
  std::size_t opened_ = 0;    // inputs, the last of which is being read
  std::optional<File> file_;  // that one
  std::optional<LineBlocks> blocks_;
  bool ended_ = false;
  std::optional<std::pair<std::string, Problem>> problem_;
  std::atomic<std::uint64_t> skipped_bytes_ = 0;
};

}  // namespace acode::cli
