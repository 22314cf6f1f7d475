// Normalising a JSON number to sign, digits and exponent.
#include "json/number.h"

#include <algorithm>
#include <charconv>

namespace acode::json::detail {
namespace {

constexpr std::int64_t kFarAway = std::int64_t{1} << 40;

std::int64_t read_exponent(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  std::int64_t exponent = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (result.ec == std::errc::result_out_of_range) return text.front() == '-' ? -kFarAway : kFarAway;
  return std::clamp(exponent, -kFarAway, kFarAway);
}

}  // namespace

Decimal::Decimal(std::string_view text) {
  negative_ = !text.empty() && text.front() == '-';
  if (negative_) text.remove_prefix(1);

  const std::size_t mark = text.find_first_of("eE");
  if (mark != std::string_view::npos) exponent_ = read_exponent(text.substr(mark + 1));
  const std::string_view mantissa = text.substr(0, mark);

  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  digits_.append(mantissa.substr(0, point));
  if (point < mantissa.size()) digits_.append(mantissa.substr(point + 1));
  exponent_ += static_cast<std::int64_t>(point);

  const std::size_t leading = std::min(digits_.find_first_not_of('0'), digits_.size());
  digits_.erase(0, leading);
  exponent_ -= static_cast<std::int64_t>(leading);
  digits_.erase(digits_.find_last_not_of('0') + 1);
  if (digits_.empty()) {
    negative_ = false;
    exponent_ = 0;
  }
}

}  // namespace acode::json::detail
