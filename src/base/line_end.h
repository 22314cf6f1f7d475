// Where a line ends, sixteen bytes at a time: std::string_view::find_first_of() asks a function about every byte.
#pragma once

#include <bit>
#include <cstddef>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace acode::base {

/// The first CR or LF at or behind `from`, which is no place behind the end; npos if there is none.
inline std::size_t find_line_end(std::string_view text, std::size_t from = 0) {
#if defined(__SSE2__)
  constexpr std::size_t kBlock = 16;
  for (; text.size() - from >= kBlock; from += kBlock) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + from));
    const __m128i ends =
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r')));
    const auto places = static_cast<unsigned>(_mm_movemask_epi8(ends));
    if (places != 0) return from + static_cast<std::size_t>(std::countr_zero(places));
  }
#endif
  for (; from < text.size(); ++from) {
    if (text[from] == '\n' || text[from] == '\r') return from;
  }
  return std::string_view::npos;
}

}  // namespace acode::base
