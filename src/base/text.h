// Small questions about text that several modules ask.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace acode::base {

/// White space, as JSON knows it.
inline constexpr std::string_view kWhite = " \t\r\n";

inline bool is_white(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// The first place at or behind `at` that is no white space; the end of the text if there is none.
inline std::size_t skip_white(std::string_view text, std::size_t at) {
  while (at < text.size() && is_white(text[at])) ++at;
  return std::min(at, text.size());
}

/// Whether there is nothing but white space.
inline bool is_blank(std::string_view text) { return skip_white(text, 0) == text.size(); }

/// Without white space at either end.
inline std::string_view trimmed(std::string_view text) {
  text.remove_prefix(skip_white(text, 0));
  while (!text.empty() && is_white(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace acode::base
