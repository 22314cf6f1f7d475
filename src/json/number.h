// Numbers as they are written: exact comparison without a floating-point detour.
//
//   Decimal("100") == Decimal("1.00e2")        equal
//   Decimal("1e400") == Decimal("1e401")       different, though both are infinite as doubles
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace acode::json::detail {

/// A JSON number as sign, significant digits and power of ten: 0.ddd × 10^exponent, no zero at either end of the digits.
class Decimal {
 public:
  /// `text` must be a JSON number.
  explicit Decimal(std::string_view text);

  [[nodiscard]] bool negative() const { return negative_; }
  [[nodiscard]] const std::string& digits() const { return digits_; }
  /// Saturates far outside anything meaningful.
  [[nodiscard]] std::int64_t exponent() const { return exponent_; }

  friend bool operator==(const Decimal&, const Decimal&) = default;

 private:
  bool negative_ = false;
  std::string digits_;  // empty for zero
  std::int64_t exponent_ = 0;
};

}  // namespace acode::json::detail
