// Keys and values without quotes.
#include <algorithm>

#include "json/edit_kinds.h"
#include "json/mender.h"
#include "json/prices.h"
#include "json/words.h"

namespace acode::json::detail {

void Mender::quote_words(Reading& r, EditKind kind, std::uint32_t begin, std::uint32_t end) {
  Change change{};
  change.change = ChangeKind::kText;
  change.kind = kind;
  change.offset = begin;
  change.length = end - begin;
  add_change(r, change, facts(kind).cost);
}

void Mender::word_as_key(Reading& r, const Token& t) {
  check_column(r, t);
  const std::uint32_t stop = lexer_.words_end(t.begin, kKeyStops);
  const int c = lexer_.peek(stop);
  const std::uint32_t end = lexer_.trim(t.begin, stop);
  if (end == t.begin || stop - t.begin >= Lexer::kLongestWords) return kill(r);
  if (c == ':' || c == '=' || c == '{' || c == '[') {
    if (r.quoted_keys) doubt_last_string(r);
    if (options_.hints != nullptr) fork_outer_member(r, t.begin, lexer_.text().substr(t.begin, end - t.begin));
    if (lexer_.text().substr(t.begin, end - t.begin).find(' ') != std::string_view::npos) pay(r, kLooseKey);
    quote_words(r, EditKind::kUnquotedKey, t.begin, end);
    r.key_begin = t.begin;
    r.key_end = r.pos = end;
    r.key_hash = span_hash(t.begin, end);
    r.place = Place::kColon;
    if (options_.hints != nullptr) {
      const bool quoted = r.quoted_keys;
      name_hint(r, lexer_.text().substr(t.begin, end - t.begin));
      r.quoted_keys = quoted;
    }
    return;
  }
  if (c == '"' || c == '\'') {
    fork_string_before(r);
    if (stop > end) {
      fork_key_without_colon(r, t.begin, end);
      Reading& stray = fork(r);
      replace(stray, EditKind::kStrayText, t.begin, end - t.begin, "");
      stray.pos = end;
    }
    doubt_last_string(r);
    return string_here(r, t.begin, true);
  }
  word_without_colon(r, t, end);
}

// `"street": 12, Main St."`: the number was the beginning of a string whose quote is missing.
void Mender::fork_string_before(const Reading& r) {
  if (r.top.last != LastValue::kScalar || r.top.comma == kNone || r.first_on_line) return;
  Reading& f = fork(r);
  const std::uint32_t begin = f.top.value_begin;
  drop_from(f, begin);
  f.top.hash = f.top.before_hash;
  f.top.value_end = f.top.before_end;
  f.top.last = f.top.before_end == kNone ? LastValue::kNothing : LastValue::kMade;
  f.top.comma = kNone;
  string_here(f, begin, false);
}

// `days 3` and `unit "C"`: the quotes of a key are missing, and its colon too.
void Mender::fork_key_without_colon(const Reading& r, std::uint32_t begin, std::uint32_t end) {
  const std::string_view name = lexer_.text().substr(begin, end - begin);
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  if (!plain || (name[0] >= '0' && name[0] <= '9') || name[0] == '-') return;
  Reading& f = fork(r);
  quote_words(f, EditKind::kUnquotedKey, begin, end);
  f.key_begin = begin;
  f.key_end = f.pos = end;
  f.key_hash = span_hash(begin, end);
  f.place = Place::kColon;
  if (options_.hints != nullptr) name_hint(f, name);
}

// `"range": 1, 2]`: no key, but the second element of an array whose bracket is missing. `1,234`: one number, as text.
void Mender::word_without_colon(Reading& r, const Token& t, std::uint32_t end) {
  if (lexer_.skip_space(end) >= lexer_.size()) {
    Reading& cut = fork(r);
    cut.key_begin = t.begin;
    cut.place = Place::kColon;
    end_of_text(cut, lexer_.size());
  }
  doubt_last_string(r);
  const std::string_view words = lexer_.text().substr(t.begin, end - t.begin);
  const std::size_t space = words.find(' ');
  if (space != std::string_view::npos && classify(words.substr(space + 1)).kind != WordKind::kText) {
    fork_key_without_colon(r, t.begin, t.begin + static_cast<std::uint32_t>(space));
  }
  if (r.top.last != LastValue::kNothing) {
    Reading& element = fork(r);
    if (wrap(element, '[')) {
      element.place = Place::kElement;
      element.pos = t.begin;
    }
  }
  const bool digits = words.find_first_not_of("0123456789.") == std::string_view::npos;
  if (digits && r.top.last == LastValue::kScalar && r.top.comma + 1 == t.begin && r.top.comma == r.top.value_end) {
    Reading& joined = fork(r);
    const std::uint32_t begin = r.top.value_begin;
    drop_from(joined, begin);
    quote_words(joined, EditKind::kUnquotedValue, begin, end);
    joined.top.value_end = joined.top.before_end;
    joined.top.comma = kNone;
    value_done(joined, begin, end, LastValue::kText);
    joined.pos = end;
  }
  replace(r, EditKind::kStrayText, t.begin, end - t.begin, "");
  r.pos = end;
}

// A number or a literal, in JSON's notation or another's; false if it is neither.
bool Mender::scalar(Reading& r, std::uint32_t begin, std::uint32_t end) {
  const std::string_view text = lexer_.text().substr(begin, end - begin);
  Word word = classify(text);
  const bool wants_number = options_.hints != nullptr && r.hint != Hints::kNowhere &&
                            (options_.hints->expected_kinds(r.hint) & Hints::bit(Kind::kString)) == 0;
  if (word.kind == WordKind::kText && wants_number && !normalize_number(text, true).empty())
    word.kind = WordKind::kNumber;
  switch (word.kind) {
    case WordKind::kText:
      return false;
    case WordKind::kJson:
      break;
    case WordKind::kLiteral:
      replace(r, EditKind::kLiteral, begin, end - begin, word.json);
      break;
    case WordKind::kNotANumber:
      replace(r, EditKind::kNotANumber, begin, end - begin, word.json);
      break;
    case WordKind::kNumber: {
      Change change{};
      change.change = ChangeKind::kNumber;
      change.kind = EditKind::kNumberFormat;
      change.offset = begin;
      change.length = end - begin;
      add_change(r, change, facts(change.kind).cost);
      break;
    }
  }
  if (word.number || word.kind == WordKind::kNumber) {
    expect(r, Kind::kNumber);
  } else {
    expect(r, word.json == "null" ? Kind::kNull : Kind::kBoolean);
  }
  value_done(r, begin, end, LastValue::kScalar);
  r.pos = end;
  return true;
}

void Mender::word_as_value(Reading& r, const Token& t) {
  check_column(r, t);
  std::uint32_t end = lexer_.word_end(t.begin);
  const int after = lexer_.peek(end);
  const bool quote_follows = after == '"' || after == '\'';
  if (quote_follows && end > t.begin) {
    // `12"b": 1` lacks a comma, `12", "b": 1` a quote.
    const WordKind kind = classify(lexer_.text().substr(t.begin, end - t.begin)).kind;
    if (kind == WordKind::kJson) scalar(fork(r), t.begin, end);
  }
  if (!quote_follows && after != '(' && after != ':' && scalar(r, t.begin, end)) return;
  if (end == lexer_.size()) {
    const std::string_view literal = complete_literal(lexer_.text().substr(t.begin, end - t.begin));
    if (!literal.empty()) {
      replace(r, EditKind::kTruncatedValue, t.begin, end - t.begin, literal);
      r.truncated = true;
      value_done(r, t.begin, end, LastValue::kScalar);
      r.pos = end;
      return;
    }
  }

  const std::uint32_t stop = lexer_.words_end(t.begin, kValueStops);
  if (lexer_.peek(stop) == '"' || stop - t.begin >= Lexer::kLongestWords) return string_here(r, t.begin, false);
  if (stop == t.begin) return kill(r);
  fork_string_here(r, t.begin, false);
  end = lexer_.trim(t.begin, stop);
  quote_words(r, EditKind::kUnquotedValue, t.begin, end);
  expect_text(r, lexer_.text().substr(t.begin, end - t.begin));
  value_done(r, t.begin, end, LastValue::kText);
  r.pos = end;
}

// More words behind a word or a number: `12 abc`, unless a comma is missing between them.
void Mender::join_word(Reading& r, const Token& t) {
  const std::uint32_t stop = lexer_.words_end(t.begin, kJoinStops);
  const std::uint32_t end = lexer_.trim(t.begin, stop);
  const std::string_view word = lexer_.text().substr(t.begin, end - t.begin);
  const bool another = r.top.open == '{' ? lexer_.peek(stop) == ':' : classify(word).kind != WordKind::kText;
  if (another || lexer_.peek(stop) == '"') {
    replace(r, EditKind::kMissingComma, r.top.value_end, 0, ",");
    r.top.comma = r.top.value_end;
    r.place = r.top.open == '{' ? Place::kKey : Place::kElement;
    r.pos = t.begin;
    return;
  }
  const std::uint32_t begin = r.top.value_begin;
  drop_from(r, begin);
  quote_words(r, EditKind::kUnquotedValue, begin, end);
  r.top.value_end = end;
  r.top.last = LastValue::kText;
  r.pos = end;
}

}  // namespace acode::json::detail
