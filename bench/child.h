// Timing work that has a process of its own, with all of its threads.
#pragma once

#include <functional>

namespace acode::bench {

struct ChildRun {
  int status = 0;          ///< its exit status
  double nanoseconds = 0;  ///< by the clock on the wall
  double busy = 0;         ///< its processor time, as a part of what all cores could have given
};

/// `work` gives the exit status, or becomes another program. The caller has no other threads. Throws std::runtime_error
/// if there can be no process, or a signal ends it.
ChildRun run_child(const std::function<int()>& work);

/// How many threads can run at once.
unsigned cores();

}  // namespace acode::bench
