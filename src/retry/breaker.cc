// The breaker: a count and a moment.
#include "acode/retry/breaker.h"

#include <algorithm>

namespace acode::retry {

bool Breaker::allows(WallTime now) const { return !is_open() || now >= closed_until(); }

WallTime Breaker::closed_until() const {
  if (!is_open()) return {};
  return memory_.opened + policy_.cooldown;
}

void Breaker::exhausted(WallTime now) {
  // More than the threshold would say nothing more.
  memory_.failures = std::min(memory_.failures + 1, std::max(policy_.threshold, 1U));
  if (is_open()) memory_.opened = now;
}

}  // namespace acode::retry
