// A flag, and an eventfd for those who sleep.
#include "net/cancel.h"

#include <sys/eventfd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>

#include "net/fd.h"

namespace acode::net {

struct CancelToken::State {
  std::atomic<bool> cancelled = false;
  Fd event{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not wait for a lock");

CancelToken CancelToken::make() { return CancelToken(std::make_shared<State>()); }

void CancelToken::cancel() const noexcept {
  if (!state_ || state_->cancelled.exchange(true)) return;
  const int errno_before = errno;  // the handler may have interrupted one who is about to read it
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(state_->event.get(), &one, sizeof one);
  errno = errno_before;
}

bool CancelToken::is_cancelled() const noexcept { return state_ && state_->cancelled; }

int CancelToken::descriptor() const noexcept { return state_ ? state_->event.get() : -1; }

}  // namespace acode::net
