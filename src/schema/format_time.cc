// Dates, times and durations (RFC 3339).
#include <array>
#include <optional>

#include "schema/format_rules.h"

namespace acode::schema::detail {
namespace {

// Exactly `count` digits with a value of low to high.
std::optional<int> take_number(Scanner& scanner, int count, int low, int high) {
  int value = 0;
  for (int digit = 0; digit < count; ++digit) {
    const char c = scanner.peek();
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
    scanner.skip(1);
  }
  if (value < low || value > high) return std::nullopt;
  return value;
}

int days_in(int year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

bool take_date(Scanner& scanner) {
  const auto year = take_number(scanner, 4, 0, 9999);
  if (!year || !scanner.take('-')) return false;
  const auto month = take_number(scanner, 2, 1, 12);
  if (!month || !scanner.take('-')) return false;
  return take_number(scanner, 2, 1, days_in(*year, *month)).has_value();
}

// "Z" or "+hh:mm", in minutes.
std::optional<int> take_offset(Scanner& scanner) {
  if (scanner.take_one_of("Zz")) return 0;
  const int sign = scanner.peek() == '-' ? -1 : 1;
  if (!scanner.take_one_of("+-")) return std::nullopt;
  const auto hours = take_number(scanner, 2, 0, 23);
  if (!hours || !scanner.take(':')) return std::nullopt;
  const auto minutes = take_number(scanner, 2, 0, 59);
  if (!minutes) return std::nullopt;
  return sign * (*hours * 60 + *minutes);
}

// Leap seconds come at the end of a day, and the day is that of UTC.
bool last_minute_of_day(int hour, int minute, int offset) {
  constexpr int kDay = 24 * 60;
  return (hour * 60 + minute - offset + kDay) % kDay == kDay - 1;
}

bool take_time(Scanner& scanner) {
  const auto hour = take_number(scanner, 2, 0, 23);
  if (!hour || !scanner.take(':')) return false;
  const auto minute = take_number(scanner, 2, 0, 59);
  if (!minute || !scanner.take(':')) return false;
  const auto second = take_number(scanner, 2, 0, 60);
  if (!second) return false;
  if (scanner.take('.') && scanner.take_digits() == 0) return false;
  const auto offset = take_offset(scanner);
  return offset && (*second < 60 || last_minute_of_day(*hour, *minute, *offset));
}

// A run of numbers with units, each unit the one that follows the last: of "HMS", "1H2M" and "2M3S" but not "1H3S".
// Nothing at all will do.
bool take_units(Scanner& scanner, std::string_view units) {
  bool first = true;
  while (scanner.take_digits() > 0) {
    const std::size_t unit = units.find(scanner.peek());
    if (unit == std::string_view::npos || (!first && unit > 0)) return false;
    scanner.skip(1);
    units.remove_prefix(unit + 1);
    first = false;
  }
  return true;
}

bool is_weeks(std::string_view text) {
  Scanner scanner(text);
  return scanner.take_digits() > 0 && scanner.take('W') && scanner.at_end();
}

}  // namespace

bool is_date(std::string_view text) {
  Scanner scanner(text);
  return take_date(scanner) && scanner.at_end();
}

bool is_time(std::string_view text) {
  Scanner scanner(text);
  return take_time(scanner) && scanner.at_end();
}

bool is_date_time(std::string_view text) {
  Scanner scanner(text);
  return take_date(scanner) && scanner.take_one_of("Tt") && take_time(scanner) && scanner.at_end();
}

bool is_duration(std::string_view text) {
  Scanner scanner(text);
  if (!scanner.take('P') || scanner.at_end()) return false;
  if (is_weeks(scanner.rest())) return true;
  if (!take_units(scanner, "YMD")) return false;
  if (!scanner.take('T')) return scanner.at_end();
  return !scanner.at_end() && take_units(scanner, "HMS") && scanner.at_end();
}

}  // namespace acode::schema::detail
