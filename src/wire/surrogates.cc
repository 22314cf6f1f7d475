// Joining the two halves of a character that were sent apart.
#include "wire/surrogates.h"

#include <utility>

namespace acode::wire::detail {
namespace {

constexpr std::size_t kEscape = 6;  // \ud83d

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// Whether an escape with one of these third digits stands here: 89ab for a first half, cdef for a second.
bool is_half(std::string_view text, std::size_t at, std::string_view third) {
  if (text.size() < at + kEscape || text.substr(at, 2) != "\\u" || (text[at + 2] | 0x20) != 'd') return false;
  const char digit = text[at + 3] >= 'A' && text[at + 3] <= 'F' ? static_cast<char>(text[at + 3] | 0x20) : text[at + 3];
  return third.find(digit) != std::string_view::npos && is_hex(text[at + 4]) && is_hex(text[at + 5]);
}

}  // namespace

std::optional<std::string> SurrogateJoiner::join(std::string_view text) {
  std::string out;
  bool changed = false;
  for (std::size_t i = 0; i < text.size();) {
    const bool first = is_half(text, i, "89ab");
    if (first && i + kEscape < text.size() && text[i + kEscape] == '"') {
      first_half_ = text.substr(i, kEscape);
      i += kEscape;
      changed = true;
      continue;
    }
    if (!first_half_.empty() && !out.empty() && out.back() == '"' && is_half(text, i, "cdef")) {
      out += std::exchange(first_half_, {});
      changed = true;
    }
    // A pair, or any other escape, is passed over as a whole: `\\ud83d` is a backslash and letters.
    const std::size_t length = first ? 2 * kEscape : (text[i] == '\\' ? 2 : 1);
    out += text.substr(i, length);
    i += length;
  }
  return changed ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace acode::wire::detail
