// Small questions about text that several modules ask.
#pragma once

#include <string_view>

namespace acode::base {

/// Without white space, as JSON knows it, at either end.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kWhite = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kWhite);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhite) - first + 1);
}

}  // namespace acode::base
