// The system's clock. Waiting is waiting for the token, with a limit.
#include "agent/clock.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>

namespace acode::agent {

using std::chrono::milliseconds;

std::chrono::nanoseconds SystemClock::now() { return std::chrono::steady_clock::now().time_since_epoch(); }

retry::WallTime SystemClock::wall() {
  return std::chrono::time_point_cast<milliseconds>(std::chrono::system_clock::now());
}

bool SystemClock::wait(milliseconds duration, const net::CancelToken& cancel) {
  const std::chrono::nanoseconds end = now() + duration;
  while (!cancel.is_cancelled()) {
    const auto left = std::chrono::ceil<milliseconds>(end - now());
    if (left.count() <= 0) return true;
    // Without a descriptor the token can only be looked at, again and again.
    const bool blind = cancel.descriptor() < 0;
    const auto step = std::min<milliseconds::rep>(left.count(), blind ? 20 : 60'000);
    pollfd waiting{cancel.descriptor(), POLLIN, 0};
    if (::poll(&waiting, blind ? 0 : 1, static_cast<int>(step)) < 0 && errno != EINTR) return false;
  }
  return false;
}

}  // namespace acode::agent
