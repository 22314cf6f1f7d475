// One place at a time, and what is asked of all of them.
#include "extract/marker_filter.h"

#include <algorithm>

namespace acode::extract {
namespace {

// Those that are so short that anything may follow have a group of their own.
unsigned group_of(std::string_view marker) {
  constexpr unsigned kShort = 7;
  constexpr unsigned kLast = 6;
  const unsigned upper = static_cast<unsigned char>(marker[0]) >> 4U;
  return marker.size() < 3 ? kShort : std::min(upper < 2 ? kLast : upper - 2, kLast);
}

bool has_ssse3() {
#if defined(__x86_64__)
  static const bool kHas = static_cast<bool>(__builtin_cpu_supports("ssse3"));
  return kHas;
#else
  return false;
#endif
}

}  // namespace

void MarkerFilter::add(std::string_view marker) {
  Followers& followers = followers_[static_cast<unsigned char>(marker[0]) % followers_.size()];
  for (std::size_t i = 0; i < followers.bits.size(); ++i) {
    const bool there = i + 1 < marker.size();
    followers.bits[i] |=
        there ? std::uint64_t{1} << (static_cast<unsigned char>(marker[i + 1]) % 64U) : ~std::uint64_t{0};
  }
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

bool MarkerFilter::may_begin(std::string_view text, std::size_t position) const {
  const Followers& followers = followers_[static_cast<unsigned char>(text[position]) % followers_.size()];
  for (std::size_t i = 0; i < followers.bits.size(); ++i) {
    if (position + i + 1 == text.size()) return followers.bits[i] != 0;
    if (!followers.has(i, text[position + i + 1])) return false;
  }
  return true;
}

std::size_t MarkerFilter::next(std::string_view text, std::size_t position) const {
  if (has_ssse3()) position = next_ssse3(text, position);
  while (position < text.size() && !may_begin(text, position)) ++position;
  return position;
}

}  // namespace acode::extract
