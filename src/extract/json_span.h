// Where a JSON value ends, found as the text comes.
//
//   JsonSpan span;
//   span.look(R"({"a": "}"} and more)")      // 10
//
// Only brackets and quotes are looked at, so the value may be broken in other ways. Strings may be in single quotes where
// a value or a key can begin; an apostrophe inside a word is none.
#pragma once

#include <cstddef>
#include <string_view>

namespace acode::extract {

class JsonSpan {
 public:
  static constexpr std::size_t kOpen = static_cast<std::size_t>(-1);

  /// `text` begins with '{' or '[', and is the same as before, or more of it. The length of the value; kOpen if its end
  /// has not come.
  std::size_t look(std::string_view text);

  /// The next byte of the text, for who goes through it himself. True if the value ends with it.
  bool take(char c) {
    ++at_;
    if (quote_ != 0) {
      take_in_string(c);
      return false;
    }
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') return false;
    if (c == '"' || (c == '\'' && may_begin_string())) {
      quote_ = c;
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if (c == '}' || c == ']') {
      --depth_;
    }
    before_ = c;
    if (depth_ == 0) end_ = at_;
    return depth_ == 0;
  }

  /// Whether the text ends inside a string.
  [[nodiscard]] bool in_string() const { return quote_ != 0; }

  /// How many brackets are open.
  [[nodiscard]] std::size_t depth() const { return depth_; }

 private:
  /// Whether a value or a key can begin here.
  [[nodiscard]] bool may_begin_string() const {
    return before_ == '{' || before_ == '[' || before_ == ',' || before_ == ':' || before_ == '(';
  }

  void take_in_string(char c) {
    if (escaped_) {
      escaped_ = false;
    } else if (c == '\\') {
      escaped_ = true;
    } else if (c == quote_) {
      quote_ = 0;
      before_ = c;
    }
  }

  void pass_string(std::string_view text);
  void pass_structure(std::string_view text);
  static char last_before(std::string_view text, std::size_t at);

  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::size_t end_ = kOpen;
  char quote_ = 0;
  bool escaped_ = false;
  char before_ = 0;  // the last character that is no white space
};

}  // namespace acode::extract
