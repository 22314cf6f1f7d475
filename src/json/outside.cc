// Before and behind the outermost value: prose, fences, tags, and further values.
#include <algorithm>

#include "json/edit_kinds.h"
#include "json/mender.h"
#include "json/prices.h"
#include "json/words.h"

namespace acode::json::detail {
namespace {

constexpr int kGoesOn = 15;    // a value and a comma behind it, but not what follows
constexpr int kUnfenced = 20;  // a value outside the fence when there is one inside

}  // namespace

// What it costs to leave out a part of the text.
int Mender::cost_of_skipping(std::size_t begin, std::size_t end) {
  constexpr std::uint32_t kMost = 1U << 18U;
  return kMarkCost * static_cast<int>(std::min(mass_.between(lexer_.text(), begin, end), kMost));
}

namespace {

bool is_open_bracket(TokenKind kind) { return kind == TokenKind::kOpenBrace || kind == TokenKind::kOpenBracket; }

}  // namespace

void Mender::step_start(Reading& r) {
  if (r.skipped_from != kNone) return search_start(r);
  const Token t = next_token(r);
  if (r.cost >= kDead) return;
  switch (t.kind) {
    case TokenKind::kEnd:
      return kill(r);
    case TokenKind::kOpenBrace:
    case TokenKind::kOpenBracket:
    case TokenKind::kQuote:
      return start_value(r, t);
    case TokenKind::kFence:
      replace(r, EditKind::kFence, t.begin, t.end - t.begin, "");
      r.fenced = true;
      r.pos = t.end;
      return;
    case TokenKind::kWord:
    case TokenKind::kPlus: {
      const std::uint32_t end = lexer_.words_end(t.begin, kOutsideStops);
      const std::uint32_t stop = lexer_.trim(t.begin, end);
      const bool alone = lexer_.skip_space(stop) >= lexer_.size();
      if (alone && scalar(r, t.begin, stop)) return;
      break;
    }
    default:
      break;
  }
  r.skipped_from = t.begin;
  r.pos = t.begin;
}

void Mender::start_value(Reading& r, const Token& t) {
  if (options_.hints != nullptr) r.hint = options_.hints->root();
  if (t.kind == TokenKind::kQuote) return begin_string(r, t.begin, false);
  if (t.end - t.begin > 1) {
    replace(r, EditKind::kOddPunctuation, t.begin, t.end - t.begin, t.kind == TokenKind::kOpenBrace ? "{" : "[");
  }
  open(r, t.kind == TokenKind::kOpenBrace ? '{' : '[', t.begin, t.end);
}

// A value that begins somewhere in a line.
void Mender::begin_line(Reading& r, std::uint32_t at) const {
  r.line_indent = lexer_.column(at);
  r.line_start = at - r.line_indent;
}

// The next place from which a value could be read: a fence or a bracket that looks like the beginning of JSON.
std::uint32_t Mender::find_candidate(std::uint32_t from) {
  if (from >= searched_from_ && (from <= found_at_ || found_at_ == kNone)) return found_at_;
  const std::uint32_t found = lexer_.find_json(from);
  if (lexer_.starved()) return found;
  searched_from_ = from;
  found_at_ = found;
  return found;
}

void Mender::search_start(Reading& r) {
  const std::uint32_t at = find_candidate(r.pos);
  if (at == kNone) {
    if (lexer_.final()) kill(r);
    return;
  }
  if (lexer_.starved()) return;
  r.pos = at;
  replace(r, EditKind::kTextAround, r.skipped_from, at - r.skipped_from, "");
  r.skipped_from = kNone;
  begin_line(r, at);
}

void Mender::step_after(Reading& r) {
  if (r.skipped_from != kNone) return skip_rest(r, {TokenKind::kWord, r.pos, r.pos});
  const Token t = next_token(r);
  if (r.cost >= kDead) return;
  switch (t.kind) {
    case TokenKind::kEnd:
      return end_of_text(r, t.begin);
    case TokenKind::kCloseBrace:
    case TokenKind::kCloseBracket:
      doubt_last_string(r);
      replace(r, EditKind::kExtraCloser, t.begin, t.end - t.begin, "");
      r.pos = t.end;
      return;
    case TokenKind::kComma:
      return after_comma(r, t);
    case TokenKind::kColon:
      if (r.top.last != LastValue::kString || r.value_count != 1) break;
      doubt_last_string(r);
      if (!wrap(r, '{')) return kill(r);
      r.pos = t.begin;
      return;
    case TokenKind::kOpenBrace:
    case TokenKind::kOpenBracket:
      if (r.top.last == LastValue::kContainer && lexer_.begins_json(t.begin)) return next_outermost(r, t, false);
      break;
    case TokenKind::kPlus:
      if (r.top.last == LastValue::kString) return concatenate(r, t);
      break;
    default:
      break;
  }
  doubt_last_string(r);
  skip_rest(r, t);
}

// `{"a": 1}, "b": 2}` goes on inside; `{"a": 1}, {"b": 2}` are two values; `{"a": 1},` is one.
void Mender::after_comma(Reading& r, const Token& t) {
  doubt_last_string(r);
  const std::uint32_t at = lexer_.skip_space(t.end);
  const Token next = lexer_.token(at);
  const bool bracket = is_open_bracket(next.kind) && lexer_.begins_json(at);
  const bool container = r.top.last == LastValue::kContainer;
  if (container && r.since_close() <= 1 && next.kind != TokenKind::kEnd) {
    Reading& inside = fork(r);
    reopen(inside);
    if (inside.cost < kDead) comma(inside, t);
    if (next.kind == TokenKind::kQuote || next.kind == TokenKind::kWord) pay(r, kGoesOn);
  }
  if (bracket || (!container && next.kind == TokenKind::kQuote)) return next_outermost(r, t, true);
  if (!container && next.kind != TokenKind::kEnd && r.value_count == 1) {
    Reading& listed = fork(r);
    if (wrap(listed, '[')) comma(listed, t);
  }
  skip_rest(r, t);
}

// Values one after the other become the elements of an array.
void Mender::next_outermost(Reading& r, const Token& t, bool comma) {
  if (r.value_count == 1) {
    Change change{};
    change.change = ChangeKind::kWrap;
    change.kind = EditKind::kSeveralValues;
    change.offset = r.top.value_begin;
    change.at = r.top.value_end;
    change.insert = "[";
    add_change(r, change, facts(change.kind).cost);
  }
  if (r.cost >= kDead) return;
  if (!comma) {
    replace(r, EditKind::kSeveralValues, r.top.value_end, 0, ",");
    pay(r, -facts(EditKind::kSeveralValues).cost);
  }
  const std::uint32_t at = comma ? lexer_.skip_space(t.end) : t.begin;
  r.pos = at;
  start_value(r, lexer_.token(at));
}

// What is left is no part of the value, unless something better stands in it: a reading of that is forked off.
void Mender::skip_rest(Reading& r, const Token& t) {
  if (r.skipped_from == kNone) {
    r.skipped_from = t.begin;
    r.pos = t.kind == TokenKind::kFence ? t.end : t.begin;
  }
  const std::uint32_t at = r.fenced ? kNone : find_candidate(r.pos);
  if (lexer_.starved()) return;
  if (at == kNone) return end_of_text(r, lexer_.size());
  Reading& other = fork(Reading{});
  other.pos = at;
  other.start = at;
  replace(other, EditKind::kTextAround, 0, at, "");
  pay(other, cost_of_skipping(0, at));
  begin_line(other, at);
  pay(r, cost_of_skipping(r.pos, at));
  if (lexer_.peek(at) == '`') pay(r, kUnfenced);
  r.pos = at + (lexer_.peek(at) == '`' ? 3 : 1);
}

// A closing fence or a tag inside the value: the value ends here, its closing brackets are missing.
void Mender::end_here(Reading& r, const Token& t) {
  end_value_early(r, t.begin);
  if (r.cost >= kDead) return;
  skip_rest(r, t);
}

}  // namespace acode::json::detail
