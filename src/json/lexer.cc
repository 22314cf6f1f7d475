// Recognising tokens.
#include "json/lexer.h"

#include <array>

#include "base/utf8.h"
#include "json/scan.h"

namespace acode::json::detail {
namespace {

constexpr std::array<TokenKind, 128> kAscii = [] {
  std::array<TokenKind, 128> table{};
  table.fill(TokenKind::kWord);
  table['{'] = TokenKind::kOpenBrace;
  table['['] = TokenKind::kOpenBracket;
  table['('] = TokenKind::kOpenParen;
  table['}'] = TokenKind::kCloseBrace;
  table[']'] = TokenKind::kCloseBracket;
  table[')'] = TokenKind::kCloseParen;
  table[','] = TokenKind::kComma;
  table[':'] = TokenKind::kColon;
  table['='] = TokenKind::kArrow;
  table[';'] = TokenKind::kSemicolon;
  table['"'] = TokenKind::kQuote;
  table['\''] = TokenKind::kQuote;
  table['`'] = TokenKind::kQuote;
  table['+'] = TokenKind::kPlus;
  table['\\'] = TokenKind::kBackslash;
  table['\v'] = TokenKind::kOddSpace;
  table['\f'] = TokenKind::kOddSpace;
  table[0] = TokenKind::kOddSpace;
  return table;
}();

// Where a number or a literal may end.
constexpr std::array<bool, 256> kWordStops = [] {
  std::array<bool, 256> stops{};
  for (const char c : std::string_view(" \t\r\n,:{}[]()\"'`;")) stops[static_cast<unsigned char>(c)] = true;
  return stops;
}();

bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_curly_double(char32_t c) { return (c >= 0x201C && c <= 0x201F) || c == 0xAB || c == 0xBB; }
bool is_curly_single(char32_t c) { return c >= 0x2018 && c <= 0x201B; }
bool is_wide_space(char32_t c) {
  return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200D) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x2060 || c == 0x3000;
}

}  // namespace

bool Lexer::matches(std::uint32_t at, std::string_view what) {
  for (std::size_t i = 0; i < what.size(); ++i) {
    if (peek(at + static_cast<std::uint32_t>(i)) != static_cast<unsigned char>(what[i])) return false;
  }
  return true;
}

std::uint32_t Lexer::skip_space(std::uint32_t at) {
  const char* const begin = text_.data();
  const char* const end = begin + text_.size();
  const char* p = begin + at;
  while (p < end && is_space(*p)) ++p;
  if (p == end && !final_) starved_ = true;
  return static_cast<std::uint32_t>(p - begin);
}

std::uint32_t Lexer::line_end(std::uint32_t at) {
  const std::size_t found = text_.find('\n', at);
  if (found != std::string_view::npos) return static_cast<std::uint32_t>(found);
  if (!final_) starved_ = true;
  return size();
}

std::uint32_t Lexer::comment_end(std::uint32_t at) {
  if (peek(at + 1) == '/') return line_end(at);
  const std::size_t found = text_.find("*/", at + 2);
  if (found != std::string_view::npos) return static_cast<std::uint32_t>(found) + 2;
  if (!final_) starved_ = true;
  return size();
}

// Comments right behind each other are one.
std::uint32_t Lexer::comments_end(std::uint32_t at) {
  do {
    at = comment_end(at);
  } while (peek(at) == '/' && (peek(at + 1) == '/' || peek(at + 1) == '*'));
  return at;
}

std::uint32_t Lexer::dots_end(std::uint32_t at) {
  while (peek(at) == '.') ++at;
  return at;
}

// A tag is short and closed: <name>, </name>, <|name|>. Anything else that begins with '<' is a word.
std::uint32_t Lexer::tag_end(std::uint32_t at) {
  constexpr std::uint32_t kLongest = 64;
  const int second = peek(at + 1);
  if (second != '/' && second != '|' && !is_letter(second)) return at;
  for (std::uint32_t i = at + 1; i < at + kLongest; ++i) {
    const int c = peek(i);
    if (c == '>') return i + 1;
    if (c < 0x20 || c == '<' || c == '"' || c == '{') return at;
  }
  return at;
}

