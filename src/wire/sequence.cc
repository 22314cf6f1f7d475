// Putting numbered events in order.
#include "wire/sequence.h"

#include <limits>
#include <utility>

namespace acode::wire::detail {

bool Sequence::is_next(std::optional<std::int64_t> number) {
  if (!number || !in_order_) return true;
  // A stream begins with 0 or 1. What is not above the last one is a repetition, or no numbering at all.
  const bool next = last_ ? *number <= *last_ || *number - 1 == *last_ : *number <= 1;
  if (next && (!last_ || *number > *last_)) last_ = number;
  return next;
}

void Sequence::hold(std::int64_t number, HeldEvent event) { held_.insert_or_assign(number, std::move(event)); }

std::optional<HeldEvent> Sequence::release(bool at_end) {
  if (held_.empty()) return std::nullopt;
  in_order_ = in_order_ && held_.size() <= kMostHeld;
  const auto first = held_.begin();
  const bool due = at_end || !in_order_ || (last_ && first->first - 1 <= *last_);
  if (!due) return std::nullopt;
  last_ = first->first;
  HeldEvent event = std::move(first->second);
  held_.erase(first);
  return event;
}

}  // namespace acode::wire::detail
