// The answers of many workers, written in the order of the blocks that they answer. There is no thread for that: who comes
// with the answers that are next writes them, and all behind them that others have brought before. Nobody else waits.
//
//   place = order.enter(bytes);           // in the order in which blocks are read, after wait_for_room()
//   order.hand_in(place, answers);        // whenever they are done
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "cli/exit_code.h"

namespace acode::cli {

/// The answers to a block of lines.
struct BatchAnswers {
  std::string text;
  std::size_t rows = 0;   ///< answers
  std::size_t bytes = 0;  ///< of input that they answer
  ExitCode code = ExitCode::kGood;
};

class BatchOrder {
 public:
  /// Writes answers; false if that failed. Called by one thread at a time.
  using Write = std::function<bool(const BatchAnswers&)>;

  /// No more is read while `most_bytes` of lines and answers are held.
  BatchOrder(std::size_t most_bytes, Write write) : most_bytes_(most_bytes), write_(std::move(write)) {}

  /// Waits until one more block may be read; one always may. False if all was stopped. For one thread at a time.
  bool wait_for_room();

  /// The place of a block that holds so many bytes, behind all that have one.
  std::size_t enter(std::size_t bytes);

  /// Has answers written when it is their turn. What is left in `answers` is empty, with memory to be used again.
  void hand_in(std::size_t place, BatchAnswers& answers);

  /// Ends everybody's work as soon as may be: nothing more is read or written.
  void stop();
  [[nodiscard]] bool stopped();

 private:
  struct Place {
    std::size_t bytes = 0;  // held, of its lines or its answers
    bool done = false;
    BatchAnswers answers{};  // if somebody else writes them
  };

  void hold(Place& place, std::size_t bytes);
  void write_first(const BatchAnswers& answers, std::unique_lock<std::mutex>& lock);
  BatchAnswers blank();

  std::mutex mutex_;
  std::condition_variable room_;
  std::size_t most_bytes_;
  Write write_;
  std::deque<Place> places_;  // all that have not been written
  std::size_t first_ = 0;     // the number of the first of them
  std::size_t bytes_ = 0;     // that they hold together
  std::vector<BatchAnswers> blanks_;
  bool stopped_ = false;
};

}  // namespace acode::cli
