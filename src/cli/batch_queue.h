// Between one reader, many workers and one writer: pieces of work that come out in the order in which they went in, never
// more of them at once than memory is meant for.
//
//   reader    chunk = queue.blank(); … queue.put(std::move(chunk)); … queue.end();
//   worker    while (BatchChunk* chunk = queue.take()) { … queue.finish(*chunk); }
//   writer    while (auto chunk = queue.next()) { … queue.recycle(std::move(chunk)); }
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/line_blocks.h"

namespace acode::cli {

/// Lines, and in the end the answers to them.
struct BatchChunk {
  LineBlock block;
  std::string answers;
  std::size_t rows = 0;  ///< answers
  ExitCode code = ExitCode::kGood;
  bool done = false;  ///< the queue's
};

class BatchQueue {
 public:
  /// `most_bytes` of lines are in it at once; one chunk always may.
  explicit BatchQueue(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // --- the reader ---

  /// A chunk to fill: one that has been used, or a new one.
  std::unique_ptr<BatchChunk> blank();

  /// Waits for room. False if all was stopped.
  bool put(std::unique_ptr<BatchChunk> chunk);

  /// Nothing more comes.
  void end();

  // --- a worker ---

  /// The next chunk to work on; null if there is none and none will come.
  BatchChunk* take();
  void finish(BatchChunk& chunk);

  // --- the writer ---

  /// The next chunk in order that is done. Null at the end, when all was stopped, and when it has not come after a
  /// while: see over().
  std::unique_ptr<BatchChunk> next(std::chrono::milliseconds patience);
  [[nodiscard]] bool over();
  void recycle(std::unique_ptr<BatchChunk> chunk);

  // --- anyone ---

  /// Ends everybody's work as soon as may be.
  void stop();
  [[nodiscard]] bool stopped();

 private:
  std::mutex mutex_;
  std::condition_variable room_;     // for the reader
  std::condition_variable work_;     // for the workers
  std::condition_variable results_;  // for the writer
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;                          // of the lines in order_
  std::deque<std::unique_ptr<BatchChunk>> order_;  // all that are in the queue
  std::deque<BatchChunk*> waiting_;                // those that nobody works on yet
  std::vector<std::unique_ptr<BatchChunk>> blanks_;
  bool ended_ = false;
  bool stopped_ = false;
};

}  // namespace acode::cli
