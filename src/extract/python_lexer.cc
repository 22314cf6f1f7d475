// Tokens, one at a time, from a text that may not be there yet.
#include "extract/python_lexer.h"

#include <array>

namespace acode::extract::detail {
namespace {

using Kind = PythonToken::Kind;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::array<bool, 256> kNameCharacters = [] {
  std::array<bool, 256> characters{};
  for (unsigned c = 0; c < 256; ++c) {
    characters[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                    c == '$' || c == '.' || c >= 0x80;
  }
  return characters;
}();

bool is_quote(char c) { return c == '\'' || c == '"' || c == '`'; }

bool is_prefix(std::string_view word) {
  return word.size() <= 2 && word.find_first_not_of("rRbBfFuU") == std::string_view::npos;
}

// `e` of a number in decimal notation, behind which a sign may stand.
bool is_exponent(std::string_view number) {
  constexpr std::size_t kLongest = 400;  // no double needs more
  return number.size() <= kLongest && (number.back() == 'e' || number.back() == 'E') &&
         number.find_first_not_of("0123456789._eE") == std::string_view::npos;
}

}  // namespace

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_name_character(char c) { return kNameCharacters[static_cast<unsigned char>(c)]; }

bool is_python_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::optional<PythonToken> PythonLexer::next(std::string_view text, bool final) {
  if (now_.kind == Kind::kString) return string(text, final);
  if (now_.kind != Kind::kEnd) return word(text, final);
  if (!skip_blank(text, final)) return std::nullopt;
  return begin_token(text, final);
}

// Passes over white space, comments and backslashes that mean nothing. False if more text is needed.
bool PythonLexer::skip_blank(std::string_view text, bool final) {
  for (; at_ < text.size(); ++at_) {
    const char c = text[at_];
    if (in_comment_) {
      in_comment_ = c != '\n';
    } else if (c == '\\') {
      if (at_ + 1 == text.size() && !final) return false;
      if (at_ + 1 < text.size() && is_quote(text[at_ + 1])) return true;
    } else if (!is_python_space(c)) {
      const Answer comment = comment_begins(text, final);
      if (comment == Answer::kUnclear) return false;
      if (comment == Answer::kNo) return true;
      in_comment_ = true;
    }
  }
  return final;
}

// `# so`, or `// so` where it cannot be a division.
Answer PythonLexer::comment_begins(std::string_view text, bool final) const {
  const bool free_standing = at_ == 0 || is_python_space(text[at_ - 1]);
  if (!free_standing) return Answer::kNo;
  if (text[at_] == '#') return goes_on_with(text, at_, "# ", final);
  if (text[at_] != '/') return Answer::kNo;
  const Answer slashes = goes_on_with(text, at_, value_due_ || behind_string_ ? "//" : "// ", final);
  if (slashes != Answer::kYes || value_due_ || behind_string_) return slashes;
  // Behind a number or a bracket it may be a division; but one by a name is no constant anyway.
  if (at_ + 3 >= text.size()) return final ? Answer::kNo : Answer::kUnclear;
  return is_name_start(text[at_ + 3]) ? Answer::kYes : Answer::kNo;
}

std::optional<PythonToken> PythonLexer::begin_token(std::string_view text, bool final) {
  now_ = {};
  now_.begin = at_;
  if (at_ >= text.size()) return finish(at_);
  if (!end_marker_.empty()) {
    const Answer marker = goes_on_with(text, at_, end_marker_, final);
    if (marker == Answer::kYes) return finish(at_);
    if (marker == Answer::kUnclear) return std::nullopt;
  }
  const char c = text[at_];
  if (is_quote(c) || c == '\\') return begin_string(text, at_, final);
  if (c == '.' && at_ + 1 == text.size() && !final) return std::nullopt;
  const bool number = is_digit(c) || (c == '.' && at_ + 1 < text.size() && is_digit(text[at_ + 1]));
  if (number || is_name_start(c)) {
    now_.kind = number ? Kind::kNumber : Kind::kName;
    ++at_;
    return word(text, final);
  }
  now_.kind = Kind::kSymbol;
  if (c == '(' || c == '[' || c == '{') now_.kind = Kind::kOpen;
  if (c == ')' || c == ']' || c == '}') now_.kind = Kind::kClose;
  now_.symbol = c;
  return finish(at_ + 1);
}

// How much of the text at this place, which is no character of a name, belongs to the word before it: nothing if that is
// not clear yet.
std::optional<std::size_t> PythonLexer::word_length_at(std::string_view text, bool final) const {
  const char c = text[at_];
  if (now_.kind == Kind::kNumber) {
    const bool sign = (c == '-' || c == '+') && is_exponent(text.substr(now_.begin, at_ - now_.begin));
    return sign ? 1 : 0;
  }
  if (c != '-' && c != '\\') return 0;
  if (at_ + 1 >= text.size()) return final ? std::optional<std::size_t>(0) : std::nullopt;
  const char following = text[at_ + 1];
  if (c == '\\') return following == '_' ? 2 : 0;
  return is_name_character(following) ? 1 : 0;
}

std::optional<PythonToken> PythonLexer::word(std::string_view text, bool final) {
  while (true) {
    while (at_ < text.size() && is_name_character(text[at_])) ++at_;
    if (at_ >= text.size()) break;
    const std::optional<std::size_t> length = word_length_at(text, final);
    if (!length) return std::nullopt;
    if (*length == 0) {
      const bool prefix = is_quote(text[at_]) && is_prefix(text.substr(now_.begin, at_ - now_.begin));
      return prefix ? begin_string(text, now_.begin, final) : finish(at_);
    }
    at_ += *length;
  }
  if (!final) return std::nullopt;
  return finish(at_, true);
}

// At the opening quote; the string with its prefix begins at `begin`.
std::optional<PythonToken> PythonLexer::begin_string(std::string_view text, std::size_t begin, bool final) {
  const bool escaped = text[at_] == '\\';
  const char quote = text[at_ + (escaped ? 1 : 0)];
  const char three[] = {quote, quote, quote};
  const Answer triple = quote == '`' ? Answer::kNo : goes_on_with(text, at_, {three, 3}, final);
  if (triple == Answer::kUnclear) return std::nullopt;
  quote_length_ = escaped ? 2 : 1;
  if (triple == Answer::kYes) quote_length_ = 3;
  stray_quotes_ = false;
  now_.kind = Kind::kString;
  now_.symbol = quote;
  now_.begin = begin;
  at_ += quote_length_;
  return string(text, final);
}

std::optional<PythonToken> PythonLexer::string(std::string_view text, bool final) {
  in_string_ = false;
  while (true) {
    while (at_ < text.size() && text[at_] != '\\' && text[at_] != now_.symbol) ++at_;
    if (at_ >= text.size()) break;
    const bool may_end = text[at_] == (quote_length_ == 2 ? '\\' : now_.symbol);
    const Answer ends = may_end ? string_ends(text, final) : Answer::kNo;
    if (ends == Answer::kYes) return finish(at_ + quote_length_);
    if (ends == Answer::kUnclear) return std::nullopt;
    const std::optional<std::size_t> length = escape_length(text, final);
    if (!length) return std::nullopt;
    at_ += *length;
  }
  in_string_ = !final;
  if (in_string_) return std::nullopt;
  return unfinished_string(text);
}

// At what may be the quote that ends the string.
Answer PythonLexer::string_ends(std::string_view text, bool final) {
  const char marks[] = {now_.symbol, now_.symbol, now_.symbol};
  if (quote_length_ == 3) return goes_on_with(text, at_, {marks, 3}, final);
  if (quote_length_ == 2) {
    const char escaped[] = {'\\', now_.symbol};
    const Answer quote = goes_on_with(text, at_, {escaped, 2}, final);
    if (quote != Answer::kYes) return quote;
  }
  const Answer ends = quote_ends_string(text, {now_.symbol, at_ + quote_length_, stray_quotes_}, end_marker_, final);
  stray_quotes_ = stray_quotes_ || ends == Answer::kNo;
  return ends;
}

// How long what stands here is: one character, or an escape; nothing if that is not clear yet. In a string with escaped
// quotes, the escape of a quote inside is `\\\"`.
std::optional<std::size_t> PythonLexer::escape_length(std::string_view text, bool final) const {
  if (text[at_] != '\\') return 1;
  const std::size_t needed = quote_length_ == 2 ? 4 : 2;
  const std::size_t there = text.size() - at_;
  if (there < needed && !final) return std::nullopt;
  const bool escaped_quote = there >= 4 && needed == 4 && text[at_ + 1] == '\\' && text[at_ + 2] == '\\';
  const std::size_t length = escaped_quote ? 4 : 2;
  return length < there ? length : there;
}

// The text ends inside a string. If the marker that ends it stands there, the string was not meant to have it.
PythonToken PythonLexer::unfinished_string(std::string_view text) {
  const std::size_t marker = end_marker_.empty() ? std::string_view::npos : text.find(end_marker_, now_.begin);
  return finish(marker == std::string_view::npos ? text.size() : marker, true);
}

PythonToken PythonLexer::finish(std::size_t end, bool cut) {
  PythonToken token = now_;
  token.end = end;
  token.cut = cut;
  at_ = end;
  value_due_ = token.kind == Kind::kOpen || token.kind == Kind::kSymbol;
  behind_string_ = token.kind == Kind::kString;
  now_ = {};
  return token;
}

}  // namespace acode::extract::detail
