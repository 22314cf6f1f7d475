// Numbers in the notations of Python, and a calculator for constants.
#include "extract/python_number.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <variant>

#include "json/words.h"

namespace acode::extract::detail {
namespace {

using Number = std::variant<std::int64_t, double>;
using MaybeNumber = std::optional<Number>;
using Kind = PythonToken::Kind;

double as_double(const Number& number) {
  if (const auto* whole = std::get_if<std::int64_t>(&number)) return static_cast<double>(*whole);
  return std::get<double>(number);
}

MaybeNumber finite(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

// Rounds towards the smaller number, as Python does.
std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

MaybeNumber whole_power(std::int64_t base, std::int64_t exponent) {
  std::int64_t result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) return std::nullopt;
    if (exponent > 1 && __builtin_mul_overflow(base, base, &base)) return std::nullopt;
  }
  return result;
}

// The exact result, or nothing if it is not whole or too large. `^` stands for `**`, `|` for `//`.
MaybeNumber whole_result(std::int64_t a, char operation, std::int64_t b) {
  std::int64_t result = 0;
  const bool divides = b != 0 && b != -1;  // by -1 there may be an overflow
  switch (operation) {
    case '+':
      return __builtin_add_overflow(a, b, &result) ? MaybeNumber() : result;
    case '-':
      return __builtin_sub_overflow(a, b, &result) ? MaybeNumber() : result;
    case '*':
      return __builtin_mul_overflow(a, b, &result) ? MaybeNumber() : result;
    case '^':
      return b < 0 ? MaybeNumber() : whole_power(a, b);
    case '|':
      return divides ? MaybeNumber(floor_divide(a, b)) : MaybeNumber();
    case '%':
      return divides ? MaybeNumber(a - b * floor_divide(a, b)) : MaybeNumber();
    default:
      return std::nullopt;
  }
}

MaybeNumber double_result(double a, char operation, double b) {
  switch (operation) {
    case '+':
      return finite(a + b);
    case '-':
      return finite(a - b);
    case '*':
      return finite(a * b);
    case '/':
      return finite(a / b);
    case '^':
      return finite(std::pow(a, b));
    case '|':
      return finite(std::floor(a / b));
    default:
      return finite(a - b * std::floor(a / b));
  }
}

MaybeNumber apply(const Number& a, char operation, const Number& b) {
  const auto* whole_a = std::get_if<std::int64_t>(&a);
  const auto* whole_b = std::get_if<std::int64_t>(&b);
  if (whole_a != nullptr && whole_b != nullptr) {
    if (const MaybeNumber result = whole_result(*whole_a, operation, *whole_b)) return result;
  }
  return double_result(as_double(a), operation, as_double(b));
}

// An expression, by precedence: sum, product, sign, power, operand.
class Calculator {
 public:
  Calculator(std::string_view text, std::span<const PythonToken> tokens) : text_(text), tokens_(tokens) {}

  MaybeNumber run() {
    const MaybeNumber result = sum();
    return at_ == tokens_.size() ? result : std::nullopt;
  }

 private:
  static constexpr int kDeepest = 64;

  MaybeNumber sum() {
    MaybeNumber left = product();
    while (left && (is('+') || is('-'))) {
      const char operation = take();
      const MaybeNumber right = product();
      left = right ? apply(*left, operation, *right) : std::nullopt;
    }
    return left;
  }

  MaybeNumber product() {
    MaybeNumber left = sign();
    while (left && (is('*') || is('/') || is('%'))) {
      char operation = take();
      if (operation == '/' && is('/')) operation = (take(), '|');
      const MaybeNumber right = sign();
      left = right ? apply(*left, operation, *right) : std::nullopt;
    }
    return left;
  }

  MaybeNumber sign() {
    bool negative = false;
    while (is('-') || is('+')) negative = (take() == '-') != negative;
    const MaybeNumber number = power();
    return negative && number ? apply(std::int64_t{0}, '-', *number) : number;
  }

  MaybeNumber power() {
    const MaybeNumber base = operand();
    if (!base || !is('*') || !is('*', 1)) return base;
    at_ += 2;
    if (++depth_ > kDeepest) return std::nullopt;
    const MaybeNumber exponent = sign();
    --depth_;
    return exponent ? apply(*base, '^', *exponent) : std::nullopt;
  }

  MaybeNumber operand() {
    if (at_ == tokens_.size()) return std::nullopt;
    const PythonToken& token = tokens_[at_++];
    if (token.kind == Kind::kNumber) return read(python_number(text_.substr(token.begin, token.end - token.begin)));
    if (token.kind != Kind::kOpen || token.symbol != '(' || ++depth_ > kDeepest) return std::nullopt;
    const MaybeNumber inside = sum();
    --depth_;
    if (at_ == tokens_.size() || tokens_[at_].kind != Kind::kClose) return std::nullopt;
    ++at_;
    return inside;
  }

  static MaybeNumber read(const std::string& json) {
    const char* const end = json.data() + json.size();
    std::int64_t whole = 0;
    if (!json.empty() && std::from_chars(json.data(), end, whole).ptr == end) return whole;
    double value = 0;
    if (json.empty() || std::from_chars(json.data(), end, value).ec != std::errc{}) return std::nullopt;
    return value;
  }

  [[nodiscard]] bool is(char symbol, std::size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].is(symbol);
  }

  char take() { return tokens_[at_++].symbol; }

  std::string_view text_;
  std::span<const PythonToken> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

std::string in_base(std::string_view digits, int base) {
  std::string plain;
  for (const char c : digits) {
    if (c != '_') plain += c;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value, base);
  if (plain.empty() || error != std::errc{} || end != plain.data() + plain.size()) return {};
  return std::to_string(value);
}

}  // namespace

std::string python_number(std::string_view written) {
  if (json::detail::is_json_number(written)) return std::string(written);
  if (written.size() > 2 && written[0] == '0') {
    if (written[1] == 'x' || written[1] == 'X') return in_base(written.substr(2), 16);
    if (written[1] == 'o' || written[1] == 'O') return in_base(written.substr(2), 8);
    if (written[1] == 'b' || written[1] == 'B') return in_base(written.substr(2), 2);
  }
  return json::detail::normalize_number(written);
}

std::string python_arithmetic(std::string_view text, std::span<const PythonToken> tokens) {
  const MaybeNumber result = Calculator(text, tokens).run();
  if (!result) return {};
  char digits[32];
  const auto print = [&digits](auto number) { return std::to_chars(digits, digits + sizeof(digits), number).ptr; };
  const char* const end = std::visit(print, *result);
  return std::string(digits, static_cast<std::size_t>(end - digits));
}

}  // namespace acode::extract::detail
