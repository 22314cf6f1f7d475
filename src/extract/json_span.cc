// Counting brackets outside of strings.
#include "extract/json_span.h"

#include <array>
#include <bit>
#include <cstdint>

#include "base/text.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace acode::extract {
namespace {

enum class Byte : std::uint8_t { kOther, kQuote, kApostrophe, kOpener, kCloser };

constexpr auto kBytes = [] {
  std::array<Byte, 256> bytes{};
  bytes['"'] = Byte::kQuote;
  bytes['\''] = Byte::kApostrophe;
  bytes['{'] = bytes['['] = Byte::kOpener;
  bytes['}'] = bytes[']'] = Byte::kCloser;
  return bytes;
}();

// The first quote or backslash of a string; the end of the text if there is none.
std::size_t find_end(std::string_view text, std::size_t at, char quote) {
#if defined(__SSE2__)
  const __m128i quotes = _mm_set1_epi8(quote);
  const __m128i backslashes = _mm_set1_epi8('\\');
  for (; text.size() - at >= sizeof(__m128i); at += sizeof(__m128i)) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    const __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, quotes), _mm_cmpeq_epi8(bytes, backslashes));
    const auto bits = static_cast<unsigned>(_mm_movemask_epi8(found));
    if (bits != 0) return at + static_cast<std::size_t>(std::countr_zero(bits));
  }
#endif
  while (at < text.size() && text[at] != quote && text[at] != '\\') ++at;
  return at;
}

constexpr Byte byte_of(char c) { return kBytes[static_cast<unsigned char>(c)]; }

}  // namespace

// As take() does byte by byte, but what stands before an apostrophe is looked for once there is one.
std::size_t JsonSpan::look(std::string_view text) {
  while (end_ == kOpen && at_ < text.size()) {
    if (quote_ != 0) {
      pass_string(text);
    } else {
      pass_structure(text);
    }
  }
  return end_;
}

// Behind the string at hand.
void JsonSpan::pass_string(std::string_view text) {
  while (at_ < text.size() && quote_ != 0) {
    if (!escaped_) at_ = find_end(text, at_, quote_);
    if (at_ < text.size()) take_in_string(text[at_++]);
  }
}

// To where the next string begins, or behind the value.
void JsonSpan::pass_structure(std::string_view text) {
  for (; at_ < text.size(); ++at_) {
    const Byte byte = byte_of(text[at_]);
    if (byte == Byte::kOther) continue;
    if (byte == Byte::kApostrophe) before_ = last_before(text, at_);
    if (byte == Byte::kQuote || (byte == Byte::kApostrophe && may_begin_string())) {
      quote_ = text[at_++];
      return;
    }
    if (byte == Byte::kOpener) ++depth_;
    if (byte == Byte::kCloser && --depth_ == 0) {
      end_ = ++at_;
      return;
    }
  }
}

// The last character before a place that is no white space.
char JsonSpan::last_before(std::string_view text, std::size_t at) {
  while (at > 0 && base::is_white(text[at - 1])) --at;
  return at > 0 ? text[at - 1] : '\0';
}

}  // namespace acode::extract
