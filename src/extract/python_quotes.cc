// What can follow a string, and what cannot.
#include "extract/python_quotes.h"

#include "extract/python_lexer.h"

namespace acode::extract::detail {
namespace {

constexpr std::size_t kMostSpace = 256;  // to look across; a quote with more behind it ends its string
constexpr std::size_t kLongestWord = 64;

// What stands behind a place, at most so far ahead that asking again costs little.
class Ahead {
 public:
  Ahead(std::string_view text, std::size_t at, bool final) : text_(text), at_(at), final_(final) {}

  /// Passes over white space. False if there is no end to it.
  bool skip_space() {
    const std::size_t begin = at_;
    while (!at_end() && is_python_space(text_[at_])) {
      if (++at_ - begin > kMostSpace) return false;
    }
    return true;
  }

  /// Passes over a word. False if it is too long to be one.
  bool skip_word() {
    const std::size_t begin = at_;
    while (!at_end() && is_name_character(text_[at_])) {
      if (++at_ - begin > kLongestWord) return false;
    }
    return true;
  }

  void skip() { ++at_; }
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char now() const { return text_[at_]; }
  [[nodiscard]] std::size_t at() const { return at_; }

  /// Whether one of some characters comes next.
  [[nodiscard]] Answer one_of(std::string_view characters) const {
    if (at_end()) return final_ ? Answer::kNo : Answer::kUnclear;
    return characters.find(now()) != std::string_view::npos ? Answer::kYes : Answer::kNo;
  }

 private:
  std::string_view text_;
  std::size_t at_;
  bool final_;
};

// `b` in `a='x' b='y'`, where the comma is missing.
Answer keyword_follows(Ahead ahead) {
  if (!ahead.skip_word() || !ahead.skip_space()) return Answer::kNo;
  const Answer equals = ahead.one_of("=");
  if (equals != Answer::kYes) return equals;
  ahead.skip();
  const Answer comparison = ahead.one_of("=>");
  if (comparison == Answer::kUnclear) return Answer::kUnclear;
  return comparison == Answer::kYes ? Answer::kNo : Answer::kYes;
}

// `'x'.upper()`
Answer method_follows(Ahead ahead) {
  ahead.skip();
  if (ahead.at_end() || !is_name_start(ahead.now())) return ahead.one_of("abcdefghijklmnopqrstuvwxyz");
  return ahead.skip_word() ? ahead.one_of("(") : Answer::kNo;
}

// `'x' + 'y'`, `'x' * 3`
Answer operand_follows(Ahead ahead, std::string_view operands) {
  ahead.skip();
  return ahead.skip_space() ? ahead.one_of(operands) : Answer::kNo;
}

// A quote right behind a quote: if the second ends the string, the first is part of it.
Answer second_of_two_ends(Ahead ahead, bool final) {
  ahead.skip();
  if (!ahead.skip_space()) return Answer::kYes;
  if (ahead.at_end()) return final ? Answer::kYes : Answer::kUnclear;
  return ahead.one_of(",)]}");
}

Answer opposite(Answer answer) {
  if (answer == Answer::kUnclear) return answer;
  return answer == Answer::kYes ? Answer::kNo : Answer::kYes;
}

// By what follows a string only where all quotes before were in order.
Answer orderly_end(Ahead ahead, bool space_between) {
  switch (ahead.now()) {
    case ':':
    case '=':
    case '\'':
    case '"':
      return Answer::kYes;
    case '#':
      return space_between ? Answer::kYes : Answer::kNo;
    case '/':
      return space_between ? operand_follows(ahead, "/") : Answer::kNo;  // a comment
    case '+':
      return operand_follows(ahead, "'\"frbuFRBU");
    case '*':
      return operand_follows(ahead, "0123456789");
    case '.':
      return space_between ? Answer::kNo : method_follows(ahead);
    default:
      return is_name_start(ahead.now()) ? keyword_follows(ahead) : Answer::kNo;
  }
}

}  // namespace

Answer goes_on_with(std::string_view text, std::size_t at, std::string_view word, bool final) {
  const std::string_view rest = text.substr(at < text.size() ? at : text.size());
  if (rest.size() >= word.size()) return rest.starts_with(word) ? Answer::kYes : Answer::kNo;
  return !final && word.starts_with(rest) ? Answer::kUnclear : Answer::kNo;
}

Answer quote_ends_string(std::string_view text, const Quote& quote, std::string_view end_marker, bool final) {
  Ahead ahead(text, quote.behind, final);
  if (!ahead.skip_space()) return Answer::kYes;
  if (ahead.at_end()) return final ? Answer::kYes : Answer::kUnclear;
  if (ahead.one_of(",)]}") == Answer::kYes) return Answer::kYes;
  if (!end_marker.empty()) {
    const Answer marker = goes_on_with(text, ahead.at(), end_marker, final);
    if (marker != Answer::kNo) return marker;
  }
  const bool space_between = ahead.at() != quote.behind;
  if (ahead.now() == quote.mark && !space_between) {
    const Answer first_is_inside = second_of_two_ends(ahead, final);
    if (first_is_inside != Answer::kNo) return opposite(first_is_inside);
  }
  if (ahead.now() == '\\') return operand_follows(ahead, ",)]}");  // brackets that markdown has escaped
  return quote.after_stray ? Answer::kNo : orderly_end(ahead, space_between);
}

}  // namespace acode::extract::detail
