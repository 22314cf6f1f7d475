// The inner loops of reading JSON: plain characters of a string, white space, escapes.
//
// Sixteen bytes at a time where the processor can (every x86-64 can), one at a time elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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

#if defined(__SSE2__)
/// What stands in sixteen bytes of a string, bit by bit. How far to go depends on the quotes alone wherever it can: strings
/// are short, and the reading of the next one waits for it.
struct StringMarks {
  unsigned quotes;
  unsigned others;  // backslashes, control characters, bytes from 0x80 on

  explicit StringMarks(__m128i bytes) {
    // Signed: control characters and bytes from 0x80 on are both less than a space.
    const __m128i odd =
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')), _mm_cmplt_epi8(bytes, _mm_set1_epi8(' ')));
    quotes = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'))));
    others = static_cast<unsigned>(_mm_movemask_epi8(odd));
  }

  /// Whether there is a quote and nothing but plain characters before it.
  [[nodiscard]] bool plain_to_quote() const { return quotes != 0 && (others & (quotes ^ (quotes - 1))) == 0; }
};

inline __m128i load16(const char* p) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)); }

inline __m128i copy16(const char* p, char* out) {
  const __m128i bytes = load16(p);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
  return bytes;
}
#endif

/// Copies plain characters to `out` until one that is not, or the end; `quoted` tells whether that is a quote. Writes up
/// to 16 bytes beyond what it copies.
inline const char* copy_plain(const char* p, const char* end, char*& out, bool& quoted) {
#if defined(__SSE2__)
  const char* const begin = p;
  while (end - p >= 16) {
    const StringMarks marks(copy16(p, out));
    if (marks.plain_to_quote()) {
      const int plain = __builtin_ctz(marks.quotes);
      quoted = true;
      out += plain;
      return p + plain;
    }
    if (marks.others != 0) {
      const int plain = __builtin_ctz(marks.others);
      quoted = false;
      out += plain;
      return p + plain;
    }
    p += 16;
    out += 16;
  }
  if (end - begin >= 16) {  // the rest together with what was copied before it
    const unsigned copied = 16U - static_cast<unsigned>(end - p);
    const StringMarks marks(copy16(end - 16, out - copied));
    const int plain = __builtin_ctz(((marks.quotes | marks.others) | 0x10000U) >> copied);
    p += plain;
    out += plain;
    quoted = p != end && *p == '"';
    return p;
  }
#endif
  while (p != end && is_plain(*p)) *out++ = *p++;
  quoted = p != end && *p == '"';
  return p;
}

/// The same, but escapes of one letter are resolved on the way. Only far from the end of the text; near it nothing is done.
inline const char* copy_escaped(const char* p, const char* end, char*& out, bool& quoted) {
#if defined(__SSE2__)
  while (end - p >= 32) {
    StringMarks marks(copy16(p, out));
    // What was learnt of sixteen bytes is used until they are passed, however many escapes are among them.
    for (unsigned left = 16;;) {
      if (marks.plain_to_quote()) {
        const int plain = __builtin_ctz(marks.quotes);
        quoted = true;
        out += plain;
        return p + plain;
      }
      if (marks.others == 0) {
        out += left;
        p += left;
        break;
      }
      const auto plain = static_cast<unsigned>(__builtin_ctz(marks.others));
      const char letter = short_escape(p[plain + 1]);
      out += plain;
      p += plain;
      if (*p != '\\' || letter == 0) return p;
      *out++ = letter;
      p += 2;
      if (plain + 2 >= left) break;
      left -= plain + 2;
      marks.quotes >>= plain + 2;
      marks.others >>= plain + 2;
      copy16(p, out);
    }
  }
#else
  static_cast<void>(end);
  static_cast<void>(out);
#endif
  quoted = false;
  return p;
}

/// Passes over plain characters; `quoted` as above.
inline const char* skip_plain(const char* p, const char* end, bool& quoted) {
#if defined(__SSE2__)
  const char* const begin = p;
  while (end - p >= 16) {
    const StringMarks marks(load16(p));
    quoted = marks.plain_to_quote();
    if (quoted) return p + __builtin_ctz(marks.quotes);
    if (marks.others != 0) return p + __builtin_ctz(marks.others);
    p += 16;
  }
  if (end - begin >= 16) {  // the rest together with what was passed before it
    const StringMarks marks(load16(end - 16));
    const unsigned passed = 16U - static_cast<unsigned>(end - p);
    const unsigned stops = ((marks.quotes | marks.others) | 0x10000U) >> passed;
    p += __builtin_ctz(stops);
    quoted = p != end && *p == '"';
    return p;
  }
#endif
  while (p != end && is_plain(*p)) ++p;
  quoted = p != end && *p == '"';
  return p;
}

