// Words without quotes, and strings whose first quote is missing.
#include <algorithm>

#include "json/edit_kinds.h"
#include "json/prices.h"
#include "json/quick_mender.h"
#include "json/scan.h"
#include "json/words.h"

namespace acode::json::detail {

// Whether what stands there needs no escapes in a string.
bool QuickMender::is_plain(std::uint32_t begin, std::uint32_t end) const {
  const char* const stop = text_.data() + end;
  return skip_plain(text_.data() + begin, stop) == stop;
}

// `"a": 12", "b": …`: an opening quote is missing before the number.
bool QuickMender::quote_behind_scalar() {
  const std::uint32_t quote = next_quote(at_ + 1);
  if (quote != kNone && !is_word(quote + 1)) return false;
  if (!doubt_last_string()) return false;
  rival(facts(EditKind::kMissingComma).cost + facts(EditKind::kMissingColon).cost);
  change().drop_scalar();
  return missing_opening_quote(value_begin(), false);
}

// A string begins here, and ends at the next quote.
bool QuickMender::missing_opening_quote(std::uint32_t begin, bool key) {
  if (!edit(EditKind::kMissingOpeningQuote, begin, 0, "\"")) return false;
  change().begin_string();
  if (!key) change().tracker().value_begin = begin;
  return go(begin, key ? State::kKeyString : State::kString);
}

// A word where a key should be.
bool QuickMender::key_word() {
  if (!is_word(at_)) return false;
  const std::uint32_t stop = lexer_.words_end(at_, kKeyStops);
  const std::uint32_t end = lexer_.trim(at_, stop);
  if (end == at_ || stop - at_ >= Lexer::kLongestWords) return false;
  const bool first = machine_.failed_in() == State::kFirstKey;
  switch (byte(stop)) {
    case ':':
      return unquoted_key(end);
    case '"':
      if (stop != end || byte(lexer_.skip_space(stop + 1)) != ':' || !doubt_last_string()) return false;
      // `12, a": …`: not a string that begins before the number, as it would have to be a key.
      rival(facts(EditKind::kMissingOpeningQuote).cost + facts(EditKind::kMissingOpeningBrace).cost);
      if (first) change().begin_first();
      return missing_opening_quote(at_, true);
    case ',':
    case ']':
    case '\n':
      return !first && word_as_element(end);
    default:
      return false;
  }
}

bool QuickMender::unquoted_key(std::uint32_t end) {
  if (!is_plain(at_, end)) return false;
  // Only among keys with quotes one without is a reason to doubt the string before.
  for (; keys_seen_ < at_ && !quoted_keys_; ++keys_seen_) {
    if (text_[keys_seen_] == ':') quoted_keys_ = text_[lexer_.trim(0, keys_seen_) - 1] == '"';
  }
  keys_seen_ = end + 1;
  if (quoted_keys_ && !doubt_last_string()) return false;
  const std::string_view key = text_.substr(at_, end - at_);
  if (key.find(' ') != std::string_view::npos) cost_ += kLooseKey;
  if (!edit(EditKind::kUnquotedKey, at_, 0, "\"")) return false;
  if (machine_.failed_in() == State::kFirstKey) change().begin_first();
  change().begin_string();
  change().put_string(key);
  return edit_free(EditKind::kUnquotedKey, end, 0, "\"") && go(end, State::kColon);
}

// A number or a literal that turns out to be none, as in `2024-10-18` and `truth`.
bool QuickMender::half_word() {
  if (machine_.depth() == 0) return false;
  at_ = value_begin();
  change().drop_characters();
  return value_word();
}

bool QuickMender::scalar_goes_on() {
  const char last = text_[at_ - 1];
  if (machine_.depth() == 0 || last == '}' || last == ']') return false;
  at_ = value_begin();
  change().drop_scalar();
  return value_word();
}

// A word where a value should be.
bool QuickMender::value_word() {
  if (machine_.depth() == 0) return text_before();
  if (!is_word(at_)) return false;
  const std::uint32_t end = lexer_.word_end(at_);
  const int after = byte(end);
  if (after < 0 || after == '\'') return false;
  if (after != '"' && after != '(' && after != ':') {
    if (scalar_word(at_, end)) return true;
    if (classify(text_.substr(at_, end - at_)).kind != WordKind::kText) return false;
  }
  const std::uint32_t stop = lexer_.words_end(at_, kValueStops);
  if (stop - at_ >= Lexer::kLongestWords) return false;
  if (byte(stop) == '"') return missing_opening_quote(at_, false);
  return several_words(at_, stop);
}

// A literal of another language.
bool QuickMender::scalar_word(std::uint32_t begin, std::uint32_t end) {
  const Word word = classify(text_.substr(begin, end - begin));
  if (word.kind != WordKind::kLiteral && word.kind != WordKind::kNotANumber) return false;
  const EditKind kind = word.kind == WordKind::kLiteral ? EditKind::kLiteral : EditKind::kNotANumber;
  if (!edit(kind, begin, end - begin, word.json)) return false;
  change().put_literal(word.json[0]);
  change().tracker().value_begin = begin;
  change().tracker().value_end = end;
  return go(end, State::kNext);
}

// `"a": San Francisco, CA", "b": …`: an opening quote is missing. Were the words a value without quotes, the quote that
// follows would begin a string, and all strings behind it were inside out.
bool QuickMender::several_words(std::uint32_t begin, std::uint32_t stop) {
  constexpr std::ptrdiff_t kEnough = 5;  // quotes or colons before it that nobody would leave out
  const std::uint32_t quote = next_quote(stop);
  if (quote == kNone || stop == begin || byte(stop) == '\n' || !ends_value(quote) || fence_ahead()) return false;
  if (byte(stop) == ',') {
    const std::uint32_t next = lexer_.skip_space(stop + 1);
    if (!is_word(next) && byte(next) != '\\') return false;
  } else if (machine_.depth() == 1) {  // behind its end the rest might be left out, or all before it
    const std::string_view before = text_.substr(0, begin);
    if (std::count(before.begin(), before.end(), '"') < kEnough) return false;
  }
  rival(facts(EditKind::kUnquotedValue).cost + kSafeMargin);
  return missing_opening_quote(begin, false);
}

}  // namespace acode::json::detail
