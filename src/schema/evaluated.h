// Which members of an object, or elements of an array, some schema has looked at: what `unevaluatedProperties` and
// `unevaluatedItems` ask.
//
// Each schema that is applied to a value gives its answer back as a value of its own; that of a branch which failed is
// thrown away, that of one which held is added to what was known before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace acode::schema::detail {

class Evaluated {
 public:
  /// The child at this position.
  void mark(std::size_t position) {
    const std::size_t word = position / 64;
    if (word >= words_.size()) words_.resize(word + 1, 0);
    words_[word] |= std::uint64_t{1} << (position % 64);
  }

  /// All children before this position.
  void mark_first(std::size_t count) { first_ = std::max(first_, count); }
  void mark_all() { first_ = static_cast<std::size_t>(-1); }

  [[nodiscard]] bool marked(std::size_t position) const {
    if (position < first_) return true;
    const std::size_t word = position / 64;
    return word < words_.size() && (words_[word] >> (position % 64) & 1U) != 0;
  }

  void add(const Evaluated& other) {
    mark_first(other.first_);
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size(), 0);
    for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  }

 private:
  std::size_t first_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace acode::schema::detail
