// The thread that writes the line again and again.
#include "cli/waiting.h"

#include <unistd.h>

#include <utility>

#include "agent/signals_held.h"
#include "cli/descriptors.h"
#include "cli/display.h"

namespace acode::cli {

namespace {

constexpr std::chrono::seconds kBetween(1);
constexpr std::string_view kTakenAway = "\r\x1b[K";

}  // namespace

Waiting::Waiting(std::string for_what, const Streams& streams) : for_what_(std::move(for_what)) {
  if (!streams.err_is_terminal) return;
  const agent::SignalsHeld held;  // they are for the thread that can act on them
  thread_ = std::thread([this] { show_until_over(); });
}

Waiting::~Waiting() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Waiting::show_until_over() {
  std::unique_lock lock(mutex_);
  bool shown = false;
  for (auto waited = kBetween; !changed_.wait_for(lock, kBetween, [this] { return over_; }); waited += kBetween) {
    const std::string line = "waiting for " + printable(for_what_, 50) + ", " + std::to_string(waited.count()) + " s";
    write_fully(STDERR_FILENO, std::string(kTakenAway) + line);
    shown = true;
  }
  if (shown) write_fully(STDERR_FILENO, kTakenAway);
}

}  // namespace acode::cli
