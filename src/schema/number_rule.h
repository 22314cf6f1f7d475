// What the keywords about numbers ask, answered exactly: 19.99 is a multiple of 0.01, and 1e400 is less than 1e401.
//
//   Bound(minimum).compare(number) >= 0
//   Divisor(multiple_of).divides(number)
//
// Integers, which most numbers in tool calls are, take a few instructions; doubles decide most of the rest; what they
// leave open is settled on the digits. Exponents beyond 10^12 are not told apart, see json/number.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "acode/json/value.h"
#include "json/access.h"
#include "json/number.h"

namespace acode::schema::detail {

/// Whether a number that is not stored as an integer is one all the same.
bool is_integer_by_digits(json::Value number);

/// Whether this is a number without a fraction, however it is written: 1, 1.0, 1e3, 100e-2.
inline bool is_integer(json::Value number) {
  return json::detail::Access::tag(number) == json::detail::Tag::kInteger || is_integer_by_digits(number);
}

/// A number that counts something, as in maxLength: 2 for 2 and 2.0, the largest uint64 for everything from there on.
/// Nothing for numbers that are negative or have a fraction, and for what is no number.
std::optional<std::uint64_t> non_negative_integer(json::Value number);

/// The integers next to a number: 12 and 13 for 12.75, both 12 for 12.0.
struct Enclosure {
  std::int64_t below;
  std::int64_t above;
};

/// The integers next to a number that is written like 12.75; nothing if it is written otherwise, or has too many digits.
inline std::optional<Enclosure> enclose(std::string_view digits) {
  constexpr std::size_t kMostDigits = 18;  // before the point
  const auto value_of = [](char c) { return static_cast<unsigned char>(c - '0'); };
  const char* at = digits.data();
  const char* const end = at + digits.size();
  const bool negative = *at == '-';
  if (negative) ++at;
  const char* const limit = static_cast<std::size_t>(end - at) > kMostDigits ? at + kMostDigits : end;
  std::int64_t whole = 0;
  for (; at != limit && value_of(*at) <= 9; ++at) whole = whole * 10 + value_of(*at);
  if (at == end || *at != '.') return std::nullopt;
  unsigned fraction = 0;  // the bits of its digits
  for (++at; at != end; ++at) {
    if (value_of(*at) > 9) return std::nullopt;
    fraction |= value_of(*at);
  }
  const std::int64_t further = whole + (fraction == 0 ? 0 : 1);
  return negative ? Enclosure{-further, -whole} : Enclosure{whole, further};
}

/// A number to compare others with. Keeps what it needs; the value may go.
class Bound {
 public:
  explicit Bound(json::Value number);

  /// -1, 0 or 1, as `number` is less than the bound, equal to it or greater.
  [[nodiscard]] int compare(json::Value number) const {
    using json::detail::Access;
    if (!integer_ || Access::tag(number) != json::detail::Tag::kInteger) return compare_exactly(number);
    const std::int64_t other = Access::integer(number);
    return other < *integer_ ? -1 : static_cast<int>(other > *integer_);
  }

  /// The bound, if it is an integer that fits.
  [[nodiscard]] const std::optional<std::int64_t>& integer() const { return integer_; }

 private:
  [[nodiscard]] int compare_exactly(json::Value number) const;

  std::optional<std::int64_t> integer_;  // the bound, if it is one
  double nearest_;
  json::detail::Decimal exact_;
};

/// A number of up to 352 bits in 32-bit words, the lowest first: room for ten times what a divisor can be.
using WideNumber = std::array<std::uint32_t, 11>;

/// A number that others are to be multiples of. Keeps what it needs; the value may go.
class Divisor {
 public:
  /// More digits than this, zeros at either end aside, would make the work on long numbers too long.
  static constexpr std::size_t kMostDigits = 100;

  /// Whether this can be a divisor: a number greater than zero, of no more than kMostDigits digits.
  static bool usable(json::Value number);

  /// `number` must be usable.
  explicit Divisor(json::Value number);

  /// Whether `number` is a multiple of this. The time is linear in the digits of the number, whatever its exponent.
  [[nodiscard]] bool divides(json::Value number) const {
    using json::detail::Access;
    if (integer_ == 0 || Access::tag(number) != json::detail::Tag::kInteger) return divides_exactly(number);
    return magnitude(Access::integer(number)) % integer_ == 0;
  }

 private:
  static std::uint64_t magnitude(std::int64_t number) {
    const auto bits = static_cast<std::uint64_t>(number);
    return number < 0 ? 0 - bits : bits;
  }

  [[nodiscard]] bool divides_exactly(json::Value number) const;
  [[nodiscard]] bool divides_narrow(std::string_view digits, std::size_t zeros) const;
  [[nodiscard]] bool divides_wide(std::string_view digits, std::size_t zeros) const;
  void take_digit(WideNumber& remainder, char digit) const;

  std::uint64_t integer_ = 0;         // the divisor, if it is an integer that fits
  std::uint64_t narrow_ = 0;          // its digits as a number, if they are few
  std::array<WideNumber, 4> wide_{};  // its digits as a number, times 8, 4, 2 and 1
  std::int64_t power_ = 0;            // of ten, that the digits are to be multiplied with
};

}  // namespace acode::schema::detail
