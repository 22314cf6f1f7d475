// UTF-8, one character at a time: decoding with the full checks of RFC 3629, and encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace acode::base {

inline constexpr char32_t kReplacement = 0xFFFD;

/// What stands at the start of some bytes.
struct Utf8 {
  enum class Status : std::uint8_t { kValid, kInvalid, kIncomplete };
  Status status;
  /// Valid: bytes of the character. Invalid: bytes to pass over (the longest wrong beginning, at least one).
  std::uint8_t length;
  char32_t character;
};

/// Reads the character at the start of `bytes`, which must not be empty. Incomplete: right so far, but the end came.
Utf8 decode_utf8(std::string_view bytes);

/// Writes a character (no surrogate) and returns the place behind it. Needs room for 4 bytes.
char* encode_utf8(char32_t character, char* out);

}  // namespace acode::base
