// "42" → 42, "4.5" → 4.5, "1,234" → 1234. What carries a unit ("50%", "$5") stays text: nobody knows what it counts.
#include "schema/number_rule.h"

#include "coerce/rule.h"
#include "json/scan.h"
#include "json/words.h"

namespace acode::coerce {
namespace {

namespace type_bit = schema::detail::type_bit;

// Commas between groups of three digits are dropped; empty if the text is not written like that.
std::string without_thousands(std::string_view text) {
  const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const std::size_t whole_end = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(sign, whole_end - sign);
  const std::size_t first = whole.find(',');
  if (first == std::string_view::npos || first == 0 || first > 3 || whole[0] == '0') return {};
  std::string plain(text.substr(0, sign));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const bool separator = i >= first && (i - first) % 4 == 0;
    if (separator != (whole[i] == ',') || (!separator && !json::detail::is_digit(whole[i]))) return {};
    if (!separator) plain += whole[i];
  }
  if ((whole.size() - first) % 4 != 0) return {};
  return plain + std::string(text.substr(whole_end));
}

// The JSON number that a text is; empty if it is none.
std::string number_in(std::string_view text) {
  text = trimmed(text);
  if (json::detail::is_json_number(text)) return std::string(text);
  const std::string plain = without_thousands(text);
  return json::detail::normalize_number(plain.empty() ? text : std::string_view(plain), true);
}

// 42.0 where an integer is wanted is written 42: not every reader takes the one for the other.
std::string as_integer(std::string number) {
  const std::size_t point = number.find('.');
  if (point == std::string::npos || number.find_first_not_of('0', point + 1) != std::string::npos) return number;
  return number.substr(0, point);
}

}  // namespace

std::optional<Proposal> string_to_number(const Case& which) {
  if (!which.wants(type_bit::kNumber) || !which.value.is_string()) return std::nullopt;
  std::string number = number_in(which.value.as_string());
  if (number.empty()) return std::nullopt;
  const bool integer = !which.wants(type_bit::kFraction);
  if (integer) number = as_integer(std::move(number));
  const bool whole = number.find_first_of(".eE") == std::string::npos;
  return Proposal{number, converted(which.value, (whole ? "integer " : "number ") + number)};
}

}  // namespace acode::coerce