Token Lexer::wide(std::uint32_t at) {
  const auto rest = text_.substr(at, 4);
  const base::Utf8 decoded = base::decode_utf8(rest);
  if (decoded.status == base::Utf8::Status::kIncomplete && !final_) starved_ = true;
  const std::uint32_t end = at + decoded.length;
  if (decoded.status != base::Utf8::Status::kValid) return {TokenKind::kWord, at, end};
  const char32_t c = decoded.character;
  if (is_curly_double(c) || is_curly_single(c)) return {TokenKind::kQuote, at, end};
  if (is_wide_space(c)) return {TokenKind::kOddSpace, at, end};
  switch (c) {
    case 0xFEFF:
      return {TokenKind::kMark, at, end};
    case 0x2026:
      return {TokenKind::kEllipsis, at, end};
    case 0xFF0C:
    case 0x3001:
    case 0x060C:
      return {TokenKind::kComma, at, end};
    case 0xFF1A:
      return {TokenKind::kColon, at, end};
    case 0xFF5B:
      return {TokenKind::kOpenBrace, at, end};
    case 0xFF5D:
      return {TokenKind::kCloseBrace, at, end};
    case 0xFF3B:
      return {TokenKind::kOpenBracket, at, end};
    case 0xFF3D:
      return {TokenKind::kCloseBracket, at, end};
    default:
      return {TokenKind::kWord, at, end};
  }
}

Token Lexer::token(std::uint32_t at) {
  const int c = peek(at);
  if (c < 0) return {TokenKind::kEnd, at, at};
  if (c >= 0x80) return wide(at);
  switch (c) {
    case '/':
      if (peek(at + 1) == '/' || peek(at + 1) == '*') return {TokenKind::kComment, at, comments_end(at)};
      break;
    case '.':
      if (matches(at, "...")) return {TokenKind::kEllipsis, at, dots_end(at)};
      break;
    case '`':
      if (matches(at, "```")) return {TokenKind::kFence, at, line_end(at)};
      break;
    case '=':
      return {TokenKind::kArrow, at, at + (peek(at + 1) == '>' ? 2U : 1U)};
    case '\\':
      return {TokenKind::kBackslash, at, at + (peek(at + 1) < 0 ? 1U : 2U)};
    case '<': {
      const std::uint32_t end = tag_end(at);
      if (end != at) return {TokenKind::kTag, at, end};
      break;
    }
    default:
      break;
  }
  return {kAscii[static_cast<std::size_t>(c)], at, at + 1};
}

Lexer::Opening Lexer::opening(std::uint32_t at) {
  const int c = peek(at);
  if (c == '"') return matches(at, "\"\"\"") ? Opening{Delimiter::kTripleDouble, 3} : Opening{Delimiter::kDouble, 1};
  if (c == '\'') return matches(at, "'''") ? Opening{Delimiter::kTripleSingle, 3} : Opening{Delimiter::kSingle, 1};
  if (c == '`') return {Delimiter::kBackTick, 1};
  const base::Utf8 decoded = base::decode_utf8(text_.substr(at, 4));
  return {is_curly_double(decoded.character) ? Delimiter::kCurlyDouble : Delimiter::kCurlySingle, decoded.length};
}

std::uint32_t Lexer::closing(std::uint32_t at, Delimiter delimiter) {
  const int c = peek(at);
  switch (delimiter) {
    case Delimiter::kDouble:
      return c == '"' ? 1 : 0;
    case Delimiter::kSingle:
      return c == '\'' ? 1 : 0;
    case Delimiter::kTripleDouble:
      return c == '"' && matches(at, "\"\"\"") ? 3 : 0;
    case Delimiter::kTripleSingle:
      return c == '\'' && matches(at, "'''") ? 3 : 0;
    case Delimiter::kTwoDouble:
      return c == '"' && matches(at, "\"\"") ? 2 : 0;
    case Delimiter::kBackTick:
      return c == '`' ? 1 : (c == 0xC2 && peek(at + 1) == 0xB4 ? 2 : 0);
    case Delimiter::kCurlyDouble:
    case Delimiter::kCurlySingle:
      break;
  }
  if (c < 0) return 0;
  const bool twice = delimiter == Delimiter::kCurlyDouble;
  if (c == (twice ? '"' : '\'')) return 1;
  if (c < 0x80) return 0;
  const base::Utf8 decoded = base::decode_utf8(text_.substr(at, 4));
  const bool closes = twice ? is_curly_double(decoded.character) : is_curly_single(decoded.character);
  return closes ? decoded.length : 0;
}

