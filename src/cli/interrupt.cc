// Signals and the token.
#include "cli/interrupt.h"

#include <array>
#include <atomic>
#include <csignal>

namespace acode::cli {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM};

// A handler has no arguments of its own: what it needs must be found.
std::atomic<const net::CancelToken*> g_token{nullptr};

extern "C" void on_signal(int signal) {
  const net::CancelToken* token = g_token.load();
  if (token == nullptr || token->is_cancelled()) {
    // The second time it is meant.
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    return;
  }
  token->cancel();
}

void handle_all(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  for (const int signal : kSignals) ::sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() : token_(net::CancelToken::make()) {
  g_token.store(&token_);
  handle_all(on_signal);
}

Interrupt::~Interrupt() {
  handle_all(SIG_DFL);
  g_token.store(nullptr);
}

}  // namespace acode::cli
