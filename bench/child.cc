// Starting a process and waiting for it.
#include "child.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <thread>

namespace acode::bench {
namespace {

double nanoseconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_usec) * 1e3;
}

[[noreturn]] void be_child(const std::function<int()>& work) {
  int status = 1;
  try {
    status = work();
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
  }
  ::_exit(status);
}

}  // namespace

ChildRun run_child(const std::function<int()>& work) {
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child == 0) be_child(work);
  int status = 0;
  rusage used{};
  if (child == -1 || ::wait4(child, &status, 0, &used) != child) throw std::runtime_error("cannot start a process");
  const std::chrono::duration<double, std::nano> wall = std::chrono::steady_clock::now() - start;
  if (!WIFEXITED(status)) throw std::runtime_error("a process was ended by a signal");
  const double processor = nanoseconds_of(used.ru_utime) + nanoseconds_of(used.ru_stime);
  return {WEXITSTATUS(status), wall.count(), processor / wall.count() / cores()};
}

unsigned cores() { return std::max(std::thread::hardware_concurrency(), 1U); }

}  // namespace acode::bench
