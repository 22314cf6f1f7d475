// UTF-8, one character at a time: decoding with the full checks of RFC 3629, and encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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

/// Whether a byte is one of a character, but not its first.
inline bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The largest length up to `limit` at which a text can be cut without cutting a character.
inline std::size_t whole_characters(std::string_view text, std::size_t limit) {
  if (limit >= text.size()) return text.size();
  while (limit > 0 && is_continuation(text[limit])) --limit;
  return limit;
}

/// For messages: a text that is longer than so many bytes, cut between characters and with "…" behind it.
inline std::string shortened(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  return std::string(text.substr(0, whole_characters(text, limit))) + "…";
}

/// How many bytes the character of more than one byte has that begins at `p`; 0 if it is none, or wrong. The quick way to
/// what decode_utf8() says; four bytes can be read there.
inline unsigned utf8_length(const char* p) {
  const auto at = [p](unsigned index) { return static_cast<std::uint32_t>(static_cast<unsigned char>(p[index])); };
  const std::uint32_t bytes = at(0) | at(1) << 8U | at(2) << 16U | at(3) << 24U;
  if ((bytes & 0xC0C0F0U) == 0x8080E0U) {
    const std::uint32_t high =
        (bytes & 0xFU) << 6U | ((bytes >> 8U) & 0x3FU);   // the character without its last six bits
    return high >= 0x20U && high >> 5U != 0x1BU ? 3 : 0;  // in its shortest form, no surrogate
  }
  if ((bytes & 0xC0E0U) == 0x80C0U) return (bytes & 0x1EU) != 0 ? 2 : 0;
  if ((bytes & 0xC0C0C0F8U) != 0x808080F0U) return 0;
  const std::uint32_t high = (bytes & 0x7U) << 6U | ((bytes >> 8U) & 0x3FU);  // without its last twelve bits
  return high >= 0x10U && high < 0x110U ? 4 : 0;
}

/// Writes a character (no surrogate) and returns the place behind it. Needs room for 4 bytes.
char* encode_utf8(char32_t character, char* out);

}  // namespace acode::base