std::uint32_t Lexer::column(std::uint32_t at) const {
  constexpr std::uint32_t kLongLine = 1024;
  const std::uint32_t from = at > kLongLine ? at - kLongLine : 0;
  const std::size_t line_break = text_.substr(from, at - from).rfind('\n');
  return at - from - (line_break == std::string_view::npos ? 0U : static_cast<std::uint32_t>(line_break) + 1);
}

std::uint32_t Lexer::trim(std::uint32_t begin, std::uint32_t end) const {
  while (end > begin && is_space(text_[end - 1])) --end;
  return end;
}

std::uint32_t Lexer::words_end(std::uint32_t begin, const CharSet& stops) {
  const std::string_view text = text_.substr(0, begin + kLongestWords);
  int open = 0;
  for (std::uint32_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\') {
      ++at;
    } else if (c == '(') {
      ++open;
    } else if (c == ')' && open > 0) {
      --open;
    } else if ((open == 0 || c == '\n' || c == '"') && stops.has(c)) {
      return at;
    }
  }
  if (text.size() == size()) peek(size());
  return static_cast<std::uint32_t>(text.size());
}

std::uint32_t Lexer::word_end(std::uint32_t begin) {
  std::uint32_t end = begin;
  while (end < begin + kLongestWords && peek(end) >= 0 && !kWordStops[static_cast<std::size_t>(peek(end))]) {
    if (peek(end) >= 0x80 && token(end).kind != TokenKind::kWord) break;  // full-width punctuation
    ++end;
  }
  return end;
}

std::uint32_t Lexer::find_json(std::uint32_t from) {
  for (std::size_t at = from;;) {
    at = text_.find_first_of("{[`", at);
    if (at == std::string_view::npos) {
      peek(size());
      return kNone;
    }
    const auto here = static_cast<std::uint32_t>(at);
    if (text_[at] == '`' ? matches(here, "```") : begins_json(here)) return here;
    if (starved_) return here;
    ++at;
  }
}

bool Lexer::begins_json(std::uint32_t at) {
  const Token bracket = token(at);
  const std::uint32_t inside = skip_space(bracket.end);
  const Token first = token(inside);
  switch (first.kind) {
    case TokenKind::kEnd:
    case TokenKind::kQuote:
    case TokenKind::kComment:
    case TokenKind::kOpenBrace:
      return true;
    case TokenKind::kOpenBracket:
    case TokenKind::kCloseBracket:
      return bracket.kind == TokenKind::kOpenBracket;
    case TokenKind::kCloseBrace:
      return bracket.kind == TokenKind::kOpenBrace;
    case TokenKind::kBackslash:
      return peek(first.begin + 1) == '"' || peek(first.begin + 1) == 'n';
    case TokenKind::kWord:
      break;
    default:
      return false;
  }
  std::uint32_t end = inside;
  while (is_letter(peek(end)) || (peek(end) >= '0' && peek(end) <= '9') || peek(end) == '-' || peek(end) == '.') ++end;
  const std::string_view word = text_.substr(inside, end - inside);
  const std::uint32_t after = skip_space(end);
  if (bracket.kind == TokenKind::kOpenBrace) return !word.empty() && (peek(after) == ':' || peek(end) == '"');
  if (word == "true" || word == "false" || word == "null" || word == "None" || word == "True" || word == "False") {
    return true;
  }
  return !word.empty() && (is_digit(word[0]) || word[0] == '-');
}

}  // namespace acode::json::detail