inline const char* skip_plain(const char* p, const char* end) {
  bool quoted = false;
  return skip_plain(p, end, quoted);
}

/// The next quote or backslash, or the end.
inline const char* find_quote(const char* p, const char* end) {
#if defined(__SSE2__)
  for (; end - p >= 16; p += 16) {
    const __m128i bytes = load16(p);
    const __m128i found =
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
    const auto bits = static_cast<unsigned>(_mm_movemask_epi8(found));
    if (bits != 0) return p + __builtin_ctz(bits);
  }
#endif
  while (p != end && *p != '"' && *p != '\\') ++p;
  return p;
}

/// White space at p: how many bytes, and which of them are line breaks.
struct WhiteSpace {
  unsigned length;
  unsigned breaks;  // bit by bit
};

/// Looks at sixteen bytes.
inline WhiteSpace white_space(const char* p) {
#if defined(__SSE2__)
  const __m128i bytes = load16(p);
  const __m128i line_feeds = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
  const __m128i others =
      _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r'))),
                   _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t')));
  const auto white = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(line_feeds, others)));
  const auto breaks = static_cast<unsigned>(_mm_movemask_epi8(line_feeds));
  return {static_cast<unsigned>(__builtin_ctz(~white)), breaks & white & (white ^ (white + 1))};
#else
  unsigned length = 0;
  unsigned breaks = 0;
  for (; length < 16 && is_space(p[length]); ++length) breaks |= p[length] == '\n' ? 1U << length : 0U;
  return {length, breaks};
#endif
}

/// Passes over a run of spaces (not line breaks).
inline const char* skip_blanks(const char* p, const char* end) {
#if defined(__SSE2__)
  while (end - p >= 16) {
    const __m128i bytes = load16(p);
    const auto blank = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '))));
    if (blank != 0xffffU) return p + __builtin_ctz(~blank);
    p += 16;
  }
#endif
  while (p != end && *p == ' ') ++p;
  return p;
}

/// A short number, measured without looking at its digits one by one.
struct ShortNumber {
  std::uint32_t whole = 0;     // digits before the point; 0 if it is no number, or not a short one
  std::uint32_t fraction = 0;  // digits behind it, and the point
};

/// The number whose digits begin at p, of 15 characters at most and without an exponent.
inline ShortNumber measure_number(const char* p, const char* end) {
#if defined(__SSE2__)
  if (end - p < 16) return {};
  const __m128i bytes = load16(p);
  const __m128i shifted = _mm_sub_epi8(bytes, _mm_set1_epi8(static_cast<char>('0' + 128)));  // '0' becomes the least
  const auto other = ~static_cast<unsigned>(_mm_movemask_epi8(_mm_cmplt_epi8(shifted, _mm_set1_epi8(-128 + 10))));
  const auto whole = static_cast<std::uint32_t>(__builtin_ctz(other));
  if (whole == 0 || whole > 15 || (whole > 1 && *p == '0')) return {};
  if (p[whole] != '.') return {(p[whole] | 0x20) == 'e' ? 0 : whole, 0};
  const auto fraction = static_cast<std::uint32_t>(__builtin_ctz(other >> (whole + 1)));
  const std::uint32_t length = whole + 1 + fraction;
  if (fraction == 0 || length > 15 || (p[length] | 0x20) == 'e') return {};
  return {whole, fraction + 1};
#else
  static_cast<void>(p);
  static_cast<void>(end);
  return {};
#endif
}

/// The value of one to eight digits, eight bytes of which can be read.
inline std::uint64_t eight_digits(const char* p, std::uint32_t count) {
  std::uint64_t digits = 0;
  std::memcpy(&digits, p, 8);
  if constexpr (std::endian::native == std::endian::big) digits = __builtin_bswap64(digits);
  digits <<= 64 - 8 * count;
  digits &= 0x0F0F0F0F0F0F0F0FU;
  digits = (digits * 10) + (digits >> 8U);
  const std::uint64_t low = 0x000000FF000000FFU;
  return (((digits & low) * 0x000F424000000064U) + (((digits >> 16U) & low) * 0x0000271000000001U)) >> 32U;
}

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
