// Sixteen places at a time. Where no marker begins, the groups that have the first byte, those that have the second and
// those that have the third are seldom the same; only where they are the place is looked at by itself.
#include <algorithm>
#include <bit>

#include "extract/marker_filter.h"

#if defined(__x86_64__)
#include <tmmintrin.h>
#endif

namespace acode::extract {

#if defined(__x86_64__)

namespace {

__attribute__((target("ssse3"))) inline __m128i load(const void* p) {
  return _mm_loadu_si128(static_cast<const __m128i*>(p));
}

// For each of sixteen bytes the groups that have it.
__attribute__((target("ssse3"))) inline __m128i groups(__m128i low, __m128i high, __m128i bytes) {
  const __m128i half = _mm_set1_epi8(0x0f);
  return _mm_and_si128(_mm_shuffle_epi8(low, _mm_and_si128(bytes, half)),
                       _mm_shuffle_epi8(high, _mm_and_si128(_mm_srli_epi16(bytes, 4), half)));
}

}  // namespace

__attribute__((target("ssse3"))) std::size_t MarkerFilter::next_ssse3(std::string_view text,
                                                                      std::size_t position) const {
  constexpr std::size_t kPlaces = 16;
  constexpr std::size_t kAhead = 3;  // bytes behind the last place that are looked at
  const __m128i low[] = {load(&halves_[0].low), load(&halves_[1].low), load(&halves_[2].low)};
  const __m128i high[] = {load(&halves_[0].high), load(&halves_[1].high), load(&halves_[2].high)};
  for (; position + kPlaces + kAhead <= text.size(); position += kPlaces) {
    const char* const p = text.data() + position;
    const __m128i all =
        _mm_and_si128(_mm_and_si128(groups(low[0], high[0], load(p)), groups(low[1], high[1], load(p + 1))),
                      groups(low[2], high[2], load(p + 2)));
    const auto none = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_setzero_si128())));
    for (unsigned places = none ^ 0xffffU; places != 0; places &= places - 1) {
      const std::size_t place = position + static_cast<std::size_t>(std::countr_zero(places));
      if (may_begin(text, place)) return place;
    }
  }
  return std::min(position, text.size());
}

#else

std::size_t MarkerFilter::next_ssse3(std::string_view /*text*/, std::size_t position) const { return position; }

#endif

}  // namespace acode::extract
