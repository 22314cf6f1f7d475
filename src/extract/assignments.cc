// Looking for assignments.
#include "extract/assignments.h"

#include <algorithm>

#include "extract/python_literal.h"

namespace acode::extract {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// Should the mark of a comment stand inside a string, what is left is no literal, and nothing is assigned.
std::string_view without_comment(std::string_view line) {
  for (const std::string_view mark : {"; //", ";//", " // ", " # "}) line = line.substr(0, line.find(mark));
  return line;
}

// JSON.stringify(data): what is turned into text may be a name, and is then that text.
bool is_conversion(std::string_view value) {
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  return value.starts_with("JSON.stringify(") || value.starts_with("json.dumps(") || value.starts_with("str(") ||
         value.starts_with("String.valueOf(") || value.ends_with(".toString()");
}

// The last place before `end` where a name begins, or npos. Most places are told by their first byte.
std::size_t find_before(std::string_view text, std::string_view name, std::size_t end) {
  for (std::size_t at = std::min(end, text.size() - std::min(text.size(), name.size()) + 1); at-- > 0;) {
    if (text[at] == name.front() && text.substr(at).starts_with(name)) return at;
  }
  return std::string_view::npos;
}

// What stands behind `name =` at this place, up to the end of the line; empty if that does not stand there.
std::string_view assigned_at(std::string_view text, std::size_t at, std::size_t length) {
  if (at > 0 && is_word(text[at - 1])) return {};
  std::size_t next = text.find_first_not_of(" \t", at + length);
  if (next == std::string_view::npos || text[next] != '=') return {};
  if (++next == text.size() || text[next] == '=') return {};
  const std::string_view line = without_comment(text.substr(next, text.find('\n', next) - next));
  const std::size_t last = line.find_last_not_of(" \t\r;");
  return last == std::string_view::npos ? std::string_view{} : line.substr(0, last + 1);
}

}  // namespace

std::optional<std::string> assigned_json(std::string_view text, std::string_view name) {
  if (text.empty() || name.empty()) return std::nullopt;
  for (std::size_t at = text.size(); (at = find_before(text, name, at)) != std::string_view::npos;) {
    const std::string_view value = assigned_at(text, at, name.size());
    // In brackets it is one value, whatever it is: parentheses round it are no tuple.
    if (!value.empty()) return json_of_python("(" + std::string(value) + ")", is_conversion(value));
  }
  return std::nullopt;
}

}  // namespace acode::extract
