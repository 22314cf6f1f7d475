// The inner loops of reading JSON: plain characters of a string, white space, escapes.
//
// Sixteen bytes at a time where the processor can (every x86-64 can), one at a time elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "base/utf8.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace acode::json::detail {

/// Bytes that may stand in a string as they are and need no look: ASCII without quote, backslash and control characters.
inline constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (unsigned byte = 0x20; byte < 0x80; ++byte) plain[byte] = byte != '"' && byte != '\\';
  return plain;
}();

inline bool is_plain(char c) { return kPlain[static_cast<unsigned char>(c)]; }

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// Copies plain characters to `out` until one that is not, or the end. Writes up to 16 bytes beyond what it copies.
inline const char* copy_plain(const char* p, const char* end, char*& out) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i space = _mm_set1_epi8(' ');
  while (end - p >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
    // Signed: control characters and bytes from 0x80 on are both less than a space.
    const __m128i odd = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
                                     _mm_cmplt_epi8(bytes, space));
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(odd));
    if (mask != 0) {
      const int plain = __builtin_ctz(mask);
      out += plain;
      return p + plain;
    }
    p += 16;
    out += 16;
  }
#endif
  while (p != end && is_plain(*p)) *out++ = *p++;
  return p;
}

/// Passes over plain characters.
inline const char* skip_plain(const char* p, const char* end) {
#if defined(__SSE2__)
  while (end - p >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))),
        _mm_cmplt_epi8(bytes, _mm_set1_epi8(' ')))));
    if (mask != 0) return p + __builtin_ctz(mask);
    p += 16;
  }
#endif
  while (p != end && is_plain(*p)) ++p;
  return p;
}

/// Passes over a run of spaces (not line breaks).
inline const char* skip_blanks(const char* p, const char* end) {
#if defined(__SSE2__)
  while (end - p >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const auto blank = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '))));
    if (blank != 0xffffU) return p + __builtin_ctz(~blank);
    p += 16;
  }
#endif
  while (p != end && *p == ' ') ++p;
  return p;
}

/// What a short escape stands for ('n' is a line feed), or 0.
inline constexpr std::array<char, 256> kShortEscape = [] {
  std::array<char, 256> table{};
  table['"'] = '"';
  table['\\'] = '\\';
  table['/'] = '/';
  table['b'] = '\b';
  table['f'] = '\f';
  table['n'] = '\n';
  table['r'] = '\r';
  table['t'] = '\t';
  return table;
}();

inline char short_escape(char c) { return kShortEscape[static_cast<unsigned char>(c)]; }

inline bool is_high_surrogate(char32_t c) { return c >= 0xD800 && c < 0xDC00; }
inline bool is_low_surrogate(char32_t c) { return c >= 0xDC00 && c < 0xE000; }

/// Four hexadecimal digits: their value, -1 if one of them is not, -2 if the end comes first.
inline int hex4(const char* p, const char* end) {
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    if (p + i == end) return -2;
    const char c = p[i];
    int digit = 0;
    if (is_digit(c)) {
      digit = c - '0';
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      digit = (c | 0x20) - 'a' + 10;
    } else {
      return -1;
    }
    value = value * 16 + digit;
  }
  return value;
}

/// Reads a `\uXXXX` escape, both halves of a surrogate pair. Returns its length and writes the character; 0 if the end
/// comes first, -1 if it is wrong or a lone half.
int decode_unicode_escape(const char* p, const char* end, char*& out);

/// Reads the escape or the UTF-8 sequence at p, in the same way.
inline int decode_unit(const char* p, const char* end, char*& out) {
  if (*p == '\\') {
    if (end - p < 2) return 0;
    const char c = short_escape(p[1]);
    if (c != 0) {
      *out++ = c;
      return 2;
    }
    return p[1] == 'u' ? decode_unicode_escape(p, end, out) : -1;
  }
  const auto rest = static_cast<std::size_t>(end - p);
  const base::Utf8 decoded = base::decode_utf8({p, rest < 4 ? rest : 4});
  if (decoded.status == base::Utf8::Status::kIncomplete) return 0;
  if (decoded.status == base::Utf8::Status::kInvalid) return -1;
  std::memcpy(out, p, decoded.length);
  out += decoded.length;
  return decoded.length;
}

}  // namespace acode::json::detail
