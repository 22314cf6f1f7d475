// Random numbers that are the same everywhere: the tests that use them fail on every machine or on none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace acode::test {

/// splitmix64. The distributions of the standard library differ between implementations, so there are none here.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t bits = state_;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31);
  }

  /// 0 to bound - 1; 0 if bound is 0.
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : static_cast<std::size_t>(next() % bound); }

  /// From `low` to `high`, both included.
  std::size_t between(std::size_t low, std::size_t high) { return low + below(high - low + 1); }

  /// True in one of `n` cases.
  bool one_in(std::size_t n) { return below(n) == 0; }

  template <class T, std::size_t kSize>
  const T& pick(const T (&items)[kSize]) {
    return items[below(kSize)];
  }

  char pick_char(std::string_view characters) { return characters[below(characters.size())]; }

 private:
  std::uint64_t state_;
};

}  // namespace acode::test
