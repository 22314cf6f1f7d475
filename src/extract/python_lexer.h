// Python, word by word: the tokens of a call's parentheses, as a model writes them.
//
//   (a=1, b=['it's', -2.5])      ( a = 1 , b = [ 'it's' , - 2.5 ] )
//
// The lexer may be shown a text again and again as more of it comes; it goes on where it stopped, so that the work is
// linear. It is more patient than Python: quotes inside a string need not be escaped (python_quotes.h), a string may run
// over lines, and `\_` in a name is what markdown makes of `_`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "extract/python_quotes.h"

namespace acode::extract::detail {

struct PythonToken {
  enum class Kind : std::uint8_t {
    kName,    ///< with dots and dashes: `a.b-c`
    kNumber,  ///< whatever begins with a digit: `12`, `1e-3`, `0x1F`, `5L`
    kString,  ///< with its prefix and quotes
    kOpen,    ///< ( [ {
    kClose,   ///< ) ] }
    kSymbol,  ///< one other character
    kEnd,     ///< the end of the text, or the marker that ends it
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  Kind kind = Kind::kEnd;
  char symbol = '\0';  ///< the bracket or the symbol; for a string its quote
  bool cut = false;    ///< the text ended inside it, or right behind it where more of it could have come
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t match = kNone;  ///< of a kOpen: the number of the token that closes it. For whoever keeps the tokens

  [[nodiscard]] bool is(char c) const { return kind == Kind::kSymbol && symbol == c; }
};

/// Whether a character can stand in a name; dashes, and backslashes before `_`, can stand inside one too.
[[nodiscard]] bool is_name_character(char c);
[[nodiscard]] bool is_name_start(char c);

/// White space, line ends too.
[[nodiscard]] bool is_python_space(char c);

class PythonLexer {
 public:
  /// Begins at a place in the text. `end_marker`, if not empty, ends the text wherever it stands outside a string; it
  /// must outlive the lexer.
  explicit PythonLexer(std::size_t at = 0, std::string_view end_marker = {}) : at_(at), end_marker_(end_marker) {}

  /// The next token, or nothing if it depends on text that has not come yet; never nothing with `final`.
  std::optional<PythonToken> next(std::string_view text, bool final);

  /// The quote that will end the string inside of which the text ended when it was shown last; 0 if it did not end in one.
  [[nodiscard]] char open_quote() const { return in_string_ && quote_length_ != 2 ? now_.symbol : '\0'; }

 private:
  bool skip_blank(std::string_view text, bool final);
  Answer comment_begins(std::string_view text, bool final) const;
  std::optional<PythonToken> begin_token(std::string_view text, bool final);
  std::optional<PythonToken> word(std::string_view text, bool final);
  [[nodiscard]] std::optional<std::size_t> word_length_at(std::string_view text, bool final) const;
  std::optional<PythonToken> begin_string(std::string_view text, std::size_t begin, bool final);
  std::optional<PythonToken> string(std::string_view text, bool final);
  Answer string_ends(std::string_view text, bool final);
  std::optional<std::size_t> escape_length(std::string_view text, bool final) const;
  PythonToken unfinished_string(std::string_view text);
  PythonToken finish(std::size_t end, bool cut = false);

  std::size_t at_;  // where to look next
  std::string_view end_marker_;
  PythonToken now_;               // the token being read; kEnd if none is
  std::size_t quote_length_ = 1;  // of the string being read: 1 or 3, or 2 if it is written \"so\"
  bool stray_quotes_ = false;     // it has had a quote that did not end it
  bool in_string_ = false;        // all of the text was read, and ended inside it
  bool in_comment_ = false;
  bool value_due_ = true;  // the last token was a bracket, a comma or an operator
  bool behind_string_ = false;
};

}  // namespace acode::extract::detail
