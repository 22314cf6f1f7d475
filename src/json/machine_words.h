// The words of the tree that numbers and literals become, for the files of the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "json/block.h"

namespace acode::json::detail {

/// Room behind the characters for loops that write whole vectors.
inline constexpr std::size_t kSlack = 64;

/// The literal that begins with `t`, `f` or `n`, and its word.
constexpr std::string_view literal_for(char first) {
  if (first == 't') return "true";
  return first == 'f' ? "false" : "null";
}
constexpr std::uint64_t literal_word_for(char first) {
  if (first == 't') return tag_word(Tag::kTrue);
  return tag_word(first == 'f' ? Tag::kFalse : Tag::kNull);
}

/// Whether a whole number of so many characters fits a word and comes out of it as it went in; -0 would not.
constexpr bool fits_integer_word(std::size_t size, bool negative, std::uint64_t magnitude) {
  return size <= 18 && magnitude <= static_cast<std::uint64_t>(kMaxInteger) && !(negative && magnitude == 0);
}

constexpr std::uint64_t signed_word(bool negative, std::uint64_t magnitude) {
  const auto value = static_cast<std::int64_t>(magnitude);
  return integer_word(negative ? -value : value);
}

}  // namespace acode::json::detail
