// Signals that tell a program what to do, taken one after the other by the thread that asks for them.
//
//   const AwaitedSignals signals{SIGHUP, SIGTERM};       // before any other thread is made: they inherit that they get none
//   while (signals.next().number == SIGHUP) reload();
#pragma once

#include <csignal>
#include <initializer_list>

namespace acode::cli {

class AwaitedSignals {
 public:
  AwaitedSignals(std::initializer_list<int> signals) {
    ::sigemptyset(&signals_);
    for (const int signal : signals) ::sigaddset(&signals_, signal);
    ::pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  AwaitedSignals(const AwaitedSignals&) = delete;
  AwaitedSignals& operator=(const AwaitedSignals&) = delete;
  ~AwaitedSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  struct Signal {
    int number = 0;
    bool by_terminal = false;  ///< from the keyboard: everyone in the foreground has got it
  };

  /// Waits for the next of them.
  [[nodiscard]] Signal next() const {
    siginfo_t info{};
    while (::sigwaitinfo(&signals_, &info) < 0) {
    }
    return {info.si_signo, info.si_code == SI_KERNEL};
  }

  /// What was held back before: what a child begins with.
  [[nodiscard]] const sigset_t& before() const { return before_; }

 private:
  sigset_t signals_{};
  sigset_t before_{};
};

}  // namespace acode::cli
