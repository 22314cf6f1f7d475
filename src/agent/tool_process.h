// Running a program: what it says is collected within bounds, and it ends when it must.
//
//   ProcessEnd end = run_process({.arguments = {"/bin/sh", "-c", "make"}, .directory = directory.number(), …});
//   if (end.how == ProcessEnd::How::kExited && end.number == 0) use(end.output);
//
// The program gets a session of its own, without a terminal, and an empty standard input. When it has ended, when its
// time is up or when it is cancelled, all that it started in its session's first process group ends too: asked by
// SIGTERM, forced by SIGKILL two seconds later. No process and no descriptor is left behind on our side.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace acode::agent {

struct ProcessPlan {
  std::vector<std::string> arguments;    ///< the first is the absolute path of the program
  int directory = -1;                    ///< descriptor of the directory to run in
  std::vector<std::string> environment;  ///< NAME=VALUE
  std::chrono::milliseconds timeout{60'000};
  std::size_t max_output = 65'536;
  std::function<bool()> cancelled{};
};

struct ProcessEnd {
  enum class How : std::uint8_t {
    kExited,      ///< `number` is its exit status
    kKilled,      ///< `number` is the signal that ended it
    kTimedOut,    ///< its time was up
    kCancelled,   ///< cancelled() said so
    kNotStarted,  ///< `number` is an errno
  };
  How how = How::kNotStarted;
  int number = 0;
  std::string output;        ///< standard output and standard error as they came; valid UTF-8, bounded
  bool left_behind = false;  ///< it ended, but something that it had started held on to its output and was ended
};

/// Runs a program to its end.
ProcessEnd run_process(const ProcessPlan& plan);

}  // namespace acode::agent
