// The first bytes of a text as one number: what most texts are told apart by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace acode::base {

/// The first eight bytes as they lie in memory; those that are missing are zeros.
inline std::uint64_t first_eight_bytes(std::string_view text) {
  std::uint64_t bytes = 0;
  if (text.size() >= sizeof(bytes)) {
    std::memcpy(&bytes, text.data(), sizeof(bytes));
    return bytes;
  }
  char few[sizeof(bytes)] = {};
  // One by one: for so few a call takes longer.
  for (std::size_t i = 0; i < text.size(); ++i) few[i] = text[i];
  std::memcpy(&bytes, few, sizeof(bytes));
  return bytes;
}

}  // namespace acode::base
