// Exact arithmetic for minimum, maximum and multipleOf. The truth to compare with is integer arithmetic on scaled numbers.
#include "schema/number_rule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "acode/json/reader.h"

namespace acode::schema::detail {
namespace {

// A number with the document it lives in.
class Number {
 public:
  explicit Number(const std::string& text) : document_(std::move(json::parse(text).value())) {}
  operator json::Value() const { return document_.root(); }  // NOLINT(google-explicit-constructor)

 private:
  json::Document document_;
};

bool whole_number(const std::string& text) { return is_integer(Number(text)); }

std::optional<std::uint64_t> count_of(const std::string& text) { return non_negative_integer(Number(text)); }

int compare(const std::string& number, const std::string& bound) {
  return Bound(Number(bound)).compare(Number(number));
}

bool divides(const std::string& divisor, const std::string& number) {
  return Divisor(Number(divisor)).divides(Number(number));
}

// A whole number times 10^power, in one of several spellings.
std::string spell(std::int64_t digits, int power, unsigned spelling) {
  const bool negative = digits < 0;
  std::string text = std::to_string(negative ? -digits : digits);
  if (spelling % 3 == 0) return (negative ? "-" : "") + text + "e" + std::to_string(power);
  if (spelling % 3 == 1 && digits != 0) return (negative ? "-" : "") + text + "000E" + std::to_string(power - 3);
  if (power >= 0) {
    if (digits != 0) text.append(static_cast<std::size_t>(power), '0');
    return (negative ? "-" : "") + text + (spelling % 2 == 0 ? "" : ".0");
  }
  const auto places = static_cast<std::size_t>(-power);
  if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
  text.insert(text.size() - places, ".");
  return (negative ? "-" : "") + text;
}

std::int64_t scaled(std::int64_t digits, int power) {
  for (int step = 0; step < power; ++step) digits *= 10;
  return digits;
}

// Schoolbook: the decimal digits times a small factor.
std::string times(std::string digits, std::uint64_t factor) {
  std::uint64_t carry = 0;
  for (std::size_t at = digits.size(); at > 0; --at) {
    carry += static_cast<std::uint64_t>(digits[at - 1] - '0') * factor;
    digits[at - 1] = static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  return (carry == 0 ? std::string() : std::to_string(carry)) + digits;
}

TEST(IsInteger, DependsOnTheValueNotOnTheSpelling) {
  for (const char* text : {"0", "-0", "0.0", "0e-5", "1", "-7", "1.0", "1e3", "100e-2", "1.50e1", "1e400",
                           "1e1000000000", "9223372036854775808", "123456789012345678901234567890",
                           "12345678901234567890.000", "9007199254740993.0", "1E+2", "0e99999999999999999999"}) {
    EXPECT_TRUE(whole_number(text)) << text;
  }
  for (const char* text : {"1.5", "-0.1", "1e-1", "100e-3", "1e-400", "1e-1000000000", "9007199254740993.5",
                           "100000000000000000000.1", "0.30000000000000004", "1e-99999999999999999999"}) {
    EXPECT_FALSE(whole_number(text)) << text;
  }
  EXPECT_FALSE(whole_number("\"1\""));
  EXPECT_FALSE(whole_number("null"));
}

TEST(NonNegativeInteger, CountsAndSaturates) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(count_of("0"), 0U);
  EXPECT_EQ(count_of("-0.0"), 0U);
  EXPECT_EQ(count_of("2.0"), 2U);
  EXPECT_EQ(count_of("2e3"), 2000U);
  EXPECT_EQ(count_of("18446744073709551614"), kMost - 1);
  EXPECT_EQ(count_of("18446744073709551614.0"), kMost - 1);
  EXPECT_EQ(count_of("18446744073709551615.0"), kMost);
  EXPECT_EQ(count_of("18446744073709551616"), kMost);
  EXPECT_EQ(count_of("99999999999999999999"), kMost);
  EXPECT_EQ(count_of("1e19"), 10000000000000000000U);
  EXPECT_EQ(count_of("1e20"), kMost);
  EXPECT_EQ(count_of("1e1000000000"), kMost);
  for (const char* text : {"-1", "-1.0", "0.5", "-1e1000000000", "1e-1", "\"2\"", "[]"}) {
    EXPECT_EQ(count_of(text), std::nullopt) << text;
  }
}

TEST(Bound, ComparesExactly) {
  struct Case {
    const char* number;
    const char* bound;
    int order;
  };
  const Case cases[] = {
      {"1", "2", -1},
      {"2", "2", 0},
      {"3", "2", 1},
      {"2.0", "2", 0},
      {"2", "2.0", 0},
      {"3", "2.5", 1},
      {"-3", "-2.5", -1},
      {"0", "-0.0", 0},
      {"0", "1e-400", -1},
      {"0", "-1e-400", 1},
      {"-1e-400", "0", -1},
      {"9007199254740993", "9007199254740992", 1},
      {"9007199254740993.0", "9007199254740992.0", 1},
      {"9007199254740993", "9007199254740993.0", 0},
      {"9223372036854775807", "9223372036854775808", -1},
      {"-9223372036854775808", "-9223372036854775809", 1},
      {"18446744073709551615", "18446744073709551616", -1},
      {"0.1", "0.1000000000000000055511151231257827", -1},
      {"0.10000000000000000000", "1e-1", 0},
      {"1e400", "1e401", -1},
      {"-1e400", "-1e401", 1},
      {"1e400", "1e400", 0},
      {"1e1000000000", "9.9e999999999", 1},
      {"1e-1000000000", "0", 1},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(compare(c.number, c.bound), c.order) << c.number << " and " << c.bound;
    EXPECT_EQ(compare(c.bound, c.number), -c.order) << c.bound << " and " << c.number;
  }
}

TEST(Divisor, DividesExactly) {
  const std::pair<const char*, const char*> multiples[] = {
      {"2", "10"},
      {"2", "-10"},
      {"7", "0"},
      {"7", "0.0"},
      {"2", "10.0"},
      {"2.0", "10"},
      {"1", "-9223372036854775808"},
      {"0.01", "19.99"},
      {"0.01", "-19.99"},
      {"0.01", "1"},
      {"0.0001", "0.0075"},
      {"0.5", "1e308"},
      {"1e-8", "12391239123"},
      {"2.5", "1e1"},
      {"1e-1000000000", "1e1000000000"},
      {"1024", "1e10"},
      {"1e400", "7e400"},
      {"9223372036854775807", "9223372036854775807"},
      {"9223372036854775808", "18446744073709551616"},
      {"9007199254740993.0", "9007199254740993"},
      {"8388608e-1000000000", "1e1000000000"},
  };
  for (const auto& [divisor, number] : multiples) EXPECT_TRUE(divides(divisor, number)) << divisor << ", " << number;

  const std::pair<const char*, const char*> others[] = {
      {"2", "7"},
      {"2", "-7"},
      {"2", "1.5"},
      {"1.5", "2"},
      {"0.0001", "0.00751"},
      {"0.123456789", "1e308"},
      {"0.01", "19.991"},
      {"1024", "1e9"},
      {"3", "1e1000000000"},
      {"1e1000000000", "1"},
      {"1e400", "1e399"},
      {"9007199254740993.0", "9007199254740992"},
      {"9223372036854775808", "9223372036854775807"},
  };
  for (const auto& [divisor, number] : others) EXPECT_FALSE(divides(divisor, number)) << divisor << ", " << number;
}

TEST(Divisor, SaysWhatItCannotBe) {
  EXPECT_TRUE(Divisor::usable(Number("0.5")));
  EXPECT_TRUE(Divisor::usable(Number("1e1000000000")));
  EXPECT_TRUE(Divisor::usable(Number(std::string(100, '7'))));
  EXPECT_TRUE(Divisor::usable(Number("1" + std::string(1000, '0'))));
  EXPECT_FALSE(Divisor::usable(Number(std::string(101, '7'))));
  for (const char* text : {"0", "0.0", "-1", "-0.5", "\"2\"", "null"})
    EXPECT_FALSE(Divisor::usable(Number(text))) << text;
}

TEST(Divisor, HandlesDivisorsOfManyDigits) {
  const std::string largest(Divisor::kMostDigits, '9');
  EXPECT_TRUE(divides(largest, times(largest, 987654321)));
  std::mt19937_64 random(7);
  const auto below = [&](std::uint64_t limit) { return random() % limit; };
  for (int round = 0; round < 500; ++round) {
    std::string divisor(1, '2');
    const std::uint64_t length = 1 + below(Divisor::kMostDigits);
    while (divisor.size() < length) divisor += static_cast<char>('0' + below(10));
    divisor = times(divisor, 3);
    std::string product = times(divisor, 1 + below(1000000000));
    EXPECT_TRUE(divides(divisor, product)) << divisor << ", " << product;
    EXPECT_TRUE(divides(divisor + "e-60", product + "e-50")) << divisor << ", " << product;
    const auto digit = std::find_if(product.begin(), product.end(), [](char c) { return c != '9'; });
    if (digit == product.end()) continue;
    ++*digit;  // a power of ten more, which no multiple of three divides
    EXPECT_FALSE(divides(divisor, product)) << divisor << ", " << product;
  }
}

TEST(NumberRules, AgreeWithIntegerArithmetic) {
  std::mt19937_64 random(20240601);
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  constexpr int kScale = 5;
  for (int round = 0; round < 20000; ++round) {
    const std::int64_t a = between(-2000000, 2000000);
    const std::int64_t b = round % 2 == 0 ? between(1, 40) : between(1, 200000);
    const auto a_power = static_cast<int>(between(-kScale, kScale));
    const auto b_power = static_cast<int>(between(-kScale, kScale));
    const std::string number = spell(a, a_power, static_cast<unsigned>(random()));
    const std::string other = spell(b, b_power, static_cast<unsigned>(random()));
    const std::int64_t x = scaled(a, a_power + kScale);
    const std::int64_t y = scaled(b, b_power + kScale);
    ASSERT_EQ(divides(other, number), x % y == 0) << other << " and " << number;
    ASSERT_EQ(compare(number, other), x < y ? -1 : static_cast<int>(x > y)) << number << " and " << other;
    ASSERT_EQ(whole_number(number), x % scaled(1, kScale) == 0) << number;
  }
}

TEST(Enclosure, IsTheIntegersNextToANumber) {
  const auto expect = [](std::string_view digits, std::int64_t below, std::int64_t above) {
    const std::optional<Enclosure> found = enclose(digits);
    ASSERT_TRUE(found.has_value()) << digits;
    EXPECT_EQ(found->below, below) << digits;
    EXPECT_EQ(found->above, above) << digits;
  };
  expect("12.75", 12, 13);
  expect("-12.75", -13, -12);
  expect("-0.5", -1, 0);
  expect("0.000", 0, 0);
  expect("-7.0", -7, -7);
  expect("-999999999999999999.00000000000000000001", -1000000000000000000, -999999999999999999);
}

TEST(Enclosure, IsNotKnownOfNumbersWrittenOtherwise) {
  for (const std::string_view digits : {"12", "1e3", "1.5e3", "1.0E0", "36028797018963968", "1000000000000000000.5"}) {
    EXPECT_FALSE(enclose(digits).has_value()) << digits;
  }
}

// What an attacker may send costs no more than its length: the billion digits would not end within the time of a test.
TEST(NumberRules, AreQuickOnLongNumbers) {
  const Number number(std::string(1000000, '7') + "e1000000000");
  const Divisor divisor{Number(std::string(100, '7'))};
  EXPECT_TRUE(divisor.divides(number));
  EXPECT_TRUE(is_integer(number));
  EXPECT_EQ(Bound(number).compare(number), 0);
}

}  // namespace
}  // namespace acode::schema::detail
