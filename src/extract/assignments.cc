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
  for (std::size_t at = text.rfind(name); at != std::string_view::npos; at = text.rfind(name, at - 1)) {
    const std::string_view value = assigned_at(text, at, name.size());
    // In brackets it is one value, whatever it is: parentheses round it are no tuple.
    if (!value.empty()) return json_of_python("(" + std::string(value) + ")", is_conversion(value));
    if (at == 0) break;
  }
  return std::nullopt;
}

}  // namespace acode::extract
