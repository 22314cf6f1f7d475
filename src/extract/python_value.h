// The JSON of values that are written in Python.
//
//   {'a': [1, (2, 3)], "b": None}       {"a":[1,[2,3]],"b":null}
//   1/6   -0x10   'x' 'y'               0.16666666666666666   -16   "xy"
//   my_data   datetime(2024, 1, 2)      "my_data"   "datetime(2024, 1, 2)", each with a warning
//   str(5)   JSON.stringify(my_data)    "5"   "my_data"
//
// What is no literal stays the text that it is: nothing is run, and nothing is lost.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/python_lexer.h"

namespace acode::extract::detail {

/// Some of the tokens of a call, by number: from `first` on, up to but not including `last`.
struct TokenRange {
  std::size_t first = 0;
  std::size_t last = 0;
  [[nodiscard]] bool empty() const { return first >= last; }
  [[nodiscard]] std::size_t size() const { return empty() ? 0 : last - first; }
};

/// A `key: value` or `key=value`; without a key if there is none.
struct PythonItem {
  bool has_key = false;
  char separator = '\0';
  std::string key;
  TokenRange value;
};

/// Reads values out of the tokens of one call. The brackets among the tokens must know their matches, and be nested 64
/// deep at most.
class PythonValues {
 public:
  /// `markdown`: `\_` in a string stands for `_`. All must outlive this.
  PythonValues(std::string_view text, std::span<const PythonToken> tokens, bool markdown,
               std::vector<std::string>& warnings)
      : text_(text), tokens_(tokens), markdown_(markdown), warnings_(warnings) {}

  /// Writes the JSON of a value, which must not be empty. `as_text`: sums are not calculated but kept as they are written.
  void write(std::string& out, TokenRange value, bool as_text = false);

  /// What is between the brackets of a value that is nothing but `(…)`, `[…]` or `{…}`, given which; else an empty range
  /// that begins at 0.
  [[nodiscard]] TokenRange inside(TokenRange value, char bracket) const;

  /// What stands up to the next comma, or to the place where one is missing (`a='x' b='y'`); `rest` begins behind it then.
  TokenRange next_item(TokenRange& rest) const;

  /// An item in its parts.
  [[nodiscard]] PythonItem item(TokenRange range) const;

  /// Whether a value is text without quotes: neither a literal nor in brackets.
  [[nodiscard]] bool is_loose_text(TokenRange value) const;

  /// Whether a value is a number, with a sign or not.
  [[nodiscard]] bool is_number(TokenRange value) const;

  /// A value as it is written.
  [[nodiscard]] std::string_view written(TokenRange value) const;

  void warn(std::string message);

 private:
  bool write_word(std::string& out, const PythonToken& token);
  bool write_signed_number(std::string& out, TokenRange value);
  bool write_strings(std::string& out, TokenRange value);
  bool write_converted(std::string& out, TokenRange value);
  bool write_brackets(std::string& out, TokenRange value, bool as_text);
  void write_list(std::string& out, TokenRange items, bool as_text);
  void write_dict(std::string& out, TokenRange items);
  void write_text(std::string& out, TokenRange value);
  [[nodiscard]] bool has_keys(TokenRange items) const;
  [[nodiscard]] std::size_t behind(std::size_t token) const;
  [[nodiscard]] bool begins_item(std::size_t token, std::size_t last) const;
  [[nodiscard]] bool is_assignment(std::size_t token, std::size_t last) const;
  [[nodiscard]] std::string string_at(std::size_t token, bool& formatted) const;

  std::string_view text_;
  std::span<const PythonToken> tokens_;
  bool markdown_;
  std::vector<std::string>& warnings_;
};

/// A name without what markdown adds to it: `math\_lcm` is math_lcm.
std::string unescaped_name(std::string_view name);

}  // namespace acode::extract::detail
