// Where a string may have ended.
#include "json/string_ends.h"

#include <algorithm>

#include "json/scan.h"
#include "json/words.h"

namespace acode::json::detail {
namespace {

constexpr int kQuoteInKey = 6;
constexpr std::uint32_t kLongestTail = 200;
constexpr std::size_t kMostBreaks = 4;    // before punctuation, looking back from the end
constexpr std::uint32_t kClearView = 80;  // how far clean_end() looks

// What a quote inside a string costs, and how much more if it looks as if it began or ended one. They rarely come alone:
// in a string that has many, as source code does, one more means little.
struct InnerQuote {
  std::uint16_t from;  // as many before it, or more
  std::uint8_t cost;
  std::uint8_t structural;
};
constexpr std::array<InnerQuote, 4> kInnerQuotes = {{{16, 0, 1}, {6, 1, 2}, {1, 3, 3}, {0, 10, 6}}};

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '.' || c == '-' || c == '+';
}

// The first place where the quote may be missing.
std::uint32_t first_break(const Lexer& lexer, const StringSpan& string, std::uint32_t end) {
  const std::uint32_t content = string.last_quote;
  const std::string_view text = lexer.text().substr(0, std::min(end, content + kLongestTail));
  const std::size_t found = text.find(string.key ? ':' : '\n', content);
  if (found == std::string_view::npos) return kNone;
  const std::uint32_t stop = lexer.trim(content, static_cast<std::uint32_t>(found));
  if (!string.key && stop > content && text[stop - 1] == ',') return lexer.trim(content, stop - 1);
  return stop;
}

}  // namespace

bool looks_structural(Lexer& lexer, std::uint32_t begin, std::uint32_t end) {
  const int after = lexer.peek(end);
  const int next = lexer.peek(lexer.skip_space(end));
  if (next == ',' || next == ':' || next == '}' || next == ']') return true;
  if (next == '"' && next != after) return true;  // between two strings stands only white space
  if (after == ' ' || after == '\n') return false;
  const std::uint32_t before = lexer.trim(0, begin);
  return before > 0 && std::string_view(",:{[").find(lexer.text()[before - 1]) != std::string_view::npos;
}

int price_of_inner_quote(Lexer& lexer, std::uint32_t begin, std::uint32_t end, std::uint16_t before, bool key) {
  const InnerQuote& quote = *std::find_if(kInnerQuotes.begin(), kInnerQuotes.end(),
                                          [before](const InnerQuote& price) { return before >= price.from; });
  int price = quote.cost;
  if (looks_structural(lexer, begin, end)) price += quote.structural;
  if (before == 0 && key) price += kQuoteInKey;
  return price;
}

Breaks find_breaks(Lexer& lexer, const StringSpan& string, std::uint32_t end) {
  Breaks breaks;
  const auto add = [&](std::uint32_t at) { breaks.at[breaks.size++] = at; };
  if (const std::uint32_t first = first_break(lexer, string, end); first != kNone) add(first);

  const std::string_view text = lexer.text();
  const std::uint32_t from = std::max(string.last_quote, end > kLongestTail ? end - kLongestTail : 0);
  std::uint32_t at = end;
  for (std::size_t found = 0; at > from && found < kMostBreaks;) {
    const char c = text[at - 1];
    if (is_space(c)) {
      --at;
    } else if (is_word_char(c)) {
      const std::uint32_t word_end = at;
      while (at > from && is_word_char(text[at - 1])) --at;
      if (classify(text.substr(at, word_end - at)).kind == WordKind::kText) break;
    } else if (std::string_view(",:{}[]").find(c) != std::string_view::npos) {
      --at;
      const bool fits = string.key ? c == ':' : c == ',' || c == '}' || c == ']';
      if (!fits) continue;
      const std::uint32_t stop = lexer.trim(string.content, at);
      add(text.substr(stop, at - stop).find('\n') == std::string_view::npos ? at : stop);
      ++found;
    } else {
      break;
    }
  }
  return breaks;
}

bool clean_end(Lexer& lexer, std::uint32_t at, bool key, bool in_object) {
  std::uint32_t next = lexer.skip_space(at);
  const int c = lexer.peek(next);
  if (key) return c == ':';
  if (c < 0) return true;
  if (c == '}' || c == ']') {
    if (c != (in_object ? '}' : ']')) return false;
    next = lexer.skip_space(next + 1);
    const int behind = lexer.peek(next);
    return behind < 0 || behind == ',' || behind == '}' || behind == ']';
  }
  if (c != ',') return false;
  next = lexer.skip_space(next + 1);
  if (lexer.peek(next) != '"') return false;
  if (!in_object) return true;
  for (std::uint32_t i = next + 1; i < next + kClearView; ++i) {
    if (lexer.peek(i) == '"') return lexer.peek(lexer.skip_space(i + 1)) == ':';
    if (lexer.peek(i) < 0) return false;
  }
  return false;
}

int unclosed_brackets(std::string_view text) {
  constexpr std::size_t kEnough = 4096;
  if (text.size() > kEnough) text.remove_prefix(text.size() - kEnough);
  int open = 0;
  for (const char c : text) {
    if (c == '{' || c == '[' || c == '(') ++open;
    if ((c == '}' || c == ']' || c == ')') && open > 0) --open;
  }
  return open;
}

}  // namespace acode::json::detail
