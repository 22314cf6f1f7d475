// A thread for work beside the work: signals are for the other threads of the program. So the one for a file that grows
// beyond its limit does not end it.
#pragma once

#include <csignal>
#include <functional>
#include <thread>

namespace acode::observe {

/// Starts such a thread.
inline std::thread quiet_thread(const std::function<void()>& work) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(work);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace acode::observe
