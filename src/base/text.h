// Small questions about text that several modules ask.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace acode::base {

/// White space, as JSON knows it.
inline constexpr std::string_view kWhite = " \t\r\n";

inline bool is_white(char c) { return kWhite.find(c) != std::string_view::npos; }

/// Whether there is nothing but white space.
inline bool is_blank(std::string_view text) { return text.find_first_not_of(kWhite) == std::string_view::npos; }

/// The first place at or behind `at` that is no white space; the end of the text if there is none.
inline std::size_t skip_white(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kWhite, at), text.size());
}

/// Without white space at either end.
inline std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhite);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhite) - first + 1);
}

}  // namespace acode::base
