// The elementary moves of a reading: open, close, wrap, note a change.
#include <algorithm>

#include "json/edit_kinds.h"
#include "json/mender.h"
#include "json/prices.h"
#include "json/words.h"

namespace acode::json::detail {
namespace {

std::uint32_t shape_inside(const Frame& frame, char bracket) {
  return frame.shape * 31 + static_cast<unsigned char>(bracket);
}

std::uint32_t mix(std::uint32_t hash, std::uint32_t value) { return (hash ^ value) * 16777619U; }

constexpr std::string_view closer_text(char open) { return open == '{' ? "}" : "]"; }

}  // namespace

bool Mender::matches(char open, TokenKind closer) {
  return (open == '{' && closer == TokenKind::kCloseBrace) || (open == '[' && closer == TokenKind::kCloseBracket) ||
         (open == '(' && (closer == TokenKind::kCloseParen || closer == TokenKind::kCloseBracket));
}

bool Mender::allowed(EditKind kind) const { return !options_.disabled[static_cast<std::size_t>(kind)]; }

void Mender::add_change(Reading& r, const Change& change, int cost) {
  const bool whole_string = change.change == ChangeKind::kString && change.closing != 0;  // its edits have other kinds
  if (!whole_string && !allowed(change.kind)) return kill(r);
  append_change(r, change);
  ++r.changes;
  ++r.noted;
  pay(r, cost);
}

void Mender::append_change(Reading& r, const Change& change) {
  log_.push_back(change);
  log_.back().previous = r.log;
  r.log = static_cast<std::uint32_t>(log_.size() - 1);
}

void Mender::replace(Reading& r, EditKind kind, std::uint32_t offset, std::uint32_t length, std::string_view insert) {
  Change change{};
  change.change = ChangeKind::kReplace;
  change.kind = kind;
  change.offset = offset;
  change.length = length;
  change.insert = insert;
  add_change(r, change, facts(kind).cost);
}

void Mender::push(Reading& r, char bracket, std::uint32_t begin) {
  if (r.depth >= options_.limits.max_depth) {
    too_deep_ = true;
    return kill(r);
  }
  stack_.push_back({r.top, r.parent});
  r.parent = static_cast<std::uint32_t>(stack_.size() - 1);
  ++r.depth;
  Frame inside;
  inside.open = bracket;
  inside.opened = begin;
  inside.shape = shape_inside(r.top, bracket == '{' ? '{' : '[');
  inside.line_column = r.line_indent;
  inside.hint = r.hint;
  inside.hash = bracket == '{' ? 1 : 2;
  inside.outer_hash = mix(mix(r.top.outer_hash, r.top.hash), r.key_hash);
  r.top = inside;
  r.place = bracket == '{' ? Place::kFirstKey : Place::kFirstElement;
  if (options_.hints != nullptr && r.hint != Hints::kNowhere && bracket != '{') {
    r.hint = options_.hints->element(r.hint);
  }
}

void Mender::pop(Reading& r) {
  r.closed = r.top;
  r.close_token = r.tokens;
  r.top = stack_[r.parent].frame;
  r.parent = stack_[r.parent].parent;
  --r.depth;
}

void Mender::open(Reading& r, char bracket, std::uint32_t begin, std::uint32_t end) {
  expect(r, bracket == '{' ? Kind::kObject : Kind::kArray);
  push(r, bracket, begin);
  r.pos = end;
}

void Mender::close(Reading& r, std::uint32_t begin, std::uint32_t end) {
  const std::uint32_t opened = r.top.opened;
  pop(r);
  r.closer = begin;
  r.pos = end;
  value_done(r, opened, end, LastValue::kContainer, r.closed.hash);
}

void Mender::insert_closer(Reading& r, std::uint32_t offset) {
  const bool brace = r.top.open == '{';
  const std::uint32_t opened = r.top.opened;
  replace(r, brace ? EditKind::kMissingClosingBrace : EditKind::kMissingClosingBracket, offset, 0,
          closer_text(r.top.open));
  pop(r);
  r.close_token = 0;  // nothing that could be taken back
  value_done(r, opened, offset, LastValue::kContainer, r.closed.hash);
}

// `hash` tells values apart, so that readings which meet can be seen to have understood the same thing.
void Mender::value_done(Reading& r, std::uint32_t begin, std::uint32_t end, LastValue kind, std::uint32_t hash) const {
  r.top.before_hash = r.top.hash;
  r.top.last_hash = r.top.open == '{' ? mix(hash, r.key_hash) : hash;
  r.top.hash = mix(r.top.hash, r.top.last_hash);
  r.top.before_end = r.top.value_end;
  r.top.value_begin = begin;
  r.top.value_end = end;
  r.top.last = kind;
  r.place = r.top.open == 0 ? Place::kAfter : Place::kNext;
  if (r.top.open == 0) ++r.value_count;
  if (options_.hints != nullptr && (r.top.open == '[' || r.top.open == '(')) {
    r.hint = r.top.hint == Hints::kNowhere ? Hints::kNowhere : options_.hints->element(r.top.hint);
  }
}

// The last value becomes the first in a new container, whose bracket stands before it.
bool Mender::wrap(Reading& r, char bracket) {
  if (r.top.last == LastValue::kNothing || r.top.last == LastValue::kMade) return false;
  Change change{};
  change.change = ChangeKind::kWrap;
  change.kind = bracket == '{' ? EditKind::kMissingOpeningBrace : EditKind::kMissingOpeningBracket;
  change.offset = r.top.value_begin;
  change.at = r.top.value_end;
  change.insert = bracket == '{' ? "{" : "[";
  add_change(r, change, facts(change.kind).cost);

  if (r.top.open == 0) --r.value_count;
  const Frame outer = r.top;
  const bool hinted = options_.hints != nullptr && outer.last != LastValue::kContainer;
  const Kind kind = outer.last == LastValue::kScalar ? kind_of_scalar(lexer_.text()[outer.value_begin]) : Kind::kString;
  if (hinted) {
    pay(r, -price_of(r.hint, kind));  // the value does not stand where it seemed to
    expect(r, bracket == '{' ? Kind::kObject : Kind::kArray);
  }
  r.top.hash = r.top.before_hash;
  push(r, bracket, outer.value_begin);
  if (r.cost >= kDead) return false;
  if (hinted && bracket != '{') expect(r, kind);
  r.top.before_hash = r.top.hash;
  r.top.last_hash = outer.last_hash;
  r.top.hash = mix(r.top.hash, outer.last_hash);
  r.top.last = outer.last;
  r.top.value_begin = outer.value_begin;
  r.top.value_end = outer.value_end;
  r.top.comma = outer.comma;
  r.place = Place::kNext;
  if (bracket != '{') return true;
  r.top.last = LastValue::kNothing;
  r.top.comma = r.top.value_end = kNone;
  r.top.hash = r.top.before_hash;
  r.key_hash = outer.last_hash;
  r.key_begin = outer.value_begin;
  r.key_end = outer.value_end;
  r.place = Place::kColon;
  if (hinted && r.string.begin == outer.value_begin) {
    const bool quoted = r.quoted_keys;
    name_hint(r, lexer_.text().substr(r.string.content, r.string.end - r.string.content));
    r.quoted_keys = quoted;
  }
  return true;
}

// Takes back the last closing bracket: what follows belongs inside.
void Mender::reopen(Reading& r) {
  replace(r, EditKind::kExtraCloser, r.closer, 1, "");
  if (r.closed_in_column) pay(r, kWellPlaced);
  if (r.cost >= kDead) return;
  const std::uint32_t comma = r.top.comma;
  if (r.top.open == 0) --r.value_count;
  r.top.hash = r.top.before_hash;
  stack_.push_back({r.top, r.parent});
  r.parent = static_cast<std::uint32_t>(stack_.size() - 1);
  ++r.depth;
  r.top = r.closed;
  r.top.comma = comma;
  r.close_token = 0;
}

void Mender::begin_string(Reading& r, std::uint32_t begin, bool key) {
  const Lexer::Opening opening = lexer_.opening(begin);
  if (opening.delimiter == Delimiter::kDouble && opens_twice(begin)) {
    Reading& doubled = fork(r);
    pay(doubled, facts(EditKind::kDoubledQuotes).cost);
    start_string(doubled, begin, {Delimiter::kTwoDouble, 2}, key);
  }
  start_string(r, begin, opening, key);
}

// `""a""`: two quotes and then at once a word.
bool Mender::opens_twice(std::uint32_t begin) {
  if (lexer_.peek(begin + 1) != '"') return false;
  const int c = lexer_.peek(begin + 2);
  return c >= 0 && std::string_view(" \t\r\n,:}]\"").find(static_cast<char>(c)) == std::string_view::npos;
}

void Mender::start_string(Reading& r, std::uint32_t begin, const Lexer::Opening& opening, bool key) {
  r.string = StringSpan{};
  r.string.begin = begin;
  r.string.content = r.string.last_quote = r.string.scanned = begin + opening.length;
  r.string.delimiter = opening.delimiter;
  r.string.key = key;
  if (opening.delimiter != Delimiter::kDouble) r.string.needs_mending = true;
  if (key) r.key_begin = begin;
  r.pos = r.string.content;
  r.place = Place::kString;
  r.content_tried = false;
}

void Mender::note_string(Reading& r, const Change& change) {
  int cost = 0;
  if (change.delimiter == Delimiter::kSingle || change.delimiter == Delimiter::kTripleSingle) {
    cost += facts(EditKind::kSingleQuotes).cost;
  } else if (change.delimiter != Delimiter::kDouble) {
    cost += facts(EditKind::kTypographicQuotes).cost;
  }
  if (change.closing == 0) cost += facts(change.kind).cost;
  if (r.string.needs_mending) cost += facts(EditKind::kControlCharacter).cost;
  add_change(r, change, cost);
}

void Mender::name_hint(Reading& r, std::string_view name) const {
  constexpr int kUnknownName = 8;
  r.quoted_keys = true;
  if (options_.hints == nullptr) return;
  r.hint = r.top.hint == Hints::kNowhere ? Hints::kNowhere : options_.hints->member(r.top.hint, name);
  if (r.top.hint != Hints::kNowhere && r.hint == Hints::kNowhere && options_.hints->names_are_known(r.top.hint)) {
    pay(r, kUnknownName);
  }
}

// What a value of this kind costs at a place.
int Mender::price_of(Hints::Place place, Kind kind) const {
  constexpr int kUnexpectedKind = 6;
  if (options_.hints == nullptr || place == Hints::kNowhere) return 0;
  return (options_.hints->expected_kinds(place) & Hints::bit(kind)) == 0 ? kUnexpectedKind : 0;
}

// A string with these characters, escapes not resolved.
void Mender::expect_text(Reading& r, std::string_view text) const {
  constexpr int kUnexpectedText = 16;
  expect(r, Kind::kString);
  if (options_.hints == nullptr || r.hint == Hints::kNowhere || text.find('\\') != std::string_view::npos) return;
  const std::size_t listed = options_.hints->listed(r.hint, text);
  if (listed != Hints::kAnyText && listed != text.size()) pay(r, kUnexpectedText);
}

// Forgets the changes from `offset` on: the text there will be taken out as a whole.
void Mender::drop_from(Reading& r, std::uint32_t offset) {
  constexpr std::size_t kOutOfOrder = 8;  // changes are noted nearly, but not quite, in the order of their places
  std::vector<Change> kept;
  std::size_t before = 0;
  while (r.log != kNone && before < kOutOfOrder) {
    const Change change = log_[r.log];
    const bool stays = change.offset < offset || change.change == ChangeKind::kWrap;
    if (stays) kept.push_back(change);
    if (change.offset < offset) ++before;
    r.log = change.previous;
  }
  std::reverse(kept.begin(), kept.end());
  for (const Change& change : kept) append_change(r, change);
}

const Frame& Mender::enclosing(const Reading& r, std::uint32_t levels) const {
  if (levels == 0) return r.top;
  std::uint32_t node = r.parent;
  while (--levels != 0) node = stack_[node].parent;
  return stack_[node].frame;
}

}  // namespace acode::json::detail
