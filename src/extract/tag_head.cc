// Reading `name="f" string="true">`.
#include "extract/tag_head.h"

#include <algorithm>

#include "base/text.h"
#include "extract/typed_text.h"

namespace acode::extract {
namespace {

constexpr std::size_t kLongestHead = 512;
constexpr std::string_view kTokenSpace = "\u0120";  // how some tokenizers write a space that they forgot to turn back

struct Bounds {
  TagHead::State state = TagHead::State::kNo;
  std::size_t inside = 0;  // how much stands before the end of the tag
  std::size_t length = 0;  // with it
  bool odd = false;
};

// Where the tag ends. A line end or another tag ends it too: then its own end was forgotten.
Bounds find_end(std::string_view rest, std::string_view end, bool final) {
  char quote = 0;
  char before = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (i == kLongestHead) return {};
    const char c = rest[i];
    if (quote != 0) {
      if (c == '\n') return {};
      if (c == quote) quote = 0;
    } else if ((c == '"' || c == '\'') && before == '=') {
      quote = c;
    } else if (rest.substr(i).starts_with(end)) {
      return {TagHead::State::kYes, i, i + end.size(), false};
    } else if (!final && end.starts_with(rest.substr(i))) {
      return {TagHead::State::kPart, 0, 0, false};
    } else if (c == '\n' || c == '<' || c == '{' || c == '>') {
      return {TagHead::State::kYes, i, i, true};
    }
    if (c != ' ') before = c;
  }
  return {final ? TagHead::State::kCut : TagHead::State::kPart, 0, 0, false};
}

std::string_view without_blanks(std::string_view text) {
  for (;;) {
    if (text.starts_with(' ') || text.starts_with('\t') || text.starts_with('\r')) {
      text.remove_prefix(1);
    } else if (text.starts_with(kTokenSpace)) {
      text.remove_prefix(kTokenSpace.size());
    } else {
      return text;
    }
  }
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == ':'; }

// Takes `"value"` or `value` from the beginning.
std::string take_value(std::string_view& rest) {
  rest = without_blanks(rest);
  const char quote = rest.empty() ? '\0' : rest[0];
  if (quote == '"' || quote == '\'') {
    const std::size_t close = std::min(rest.find(quote, 1), rest.size());
    std::string value(rest.substr(1, close - 1));
    rest.remove_prefix(std::min(close + 1, rest.size()));
    return value;
  }
  const std::size_t stop = std::min(rest.find_first_of(" \t\r"), rest.size());
  std::string value(rest.substr(0, stop));
  rest.remove_prefix(stop);
  return value;
}

Typing typing_of(std::string_view attribute, std::string_view value) {
  if (attribute == "string") return value == "true" ? Typing::kString : Typing::kJson;
  if (attribute == "type") return value == "string" ? Typing::kString : Typing::kJson;
  return Typing::kNone;
}

// `name="f" string="true"`; false if that is not how it goes on.
bool take_attributes(std::string_view rest, TagHead& head) {
  for (rest = without_blanks(rest); !rest.empty(); rest = without_blanks(rest)) {
    const auto* const stop = std::find_if_not(rest.begin(), rest.end(), is_word);
    const auto length = static_cast<std::size_t>(stop - rest.begin());
    const std::string_view attribute = rest.substr(0, length);
    rest = without_blanks(rest.substr(length));
    if (attribute.empty() || !rest.starts_with('=')) return false;
    rest.remove_prefix(1);
    std::string value = take_value(rest);
    const Typing typing = typing_of(attribute, value);
    if (typing != Typing::kNone) head.typing = typing;
    if (attribute == "name" || attribute == "tool" || attribute == "key") head.name = decode_entities(value);
  }
  return !head.name.empty();
}

// `=f`, perhaps with attributes behind it.
bool take_bare_name(std::string_view rest, TagHead& head) {
  head.name = take_value(rest);
  while (head.name.ends_with('"') || head.name.ends_with('\'')) head.name.pop_back();
  std::string name = head.name;
  if (name.empty() || (!without_blanks(rest).empty() && !take_attributes(rest, head))) {
    // `<parameter=k string="true">` has attributes without a name among them.
    if (name.empty() || head.typing == Typing::kNone) return false;
  }
  head.name = std::move(name);
  return true;
}

bool take_inside(std::string_view inside, TagHead& head) {
  if (inside.ends_with('/')) {
    head.empty = true;
    inside.remove_suffix(1);
  }
  const std::string_view rest = without_blanks(inside);
  if (rest.starts_with('=')) return take_bare_name(rest.substr(1), head);
  if (rest.find('=') != std::string_view::npos) return take_attributes(rest, head);
  // `<function f>`
  const std::string_view word = base::trimmed(rest);
  if (rest.size() == inside.size() || word.empty() || word.find_first_of(" \t\"'") != std::string_view::npos)
    return false;
  head.name = word;
  return true;
}

}  // namespace

TagHead read_tag_head(std::string_view text, std::size_t position, std::string_view end, bool final) {
  constexpr std::string_view kFirst = "= \t\rntk\xC4";  // of `=`, `name`, `tool`, `key`, and what may stand before
  const std::string_view rest = text.substr(std::min(position, text.size()));
  if (!rest.empty() && kFirst.find(rest[0]) == std::string_view::npos) return {};
  const Bounds bounds = find_end(rest, end, final);
  TagHead head;
  head.state = bounds.state;
  if (bounds.state != TagHead::State::kYes) return head;
  head.length = bounds.length;
  head.odd = bounds.odd;
  if (!take_inside(rest.substr(0, bounds.inside), head)) head.state = TagHead::State::kNo;
  return head;
}

}  // namespace acode::extract
