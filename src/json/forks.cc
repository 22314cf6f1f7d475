// Other ways to understand what was read: where the last string ends, which brackets are missing or too many.
#include <algorithm>

#include "json/edit_kinds.h"
#include "json/mender.h"
#include "json/prices.h"
#include "json/string_ends.h"

namespace acode::json::detail {
namespace {

// How far out a reading looks for the container that a bracket or a line belongs to.
std::uint32_t levels_seen(const Reading& r) { return std::min<std::uint32_t>(r.depth, 64); }

// Where the closing bracket of the innermost container would have to stand: behind its last value.
std::uint32_t inner_end(const Frame& frame) { return frame.value_end == kNone ? frame.opened + 1 : frame.value_end; }

}  // namespace

void Mender::doubt_last_string(Reading& r) {
  if (r.content_tried || r.since_string() > kLookBack || r.snapshot == kNone) return;
  r.content_tried = true;
  const Reading& before = snapshots_[r.snapshot];
  const int after = lexer_.peek(before.string.end + before.string_closing);
  const bool opens =
      after >= 0 && std::string_view(" \t\r\n,:}]").find(static_cast<char>(after)) == std::string_view::npos;
  if (opens || before.string.key) fork_breaks(r, before.string.end);
  if (options_.hints != nullptr && !before.string.key) fork_listed(before);
  fork_content(r);
}

// `"celsius "city": …`, where the schema lists what may stand here: the string ends behind the word that it lists.
void Mender::fork_listed(const Reading& before) {
  if (before.hint == Hints::kNowhere) return;
  const std::string_view text = lexer_.text().substr(before.string.content, before.string.end - before.string.content);
  const std::size_t listed = options_.hints->listed(before.hint, text);
  if (listed == 0 || listed >= text.size()) return;
  Reading& f = fork(before);
  end_string(f, before.string.content + static_cast<std::uint32_t>(listed), 0, EditKind::kMissingClosingQuote);
  f.content_tried = true;
}

// The quote that ended the last string is a part of it, and the string goes on.
void Mender::fork_content(const Reading& r) {
  if (!allowed(EditKind::kUnescapedQuotes)) return;
  Reading& f = fork(snapshots_[r.snapshot]);
  pay(f,
      price_of_inner_quote(lexer_, f.string.end, f.string.end + f.string_closing, f.string.inner_quotes, f.string.key));
  inner_quote(f, f.string.end + f.string_closing);
  f.pos = f.string.scanned = f.string.last_quote;
  f.place = Place::kString;
}

// The quote that ended the last string opens the next one: a closing quote is missing somewhere before.
void Mender::fork_breaks(const Reading& r, std::uint32_t end) {
  const Reading& before = snapshots_[r.snapshot];
  const Breaks breaks = find_breaks(lexer_, before.string, end);
  for (std::size_t i = 0; i < breaks.size; ++i) {
    Reading& f = fork(before);
    end_string(f, breaks.at[i], 0, EditKind::kMissingClosingQuote);
    f.content_tried = true;
  }
}

// How many containers further out the object is whose schema has this name, if that of the innermost one has not; 0 if
// there is none. Only where all names are known can one be out of place.
std::uint32_t Mender::levels_to_name(const Reading& r, std::string_view name) const {
  const Hints* const hints = options_.hints;
  const auto knows = [&](const Frame& frame) {
    return frame.open == '{' && frame.hint != Hints::kNowhere && hints->names_are_known(frame.hint);
  };
  if (hints == nullptr || !knows(r.top) || hints->member(r.top.hint, name) != Hints::kNowhere) return 0;
  std::uint32_t node = r.parent;
  for (std::uint32_t levels = 1; levels < levels_seen(r); ++levels) {
    const Frame& outer = stack_[node].frame;
    if (knows(outer) && hints->member(outer.hint, name) != Hints::kNowhere) return levels;
    node = stack_[node].parent;
  }
  return 0;
}

// `{"options": {"a": 1, "path": "x"}`: a key behind a comma that belongs further out, so closing brackets are missing
// before the comma.
void Mender::fork_outer_member(const Reading& r, std::uint32_t begin, std::string_view name) {
  if (r.top.comma == kNone) return;
  const std::uint32_t levels = levels_to_name(r, name);
  if (levels == 0) return;
  Reading& outer = fork(r);
  close_levels(outer, levels, true);
  outer.place = Place::kKey;
  outer.pos = begin;
}

// A string begins here though there is no quote.
void Mender::string_here(Reading& r, std::uint32_t begin, bool key) {
  if (!allowed(EditKind::kMissingOpeningQuote)) return kill(r);
  pay(r, facts(EditKind::kMissingOpeningQuote).cost);
  r.string = StringSpan{};
  r.string.begin = r.string.content = r.string.last_quote = r.string.scanned = begin;
  r.string.key = key;
  r.string.opening_missing = true;
  if (key) r.key_begin = begin;
  r.pos = begin;
  r.place = Place::kString;
  r.content_tried = false;
}

void Mender::fork_string_here(const Reading& r, std::uint32_t begin, bool key) { string_here(fork(r), begin, key); }

void Mender::closer(Reading& r, const Token& t) {
  if (!matches(r.top.open, t.kind)) {
    doubt_last_string(r);
    return wrong_closer(r, t);
  }
  check_closing_column(r, t);
  const bool in_column = r.first_on_line && t.begin - r.line_start == r.top.line_column;
  close_with(r, t);
  r.closed_in_column = in_column;
}

void Mender::drop_comma(Reading& r) {
  const bool behind_comma = r.place == Place::kKey || r.place == Place::kElement;
  if (!behind_comma || r.top.comma == kNone) return;
  const Token comma = lexer_.token(r.top.comma);
  if (comma.kind != TokenKind::kComma && comma.kind != TokenKind::kSemicolon) return kill(r);
  replace(r, EditKind::kTrailingComma, comma.begin, comma.end - comma.begin, "");
}

void Mender::close_with(Reading& r, const Token& t) {
  drop_comma(r);
  if (t.kind == TokenKind::kCloseParen) {
    replace(r, EditKind::kParentheses, t.begin, 1, "]");
  } else if (t.end - t.begin > 1) {
    replace(r, EditKind::kOddPunctuation, t.begin, t.end - t.begin, r.top.open == '{' ? "}" : "]");
  }
  if (r.cost < kDead) close(r, t.begin, t.end);
}

// Inserts the closing brackets of `levels` containers behind their last values, and hands their comma on.
void Mender::close_levels(Reading& r, std::uint32_t levels, bool keep_comma) {
  const std::uint32_t comma = r.top.comma;
  if (!keep_comma) drop_comma(r);
  for (std::uint32_t i = 0; i < levels && r.cost < kDead; ++i) insert_closer(r, inner_end(r.top));
  r.top.comma = keep_comma ? comma : kNone;
}

void Mender::wrong_closer(Reading& r, const Token& t) {
  for (std::uint32_t levels = 1; levels < levels_seen(r); ++levels) {
    if (!matches(enclosing(r, levels).open, t.kind)) continue;
    Reading& missing = fork(r);
    close_levels(missing, levels, false);
    if (missing.cost < kDead) close_with(missing, t);
    break;
  }
  {
    Reading& replaced = fork(r);
    drop_comma(replaced);
    replace(replaced, EditKind::kWrongCloser, t.begin, t.end - t.begin, r.top.open == '{' ? "}" : "]");
    if (replaced.cost < kDead) close(replaced, t.begin, t.end);
  }
  replace(r, EditKind::kExtraCloser, t.begin, t.end - t.begin, "");
  r.pos = t.end;
}

// Keys and elements that are the first on their line stand below each other. One that does not may belong further out
// (closing brackets are missing) or further in (an opening one is).
void Mender::check_column(Reading& r, const Token& t) {
  if (!r.first_on_line || r.top.open == 0) return;
  const std::uint32_t column = t.begin - r.line_start;
  const bool first = r.place == Place::kFirstKey || r.place == Place::kFirstElement;
  if (first) return check_first_column(r, t, column);
  if (r.top.column == kNoColumn) return;
  if (r.place == Place::kMemberValue || r.top.column == column) return;
  if (column < r.top.column) {
    for (std::uint32_t levels = 1; levels < levels_seen(r); ++levels) {
      if (enclosing(r, levels).column != column) continue;
      Reading& outer = fork(r);
      close_levels(outer, levels, true);
      outer.place = outer.top.open == '{' ? Place::kKey : Place::kElement;
      outer.pos = t.begin;
      break;
    }
  } else if (r.since_close() <= 2 && r.closed.column == column) {
    Reading& inner = fork(r);
    reopen(inner);
    inner.place = inner.top.open == '{' ? Place::kKey : Place::kElement;
    inner.pos = t.begin;
  }
  if (column > r.top.column && r.place == Place::kElement) {
    insert_opener(fork(r), t);
  }
  pay(r, kOddColumn);
}

// The first element of an array that is indented twice: another array begins before it.
void Mender::check_first_column(Reading& r, const Token& t, std::uint32_t column) {
  const std::uint32_t unit = r.indent_unit;
  if (unit == 0) r.indent_unit = column;
  r.top.column = column;
  if (r.place != Place::kFirstElement || unit == 0 || column != r.top.line_column + 2 * unit) return;
  Reading& inner = fork(r);
  inner.top.column = r.top.line_column + r.indent_unit;
  insert_opener(inner, t);
  pay(r, kOddColumn);
}

// Before a token that stands further in than its neighbours.
void Mender::insert_opener(Reading& r, const Token& t) {
  const bool key = t.kind == TokenKind::kQuote;
  const std::uint32_t outer_column = r.top.column;
  replace(r, key ? EditKind::kMissingOpeningBrace : EditKind::kMissingOpeningBracket, t.begin, 0, key ? "{" : "[");
  push(r, key ? '{' : '[', t.begin);
  r.top.line_column = outer_column;
  r.pos = t.begin;
}

void Mender::check_closing_column(Reading& r, const Token& t) {
  if (!r.first_on_line || r.top.line_column == kNoColumn) return;
  const std::uint32_t column = t.begin - r.line_start;
  if (column == r.top.line_column) return;
  if (column < r.top.line_column) {
    for (std::uint32_t levels = 1; levels < levels_seen(r); ++levels) {
      const Frame& outer = enclosing(r, levels);
      if (outer.line_column != column || !matches(outer.open, t.kind)) continue;
      Reading& missing = fork(r);
      close_levels(missing, levels, false);
      if (missing.cost < kDead) close_with(missing, t);
      break;
    }
  } else {
    Reading& extra = fork(r);
    replace(extra, EditKind::kExtraCloser, t.begin, t.end - t.begin, "");
    extra.pos = t.end;
  }
  pay(r, kOddColumn);
}

// A colon behind a value: the value is a key. Either an object begins with it, or the array around it has ended.
void Mender::key_in_array(Reading& r, const Token& t) {
  doubt_last_string(r);
  if (r.top.last != LastValue::kString) return kill(r);
  const bool array = r.top.open != '{';
  if (array && r.top.before_end != kNone) {
    std::uint32_t levels = 1;
    while (levels < levels_seen(r) && enclosing(r, levels).open != '{') ++levels;
    if (levels < levels_seen(r)) {
      Reading& outer = fork(r);
      const std::uint32_t begin = outer.top.value_begin;
      const std::uint32_t end = outer.top.value_end;
      outer.top.value_end = outer.top.before_end;
      outer.top.hash = outer.top.before_hash;
      close_levels(outer, levels, true);
      outer.key_begin = begin;
      outer.key_end = end;
      outer.key_hash = r.top.last_hash;
      outer.place = Place::kColon;
      outer.pos = t.begin;
    }
  }
  if (!wrap(r, '{')) return kill(r);
  r.pos = t.begin;
}

}  // namespace acode::json::detail
