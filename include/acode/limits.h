// What acode is willing to spend on one input.
//
// Both limits are checked before the work is done: a text that is too large is refused before its first byte is
// read, and a container that would lie too deep is refused at its opening bracket.
#pragma once

#include <cstddef>
#include <cstdint>

namespace acode {

/// The largest text any limit can allow. Offsets inside a parsed tree take 28 bits; see docs/decisions/0003.
inline constexpr std::size_t kMaxTextBytes = (std::size_t{1} << 28) - 1;

/// How large and how deeply nested a text may be.
struct Limits {
  /// Bytes of text. Larger values than kMaxTextBytes are read as kMaxTextBytes.
  std::size_t max_bytes = std::size_t{1} << 20;

  /// Objects and arrays that may be open at once: `[[1]]` needs 2.
  std::uint32_t max_depth = 64;
};

}  // namespace acode
