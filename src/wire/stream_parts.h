// What a writer that goes on with somebody else's stream has to know of its numbered parts.
#pragma once

#include <algorithm>
#include <cstddef>

#include "acode/wire/wire.h"

namespace acode::wire::detail {

/// The number of the next part.
inline std::size_t next_index(const StreamParts& parts) {
  std::size_t next = 0;
  for (const StreamPart& part : parts.begun) next = std::max(next, part.index + 1);
  return next;
}

/// The part that is not done; null if all are.
inline const StreamPart* open_part(const StreamParts& parts) {
  if (parts.begun.empty()) return nullptr;
  const StreamPart& last = parts.begun.back();
  const bool is_done = std::any_of(parts.done.begin(), parts.done.end(),
                                   [&last](const StreamPart& part) { return part.index == last.index; });
  return is_done ? nullptr : &last;
}

}  // namespace acode::wire::detail
