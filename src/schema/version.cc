// Reading and comparing versions.
#include "schema/version.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>

#include "schema/ascii.h"

namespace acode::schema::detail {
namespace {

// Digits at the start of the text, which are taken away.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !is_digit(text[0])) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool is_label(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return is_digit(c) || is_letter(c) || c == '-' || c == '.'; });
}

}  // namespace

bool operator<(const SemanticVersion& a, const SemanticVersion& b) {
  const auto key = [](const SemanticVersion& v) {
    return std::tuple(v.major, v.minor, v.patch, v.before.empty(), std::string_view(v.before));
  };
  return key(a) < key(b);
}

std::optional<SemanticVersion> parse_version(std::string_view text) {
  if (text.starts_with('v') || text.starts_with('V')) text.remove_prefix(1);
  std::array<std::uint32_t, 3> parts{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && !text.starts_with('.')) break;
    if (i > 0) text.remove_prefix(1);
    const auto number = take_number(text);
    if (!number) return std::nullopt;
    parts[i] = *number;
  }
  SemanticVersion version{parts[0], parts[1], parts[2], {}};
  const std::size_t plus = text.find('+');
  if (plus != std::string_view::npos) {
    if (!is_label(text.substr(plus + 1))) return std::nullopt;
    text = text.substr(0, plus);
  }
  if (text.empty()) return version;
  if (text[0] != '-' || !is_label(text.substr(1))) return std::nullopt;
  version.before = text.substr(1);
  return version;
}

}  // namespace acode::schema::detail
