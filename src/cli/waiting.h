// Tells on a terminal that something is being waited for, once that takes longer than a moment.
//
//   waiting for qwen3:8b, 12 s
//
// A model that is being loaded says nothing for minutes; a person would think that the program hangs.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "cli/streams.h"

namespace acode::cli {

/// The line stands as long as this lives; then it is taken away. Nothing else may be written meanwhile.
class Waiting {
 public:
  /// Shows nothing if standard error is no terminal.
  Waiting(std::string for_what, const Streams& streams);
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting();

 private:
  void show_until_over();

  const std::string for_what_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_;  // last: it uses all the others
};

}  // namespace acode::cli
