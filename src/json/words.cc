// Literals of other languages, numbers in other notations.
#include "json/words.h"

#include <array>
#include <charconv>

#include "json/scan.h"

namespace acode::json::detail {
namespace {

struct Literal {
  std::string_view written;
  std::string_view json;
  WordKind kind;
};

constexpr std::array<Literal, 21> kLiterals = {{
    {"true", "true", WordKind::kJson},
    {"false", "false", WordKind::kJson},
    {"null", "null", WordKind::kJson},
    {"True", "true", WordKind::kLiteral},
    {"TRUE", "true", WordKind::kLiteral},
    {"False", "false", WordKind::kLiteral},
    {"FALSE", "false", WordKind::kLiteral},
    {"None", "null", WordKind::kLiteral},
    {"NONE", "null", WordKind::kLiteral},
    {"Null", "null", WordKind::kLiteral},
    {"NULL", "null", WordKind::kLiteral},
    {"nil", "null", WordKind::kLiteral},
    {"undefined", "null", WordKind::kLiteral},
    {"NaN", "null", WordKind::kNotANumber},
    {"nan", "null", WordKind::kNotANumber},
    {"Infinity", "null", WordKind::kNotANumber},
    {"-Infinity", "null", WordKind::kNotANumber},
    {"+Infinity", "null", WordKind::kNotANumber},
    {"inf", "null", WordKind::kNotANumber},
    {"-inf", "null", WordKind::kNotANumber},
    {"Undefined", "null", WordKind::kLiteral},
}};

// What a literal or a number begins with.
constexpr std::string_view kLikely = "tfnuiTFNUI+-.0123456789";

std::size_t digits_from(std::string_view word, std::size_t at) {
  while (at < word.size() && is_digit(word[at])) ++at;
  return at;
}

std::string from_hex(std::string_view digits, bool negative) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return {};
  std::string number = std::to_string(value);
  if (negative) number.insert(number.begin(), '-');
  return number;
}

// Digits with single underscores between them, which are dropped.
std::string without_underscores(std::string_view word) {
  std::string plain;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '_') {
      plain += word[i];
    } else if (i == 0 || i + 1 == word.size() || !is_digit(word[i - 1]) || !is_digit(word[i + 1])) {
      return {};
    }
  }
  return plain;
}

std::string without_leading_zeros(std::string number) {
  const std::size_t first = number[0] == '-' ? 1 : 0;
  std::size_t zeros = first;
  while (zeros + 1 < number.size() && number[zeros] == '0' && is_digit(number[zeros + 1])) ++zeros;
  return number.erase(first, zeros - first);
}

}  // namespace

bool is_json_number(std::string_view word) {
  std::size_t at = !word.empty() && word[0] == '-' ? 1 : 0;
  const std::size_t whole = at;
  at = digits_from(word, at);
  if (at == whole || (word[whole] == '0' && at > whole + 1)) return false;
  if (at < word.size() && word[at] == '.') {
    const std::size_t fraction = ++at;
    at = digits_from(word, at);
    if (at == fraction) return false;
  }
  if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
    ++at;
    if (at < word.size() && (word[at] == '+' || word[at] == '-')) ++at;
    const std::size_t power = at;
    at = digits_from(word, at);
    if (at == power) return false;
  }
  return at == word.size();
}

std::string normalize_number(std::string_view word, bool leading_zeros) {
  constexpr std::size_t kLongest = 400;
  if (word.empty() || word.size() > kLongest) return {};
  const bool negative = word[0] == '-';
  if (word[0] == '-' || word[0] == '+') word.remove_prefix(1);
  if (word.size() > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X')) {
    return from_hex(word.substr(2), negative);
  }
  std::string number = without_underscores(word);
  if (number.empty()) return {};
  if (number[0] == '.') number.insert(number.begin(), '0');
  const std::size_t whole = digits_from(number, 0);
  const bool bare_point = whole < number.size() && number[whole] == '.' && digits_from(number, whole + 1) == whole + 1;
  if (whole != 0 && bare_point) number.insert(number.begin() + static_cast<std::ptrdiff_t>(whole) + 1, '0');
  if (negative) number.insert(number.begin(), '-');
  if (leading_zeros) number = without_leading_zeros(std::move(number));
  return is_json_number(number) ? number : std::string();
}

std::string_view complete_literal(std::string_view word) {
  std::string_view found;
  if (word.empty()) return found;
  for (const Literal& literal : kLiterals) {
    if (!literal.written.starts_with(word)) continue;
    if (!found.empty() && found != literal.json) return {};
    found = literal.json;
  }
  return found;
}

Word classify(std::string_view word) {
  if (word.empty() || kLikely.find(word[0]) == std::string_view::npos) return {WordKind::kText, {}};
  for (const Literal& literal : kLiterals) {
    if (word == literal.written) return {literal.kind, literal.json};
  }
  if (word[0] >= 'A') return {WordKind::kText, {}};
  if (is_json_number(word)) return {WordKind::kJson, {}, true};
  return {normalize_number(word).empty() ? WordKind::kText : WordKind::kNumber, {}};
}

Kind kind_of_scalar(char first) {
  if ((first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.') return Kind::kNumber;
  return first == 't' || first == 'f' || first == 'T' || first == 'F' ? Kind::kBoolean : Kind::kNull;
}

}  // namespace acode::json::detail
