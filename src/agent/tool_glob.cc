// One way of matching, used twice: for the characters of a name, and for the names of a path.
#include "agent/tool_glob.h"

#include <cstddef>
#include <string>
#include <vector>

#include "agent/workspace_resolve.h"
#include "base/utf8.h"

namespace acode::agent {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// Matches items against pattern items of which some are stars, which stand for any number of items. When it goes wrong,
/// the last star takes one item more; earlier ones need never be tried again, for what they took was the least they could.
template <class Pattern, class Items, class IsStar, class Fits>
bool match(const Pattern& pattern, const Items& items, IsStar is_star, Fits fits) {
  std::size_t in_pattern = 0;
  std::size_t star = kNone;
  std::size_t behind_star = 0;
  for (std::size_t at = 0; at < items.size();) {
    if (in_pattern < pattern.size() && is_star(pattern[in_pattern])) {
      star = in_pattern++;
      behind_star = at;
    } else if (in_pattern < pattern.size() && fits(pattern[in_pattern], items[at])) {
      ++in_pattern;
      ++at;
    } else if (star != kNone) {
      in_pattern = star + 1;
      at = ++behind_star;
    } else {
      return false;
    }
  }
  while (in_pattern < pattern.size() && is_star(pattern[in_pattern])) ++in_pattern;
  return in_pattern == pattern.size();
}

/// Characters, so that `?` stands for one of them and not for a byte. Bytes that are none stand for themselves.
std::u32string characters(std::string_view text) {
  std::u32string result;
  while (!text.empty()) {
    const base::Utf8 next = base::decode_utf8(text);
    const bool valid = next.status == base::Utf8::Status::kValid;
    result += valid ? next.character : 0x110000U + static_cast<unsigned char>(text.front());
    text.remove_prefix(valid ? next.length : 1);
  }
  return result;
}

bool name_matches(std::string_view pattern, std::string_view name) {
  return match(
      characters(pattern), characters(name), [](char32_t c) { return c == U'*'; },
      [](char32_t wanted, char32_t there) { return wanted == U'?' || wanted == there; });
}

}  // namespace

bool glob_is_deep(std::string_view pattern) {
  return pattern.find('/') != std::string_view::npos || pattern.find("**") != std::string_view::npos;
}

bool glob_matches(std::string_view pattern, std::string_view path) {
  const std::vector<std::string_view> names = detail::path_parts(path);
  if (names.empty()) return false;
  if (pattern.find('/') == std::string_view::npos) return name_matches(pattern, names.back());
  return match(
      detail::path_parts(pattern), names, [](std::string_view part) { return part == "**"; }, name_matches);
}

}  // namespace acode::agent
