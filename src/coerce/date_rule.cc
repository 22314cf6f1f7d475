// "2024/3/7" → "2024-03-07" where the schema asks for the format date. Only what can be read in one way: years first, or
// months by name; 03/04/2024 stays as it is. A time zone is never made up.
#include <array>
#include <optional>

#include "acode/json/writer.h"
#include "coerce/rule.h"
#include "json/scan.h"
#include "schema/explain.h"

namespace acode::coerce {
namespace {

using json::detail::is_digit;
using schema::detail::Format;
using schema::detail::kNone;

struct Date {
  int year;
  int month;
  int day;
};

// Reads a text from the front.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  [[nodiscard]] bool done() const { return text_.empty(); }
  [[nodiscard]] std::string_view rest() const { return text_; }

  /// A number of so many digits.
  std::optional<int> number(std::size_t least, std::size_t most) {
    std::size_t length = 0;
    int value = 0;
    while (length < text_.size() && length < most && is_digit(text_[length]))
      value = value * 10 + (text_[length++] - '0');
    if (length < least) return std::nullopt;
    text_.remove_prefix(length);
    return value;
  }

  bool skip(std::string_view any) {
    if (text_.empty() || any.find(text_.front()) == std::string_view::npos) return false;
    text_.remove_prefix(1);
    return true;
  }

  void skip_all(std::string_view any) {
    while (skip(any)) {
    }
  }

  /// A month by its name, or the first three letters of it.
  std::optional<int> month() {
    static constexpr std::array<std::string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                                 "may",       "june",     "july",     "august",
                                                                 "september", "october",  "november", "december"};
    std::string word;
    while (word.size() < text_.size() && ((text_[word.size()] | 0x20) >= 'a' && (text_[word.size()] | 0x20) <= 'z'))
      word += static_cast<char>(text_[word.size()] | 0x20);
    for (std::size_t i = 0; i < kMonths.size(); ++i) {
      if (word != kMonths[i] && word != kMonths[i].substr(0, 3)) continue;
      text_.remove_prefix(word.size());
      return static_cast<int>(i) + 1;
    }
    return std::nullopt;
  }

 private:
  std::string_view text_;
};

// 2024-3-7, 2024/03/07, 2024.03.07, 20240307.
std::optional<Date> year_first(Scanner& scanner) {
  const auto year = scanner.number(4, 4);
  if (!year) return std::nullopt;
  const std::string_view before = scanner.rest();
  const bool separated = scanner.skip("-/.");
  const auto month = scanner.number(separated ? 1 : 2, 2);
  if (separated && (before.empty() || !scanner.skip(before.substr(0, 1)))) return std::nullopt;
  const auto day = scanner.number(separated ? 1 : 2, 2);
  if (!month || !day) return std::nullopt;
  return Date{*year, *month, *day};
}

// March 7, 2024; Mar 7 2024; 7 March 2024.
std::optional<Date> month_by_name(Scanner& scanner) {
  const auto day_first = scanner.number(1, 2);
  if (day_first) scanner.skip_all(" -");
  const auto month = scanner.month();
  if (!month) return std::nullopt;
  scanner.skip_all(". -");
  const auto day = day_first ? day_first : scanner.number(1, 2);
  if (!day) return std::nullopt;
  scanner.skip_all(", -");
  const auto year = scanner.number(4, 4);
  if (!year) return std::nullopt;
  return Date{*year, *month, *day};
}

std::string two(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

std::string as_date(const Date& date) {
  std::string year = std::to_string(date.year);
  year.insert(0, 4 - year.size(), '0');
  return year + "-" + two(date.month) + "-" + two(date.day);
}

// 9:30 → 09:30:00, with what stands behind it (a fraction, an offset).
std::optional<std::string> as_time(Scanner& scanner) {
  const auto hour = scanner.number(1, 2);
  if (!hour || !scanner.skip(":")) return std::nullopt;
  const auto minute = scanner.number(2, 2);
  if (!minute) return std::nullopt;
  const bool with_seconds = scanner.skip(":");
  const auto second = with_seconds ? scanner.number(2, 2) : std::optional(0);
  if (!second) return std::nullopt;
  std::string rest(scanner.rest());
  if (!rest.empty() && rest.front() == ' ') rest.erase(0, 1);
  if (rest == "UTC" || rest == "GMT" || rest == "z") rest = "Z";
  return two(*hour) + ":" + two(*minute) + ":" + two(*second) + rest;
}

std::optional<Date> read_date(Scanner& scanner) {
  Scanner other = scanner;
  if (const auto date = year_first(scanner)) return date;
  scanner = other;
  return month_by_name(scanner);
}

// A whole day is lost nothing when its midnight is taken away.
bool is_midnight(std::string_view rest) {
  if (rest.empty()) return true;
  if (rest.front() != 'T' && rest.front() != ' ') return false;
  rest.remove_prefix(1);
  return rest == "00:00" || rest == "00:00:00" || rest == "00:00:00Z" || rest == "00:00:00.000Z" ||
         rest == "00:00:00.000";
}

std::optional<std::string> rewritten(Format format, std::string_view text) {
  Scanner scanner(trimmed(text));
  if (format == Format::kTime) return as_time(scanner);
  const auto date = read_date(scanner);
  if (!date) return std::nullopt;
  if (format == Format::kDate) return is_midnight(scanner.rest()) ? std::optional(as_date(*date)) : std::nullopt;
  if (format != Format::kDateTime || (!scanner.skip("Tt_") && !scanner.skip(" "))) return std::nullopt;
  const auto time = as_time(scanner);
  return time ? std::optional(as_date(*date) + "T" + *time) : std::nullopt;
}

}  // namespace

std::optional<Proposal> date_format(const Case& which) {
  const schema::detail::Node& node = which.program.nodes[which.node];
  if (node.string == kNone || !which.value.is_string()) return std::nullopt;
  const std::optional<Format> format = which.program.strings[node.string].format;
  if (!format) return std::nullopt;
  const auto text = rewritten(*format, which.value.as_string());
  if (!text || *text == which.value.as_string()) return std::nullopt;
  std::string json;
  json::write_string_to(json, *text);
  return Proposal{json, schema::detail::actual_words(which.value) + " written as " + json};
}

}  // namespace acode::coerce
