// Many places at a time, and what is asked of one alone. Where no marker begins, the groups that have the first byte,
// those that have the second and so on to the fourth are seldom the same; only where they are the place is looked at by
// itself.
#include "extract/marker_filter.h"

#include <algorithm>
#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace acode::extract {
namespace {

// Those that are so short that anything may follow have groups of their own.
unsigned group_of(std::string_view marker) {
  constexpr unsigned kShort = 7;
  constexpr unsigned kOthers = 6;
  const unsigned upper = static_cast<unsigned char>(marker[0]) >> 4U;
  if (marker.size() < 4) return marker.size() < 3 ? kShort : kOthers;
  return upper < 2 || upper >= 8 ? kOthers : upper - 2;
}

#if defined(__x86_64__)

bool has_ssse3() {
  static const bool kHas = static_cast<bool>(__builtin_cpu_supports("ssse3"));
  return kHas;
}

bool has_avx2() {
  static const bool kHas = static_cast<bool>(__builtin_cpu_supports("avx2"));
  return kHas;
}

__attribute__((target("ssse3"))) inline __m128i load(const void* p) {
  return _mm_loadu_si128(static_cast<const __m128i*>(p));
}

// For each of sixteen bytes the groups that have it.
__attribute__((target("ssse3"))) inline __m128i groups(__m128i low, __m128i high, __m128i bytes) {
  const __m128i half = _mm_set1_epi8(0x0f);
  return _mm_and_si128(_mm_shuffle_epi8(low, _mm_and_si128(bytes, half)),
                       _mm_shuffle_epi8(high, _mm_and_si128(_mm_srli_epi16(bytes, 4), half)));
}

// The same for thirty-two.
__attribute__((target("avx2"))) inline __m256i load32(const char* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
__attribute__((target("avx2"))) inline __m256i twice(const void* p) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(p)));
}
__attribute__((target("avx2"))) inline __m256i groups(__m256i low, __m256i high, __m256i bytes) {
  const __m256i half = _mm256_set1_epi8(0x0f);
  return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(bytes, half)),
                          _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half)));
}

#endif

}  // namespace

void MarkerHalves::add(std::string_view marker) {
  const auto group = static_cast<std::uint8_t>(1U << group_of(marker));
  for (std::size_t i = 0; i < halves_.size(); ++i) {
    if (i < marker.size()) {
      halves_[i].low[static_cast<unsigned char>(marker[i]) % 16U] |= group;
      halves_[i].high[static_cast<unsigned char>(marker[i]) / 16U] |= group;
    } else {
      for (std::uint8_t& groups : halves_[i].low) groups |= group;
      for (std::uint8_t& groups : halves_[i].high) groups |= group;
    }
  }
}

#if defined(__x86_64__)

template <class MayBegin>
__attribute__((target("ssse3"))) std::size_t MarkerHalves::next_ssse3(std::string_view text, std::size_t position,
                                                                      const MayBegin& may_begin) const {
  constexpr std::size_t kPlaces = 16;
  constexpr std::size_t kAhead = 3;  // bytes behind the last place that are looked at
  const __m128i low[] = {load(&halves_[0].low), load(&halves_[1].low), load(&halves_[2].low), load(&halves_[3].low)};
  const __m128i high[] = {load(&halves_[0].high), load(&halves_[1].high), load(&halves_[2].high),
                          load(&halves_[3].high)};
  for (; position + kPlaces + kAhead <= text.size(); position += kPlaces) {
    const char* const p = text.data() + position;
    const __m128i all =
        _mm_and_si128(_mm_and_si128(groups(low[0], high[0], load(p)), groups(low[1], high[1], load(p + 1))),
                      _mm_and_si128(groups(low[2], high[2], load(p + 2)), groups(low[3], high[3], load(p + 3))));
    const auto none = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_setzero_si128())));
    for (unsigned places = none ^ 0xffffU; places != 0; places &= places - 1) {
      const std::size_t place = position + static_cast<std::size_t>(std::countr_zero(places));
      if (may_begin(place)) return place;
    }
  }
  return std::min(position, text.size());
}

template <class MayBegin>
__attribute__((target("avx2"))) std::size_t MarkerHalves::next_avx2(std::string_view text, std::size_t position,
                                                                    const MayBegin& may_begin) const {
  constexpr std::size_t kPlaces = 32;
  constexpr std::size_t kAhead = 3;
  const __m256i low[] = {twice(&halves_[0].low), twice(&halves_[1].low), twice(&halves_[2].low),
                         twice(&halves_[3].low)};
  const __m256i high[] = {twice(&halves_[0].high), twice(&halves_[1].high), twice(&halves_[2].high),
                          twice(&halves_[3].high)};
  for (; position + kPlaces + kAhead <= text.size(); position += kPlaces) {
    const char* const p = text.data() + position;
    const __m256i all = _mm256_and_si256(
        _mm256_and_si256(groups(low[0], high[0], load32(p)), groups(low[1], high[1], load32(p + 1))),
        _mm256_and_si256(groups(low[2], high[2], load32(p + 2)), groups(low[3], high[3], load32(p + 3))));
    const auto none = static_cast<unsigned>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(all, _mm256_setzero_si256())));
    for (unsigned places = ~none; places != 0; places &= places - 1) {
      const std::size_t place = position + static_cast<std::size_t>(std::countr_zero(places));
      if (may_begin(place)) return place;
    }
  }
  return std::min(position, text.size());
}

#endif

template <class MayBegin>
std::size_t MarkerHalves::next(std::string_view text, std::size_t position, const MayBegin& may_begin) const {
  if (position < text.size() && may_begin(position)) return position;  // the text begins with a call
#if defined(__x86_64__)
  if (has_avx2()) {
    position = next_avx2(text, position, may_begin);
    if (position < text.size() && may_begin(position)) return position;
  }
  if (has_ssse3()) position = next_ssse3(text, position, may_begin);
#endif
  while (position < text.size() && !may_begin(position)) ++position;
  return position;
}

void MarkerFilter::add(std::string_view marker) {
  Followers& followers = followers_[static_cast<unsigned char>(marker[0]) % followers_.size()];
  for (std::size_t i = 0; i < followers.bits.size(); ++i) {
    const bool there = i + 1 < marker.size();
    followers.bits[i] |=
        there ? std::uint64_t{1} << (static_cast<unsigned char>(marker[i + 1]) % 64U) : ~std::uint64_t{0};
  }
  halves_.add(marker);
}

std::size_t MarkerFilter::next(std::string_view text, std::size_t position) const {
  return halves_.next(text, position, [&](std::size_t place) { return may_begin(text, place); });
}

void MoreMarkersFilter::add(std::string_view marker) {
  halves_.add(marker);
  firsts_ |= std::uint64_t{1} << (static_cast<unsigned char>(marker[0]) % 64U);
  if (marker.size() >= kLongBytes) {
    set(longs_, long_of(marker.data()));
  } else if (marker.size() >= kHeadBytes) {
    set(heads_, head_of(marker.data()));
  } else if (marker.size() >= kPairBytes) {
    set(pairs_, pair_of(marker.data()));
  } else {
    pairs_.fill(~std::uint64_t{0});  // anything may follow
  }
}

std::size_t MoreMarkersFilter::next(std::string_view text, std::size_t position) const {
  return halves_.next(text, position, [&](std::size_t place) { return may_begin(text, place); });
}

}  // namespace acode::extract
