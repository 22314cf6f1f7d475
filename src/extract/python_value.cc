// From tokens to JSON, one value at a time.
#include "extract/python_value.h"

#include <algorithm>
#include <array>

#include "acode/json/writer.h"
#include "base/utf8.h"
#include "extract/python_number.h"
#include "extract/python_string.h"
#include "json/words.h"

namespace acode::extract::detail {
namespace {

using Kind = PythonToken::Kind;

bool is_all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// 2024-05-17, which is not meant to be 2002.
bool is_date(std::string_view written) {
  const std::size_t first = written.find('-');
  const std::size_t second = first == std::string_view::npos ? first : written.find('-', first + 1);
  if (second == std::string_view::npos) return false;
  const std::string_view parts[] = {written.substr(0, first), written.substr(first + 1, second - first - 1),
                                    written.substr(second + 1)};
  return std::all_of(std::begin(parts), std::end(parts), is_all_digits) && parts[1].size() <= 2 &&
         (parts[0].size() == 4 || parts[2].size() == 4);
}

std::string shortened(std::string_view written) {
  constexpr std::size_t kLongest = 60;
  return base::shortened(written, kLongest);
}

}  // namespace

std::string unescaped_name(std::string_view name) {
  if (name.find('\\') == std::string_view::npos) return std::string(name);
  std::string out;
  for (const char c : name) {
    if (c != '\\') out += c;
  }
  return out;
}

void PythonValues::warn(std::string message) {
  constexpr std::size_t kMost = 8;
  if (warnings_.size() >= kMost || std::find(warnings_.begin(), warnings_.end(), message) != warnings_.end()) return;
  warnings_.push_back(std::move(message));
}

std::string_view PythonValues::written(TokenRange value) const {
  if (value.empty()) return {};
  return text_.substr(tokens_[value.first].begin, tokens_[value.last - 1].end - tokens_[value.first].begin);
}

// The token behind this one, or behind the bracket that it opens.
std::size_t PythonValues::behind(std::size_t token) const {
  if (tokens_[token].kind != Kind::kOpen) return token + 1;
  return tokens_[token].match == PythonToken::kNone ? tokens_.size() : tokens_[token].match + 1;
}

bool PythonValues::is_assignment(std::size_t token, std::size_t last) const {
  if (token >= last || !tokens_[token].is('=')) return false;
  if (token + 1 >= last || tokens_[token + 1].begin != tokens_[token].end) return true;
  return !tokens_[token + 1].is('=') && !tokens_[token + 1].is('>');
}

// `b` in `a='x' b='y'`.
bool PythonValues::begins_item(std::size_t token, std::size_t last) const {
  const Kind before = tokens_[token - 1].kind;
  return tokens_[token].kind == Kind::kName && is_assignment(token + 1, last) &&
         (before == Kind::kString || before == Kind::kNumber || before == Kind::kClose);
}

TokenRange PythonValues::next_item(TokenRange& rest) const {
  TokenRange item{rest.first, rest.first};
  while (item.last < rest.last && !tokens_[item.last].is(',') && (item.empty() || !begins_item(item.last, rest.last))) {
    item.last = std::min(behind(item.last), rest.last);
  }
  const bool comma = item.last < rest.last && tokens_[item.last].is(',');
  rest.first = item.last + (comma ? 1 : 0);
  return item;
}

PythonItem PythonValues::item(TokenRange range) const {
  PythonItem item;
  item.value = range;
  if (range.size() < 2) return item;
  const PythonToken& first = tokens_[range.first];
  const bool may_be_key = first.kind == Kind::kName || first.kind == Kind::kString || first.kind == Kind::kNumber;
  item.has_key = may_be_key && (tokens_[range.first + 1].is(':') || is_assignment(range.first + 1, range.last));
  if (!item.has_key) return item;
  item.separator = tokens_[range.first + 1].symbol;
  item.value.first = range.first + 2;
  bool formatted = false;
  item.key = first.kind == Kind::kString ? string_at(range.first, formatted)
                                         : unescaped_name(written({range.first, range.first + 1}));
  return item;
}

TokenRange PythonValues::inside(TokenRange value, char bracket) const {
  if (value.empty()) return {};
  const PythonToken& open = tokens_[value.first];
  if (open.kind != Kind::kOpen || open.symbol != bracket || behind(value.first) < value.last) return {};
  return {value.first + 1, open.match == PythonToken::kNone ? value.last : open.match};
}

bool PythonValues::is_loose_text(TokenRange value) const {
  if (value.empty()) return false;
  const PythonToken& first = tokens_[value.first];
  if (first.kind == Kind::kString || first.kind == Kind::kOpen) return false;
  return value.size() > 1 ? python_arithmetic(text_, tokens_.subspan(value.first, value.size())).empty()
                          : first.kind == Kind::kName &&
                                json::detail::classify(written(value)).kind == json::detail::WordKind::kText;
}

bool PythonValues::is_number(TokenRange value) const {
  if (value.empty() || tokens_[value.last - 1].kind != Kind::kNumber) return false;
  return value.size() == 1 || (value.size() == 2 && (tokens_[value.first].is('-') || tokens_[value.first].is('+')));
}

void PythonValues::write(std::string& out, TokenRange value, bool as_text) {
  if (value.size() == 1 && write_word(out, tokens_[value.first])) return;
  if (write_brackets(out, value, as_text) || write_signed_number(out, value) || write_strings(out, value)) return;
  const bool sum = !as_text && value.size() > 1 && !is_date(written(value));
  const std::string number = sum ? python_arithmetic(text_, tokens_.subspan(value.first, value.size())) : std::string();
  if (!number.empty()) {
    out += number;
  } else if (!write_converted(out, value)) {
    write_text(out, value);
  }
}

// What is turned into text: str(5), JSON.stringify(data), data.toString(). It is that text.
bool PythonValues::write_converted(std::string& out, TokenRange value) {
  constexpr std::array<std::string_view, 5> kConversions = {"str", "String", "String.valueOf", "JSON.stringify",
                                                            "json.dumps"};
  constexpr std::string_view kMethod = ".toString";
  if (value.size() < 3 || tokens_[value.first].kind != Kind::kName) return false;
  TokenRange items = inside({value.first + 1, value.last}, '(');
  if (items.first == 0) return false;
  const std::string_view name = written({value.first, value.first + 1});
  if (name.ends_with(kMethod) && items.empty()) {
    json::write_string_to(out, name.substr(0, name.size() - kMethod.size()));
    return true;
  }
  if (std::find(kConversions.begin(), kConversions.end(), name) == kConversions.end() || items.empty()) return false;
  std::string converted;
  write(converted, next_item(items));
  if (converted.starts_with('"')) {
    out += converted;
  } else {
    json::write_string_to(out, converted);
  }
  return true;
}

// A number, or one of `True`, `None`, `null` …
bool PythonValues::write_word(std::string& out, const PythonToken& token) {
  const std::string_view word = text_.substr(token.begin, token.end - token.begin);
  if (token.kind == Kind::kNumber) {
    const std::string number = python_number(word);
    out += number;
    return !number.empty();
  }
  using json::detail::WordKind;
  const json::detail::Word known = json::detail::classify(word);
  if (token.kind != Kind::kName || known.json.empty() || known.kind == WordKind::kNotANumber) return false;
  out += known.json;
  return true;
}

// With the digits that it has, however many.
bool PythonValues::write_signed_number(std::string& out, TokenRange value) {
  if (value.size() != 2 || tokens_[value.last - 1].kind != Kind::kNumber) return false;
  const bool negative = tokens_[value.first].is('-');
  if (!negative && !tokens_[value.first].is('+')) return false;
  const std::string number = python_number(written({value.first + 1, value.last}));
  if (number.empty()) return false;
  if (negative) out += '-';
  out += number;
  return true;
}

// One string or several side by side, which are one; `+` between them changes nothing.
bool PythonValues::write_strings(std::string& out, TokenRange value) {
  if (value.empty() || tokens_[value.first].kind != Kind::kString) return false;
  bool formatted = false;
  std::string characters;
  for (std::size_t i = value.first; i < value.last; ++i) {
    const bool plus = tokens_[i].is('+') && i > value.first && tokens_[i - 1].kind == Kind::kString;
    if (plus && i + 1 < value.last) continue;
    if (tokens_[i].kind != Kind::kString) return false;
    characters += string_at(i, formatted);
  }
  if (formatted) warn("an f-string is kept as it is written: " + shortened(written(value)));
  json::write_string_to(out, characters);
  return true;
}

std::string PythonValues::string_at(std::size_t token, bool& formatted) const {
  PythonString string = read_python_string(written({token, token + 1}), {tokens_[token].cut, markdown_});
  formatted = formatted || string.formatted;
  return std::move(string.characters);
}

bool PythonValues::write_brackets(std::string& out, TokenRange value, bool as_text) {
  if (tokens_[value.first].kind != Kind::kOpen || behind(value.first) < value.last) return false;
  const char bracket = tokens_[value.first].symbol;
  const TokenRange items = inside(value, bracket);
  TokenRange rest = items;
  if (bracket == '{' && (items.empty() || has_keys(items))) {
    write_dict(out, items);
  } else if (bracket == '(' && !items.empty() && next_item(rest).last == items.last) {
    write(out, items, as_text);  // parentheses round one value are no tuple
  } else {
    write_list(out, items, as_text);
  }
  return true;
}

bool PythonValues::has_keys(TokenRange items) const {
  TokenRange rest = items;
  return item(next_item(rest)).has_key;
}

void PythonValues::write_list(std::string& out, TokenRange items, bool as_text) {
  out += '[';
  bool first = true;
  while (!items.empty()) {
    const TokenRange element = next_item(items);
    if (element.empty()) continue;
    if (!first) out += ',';
    first = false;
    write(out, element, as_text);
  }
  out += ']';
}

void PythonValues::write_dict(std::string& out, TokenRange items) {
  out += '{';
  bool first = true;
  while (!items.empty()) {
    const TokenRange range = next_item(items);
    if (range.empty()) continue;
    if (!first) out += ',';
    first = false;
    const PythonItem member = item(range);
    json::write_string_to(out, member.has_key ? std::string_view(member.key) : written(range));
    out += ':';
    if (member.value.empty()) {
      out += "null";
    } else {
      write(out, member.value);
    }
  }
  out += '}';
}

void PythonValues::write_text(std::string& out, TokenRange value) {
  const std::string_view text = written(value);
  warn("not a literal, read as text: " + shortened(text));
  json::write_string_to(out, markdown_ ? unescaped_name(text) : text);
}

}  // namespace acode::extract::detail
