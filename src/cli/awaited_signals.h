// The signals by which a server is told what to do, taken one after the other by the thread that asks for them.
//
//   const ServeSignals signals;                 // before any other thread is made: they inherit that they do not get them
//   while (signals.next() == ServeSignals::What::kReload) reload();
#pragma once

#include <csignal>
#include <cstdint>

namespace acode::cli {

class ServeSignals {
 public:
  enum class What : std::uint8_t { kStop, kReload };

  ServeSignals() {
    ::sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&signals_, signal);
    ::pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  ServeSignals(const ServeSignals&) = delete;
  ServeSignals& operator=(const ServeSignals&) = delete;
  ~ServeSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  /// Waits for the next: SIGHUP asks to read the configuration again, SIGINT and SIGTERM to stop.
  [[nodiscard]] What next() const {
    int signal = 0;
    while (::sigwait(&signals_, &signal) != 0) {
    }
    return signal == SIGHUP ? What::kReload : What::kStop;
  }

 private:
  sigset_t signals_{};
  sigset_t before_{};
};

}  // namespace acode::cli
