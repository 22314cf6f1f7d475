// Numbers as digits and a power of ten, n × 10^p, wherever integers and doubles do not decide.
#include "schema/number_rule.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace acode::schema::detail {
namespace {

using json::detail::Access;
using json::detail::Decimal;
using json::detail::Tag;

Decimal decimal_of(json::Value number) {
  return Access::tag(number) == Tag::kNumber ? Decimal(Access::chars(number)) : Decimal(number.number_text());
}

std::int64_t digit_count(const Decimal& number) { return static_cast<std::int64_t>(number.digits().size()); }

// The power p in n × 10^p, where n are the digits as an integer.
std::int64_t power_of(const Decimal& number) { return number.exponent() - digit_count(number); }

// 0.ddd × 10^exponent without zeros at either end: the exponent goes before the digits, and these are compared as text.
int compare_magnitudes(const Decimal& a, const Decimal& b) {
  if (a.digits().empty() || b.digits().empty()) return (b.digits().empty() ? 1 : 0) - (a.digits().empty() ? 1 : 0);
  if (a.exponent() != b.exponent()) return a.exponent() < b.exponent() ? -1 : 1;
  const int order = a.digits().compare(b.digits());
  return order < 0 ? -1 : static_cast<int>(order > 0);
}

int compare_numbers(const Decimal& a, const Decimal& b) {
  if (a.negative() != b.negative()) return a.negative() ? -1 : 1;
  return a.negative() ? compare_magnitudes(b, a) : compare_magnitudes(a, b);
}

std::uint64_t saturated(const Decimal& number) {
  constexpr std::int64_t kMostDigits = std::numeric_limits<std::uint64_t>::digits10 + 1;
  std::uint64_t value = std::numeric_limits<std::uint64_t>::max();
  if (number.exponent() > kMostDigits) return value;
  std::string text = number.digits();
  text.resize(static_cast<std::size_t>(number.exponent()), '0');
  if (text.empty()) return 0;
  std::from_chars(text.data(), text.data() + text.size(), value);  // leaves the value alone if it does not fit
  return value;
}

// An integer however it is written, if it fits.
std::optional<std::int64_t> whole(json::Value number) {
  if (const auto plain = number.as_int64()) return plain;
  constexpr double kSafe = 9007199254740992.0;  // below 2^53 each integer has a double of its own
  const double nearest = number.as_double();
  if (std::abs(nearest) >= kSafe || !is_integer(number)) return std::nullopt;
  return static_cast<std::int64_t>(nearest);
}

}  // namespace

bool is_integer_by_digits(json::Value number) {
  if (Access::tag(number) != Tag::kNumber) return false;
  // The double nearest to an integer is an integer. The other way round it may be rounding: there the digits decide.
  const double nearest = number.as_double();
  if (nearest != std::trunc(nearest)) return false;
  return power_of(decimal_of(number)) >= 0;
}

std::optional<std::uint64_t> non_negative_integer(json::Value number) {
  if (const auto plain = number.as_uint64()) return plain;
  if (!is_integer(number)) return std::nullopt;
  const Decimal exact = decimal_of(number);
  if (exact.negative()) return std::nullopt;
  return saturated(exact);
}

Bound::Bound(json::Value number) : integer_(whole(number)), nearest_(number.as_double()), exact_(decimal_of(number)) {}

int Bound::compare_exactly(json::Value number) const {
  if (integer_ && Access::tag(number) == Tag::kNumber) {
    if (const auto next = enclose(Access::chars(number))) {
      if (next->below < *integer_) return -1;
      return next->above > *integer_ ? 1 : 0;
    }
  }
  // Rounding keeps the order, so doubles that differ tell it.
  const double other = number.as_double();
  if (other < nearest_) return -1;
  if (other > nearest_) return 1;
  return compare_numbers(decimal_of(number), exact_);
}

namespace {

// A digit more than this has room in 64 bits, whatever the digits.
constexpr std::size_t kNarrowDigits = 18;

// The divisor has less than 2^333 in its digits, so that more zeros bring no new factors.
constexpr std::int64_t kMostZeros = 333;

void multiply_add(WideNumber& number, std::uint32_t factor, std::uint32_t add) {
  std::uint64_t carry = add;
  for (std::uint32_t& word : number) {
    carry += std::uint64_t{word} * factor;
    word = static_cast<std::uint32_t>(carry);
    carry >>= 32U;
  }
}

bool less(const WideNumber& a, const WideNumber& b) {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

void subtract(WideNumber& number, const WideNumber& other) {
  std::uint64_t borrow = 0;
  for (std::size_t index = 0; index < number.size(); ++index) {
    const std::uint64_t difference = std::uint64_t{number[index]} - other[index] - borrow;
    number[index] = static_cast<std::uint32_t>(difference);
    borrow = difference >> 63U;
  }
}

}  // namespace

bool Divisor::usable(json::Value number) {
  if (!number.is_number()) return false;
  const Decimal exact = decimal_of(number);
  return !exact.negative() && !exact.digits().empty() && exact.digits().size() <= kMostDigits;
}

Divisor::Divisor(json::Value number) : integer_(magnitude(whole(number).value_or(0))) {
  const Decimal exact = decimal_of(number);
  power_ = power_of(exact);
  if (exact.digits().size() <= kNarrowDigits) {
    std::from_chars(exact.digits().data(), exact.digits().data() + exact.digits().size(), narrow_);
  }
  for (const char digit : exact.digits()) multiply_add(wide_.back(), 10, static_cast<std::uint32_t>(digit - '0'));
  for (std::size_t index = wide_.size() - 1; index > 0; --index) {
    wide_[index - 1] = wide_[index];
    multiply_add(wide_[index - 1], 2, 0);
  }
}

// n × 10^p is a multiple of m × 10^q if m divides n × 10^(p-q). Where p < q it would take a zero at the end of n, and n
// has none. Where p is far above q, only so many of the tens can matter as m has factors of two or five.
bool Divisor::divides_exactly(json::Value number) const {
  const Decimal exact = decimal_of(number);
  if (exact.digits().empty()) return true;
  const std::int64_t zeros = power_of(exact) - power_;
  if (zeros < 0) return false;
  const auto needed = static_cast<std::size_t>(std::min(zeros, kMostZeros));
  return narrow_ != 0 ? divides_narrow(exact.digits(), needed) : divides_wide(exact.digits(), needed);
}

bool Divisor::divides_narrow(std::string_view digits, std::size_t zeros) const {
  std::uint64_t remainder = 0;
  for (const char digit : digits) remainder = (remainder * 10 + static_cast<std::uint64_t>(digit - '0')) % narrow_;
  for (; zeros > 0 && remainder != 0; --zeros) remainder = remainder * 10 % narrow_;
  return remainder == 0;
}

bool Divisor::divides_wide(std::string_view digits, std::size_t zeros) const {
  WideNumber remainder{};
  for (const char digit : digits) take_digit(remainder, digit);
  for (; zeros > 0; --zeros) take_digit(remainder, '0');
  return remainder == WideNumber{};
}

// One step of long division: the next digit of the quotient, below ten, is taken off bit by bit.
void Divisor::take_digit(WideNumber& remainder, char digit) const {
  multiply_add(remainder, 10, static_cast<std::uint32_t>(digit - '0'));
  for (const WideNumber& multiple : wide_) {
    if (!less(remainder, multiple)) subtract(remainder, multiple);
  }
}

}  // namespace acode::schema::detail
