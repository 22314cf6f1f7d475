// One token at each place of the grammar: what JSON allows costs nothing, what models write instead is paid for, and
// where it can mean several things the reading forks.
#include "base/utf8.h"
#include "json/edit_kinds.h"
#include "json/mender.h"
#include "json/prices.h"
#include "json/scan.h"
#include "json/string_ends.h"

namespace acode::json::detail {
namespace {

constexpr std::uint32_t kStride = 16384;
constexpr std::uint16_t kManyQuotes = 16;  // in a string: there are more to come
constexpr int kSwallowedKey = 10;          // a key in a string that should have ended before

bool is_closer(TokenKind kind) {
  return kind == TokenKind::kCloseBrace || kind == TokenKind::kCloseBracket || kind == TokenKind::kCloseParen;
}

bool is_opener(TokenKind kind) {
  return kind == TokenKind::kOpenBrace || kind == TokenKind::kOpenBracket || kind == TokenKind::kOpenParen;
}

char bracket_of(TokenKind kind) {
  if (kind == TokenKind::kOpenBrace) return '{';
  return kind == TokenKind::kOpenBracket ? '[' : '(';
}

}  // namespace

void Mender::step_place(Reading& r) {
  switch (r.place) {
    case Place::kStart:
      return step_start(r);
    case Place::kFirstKey:
    case Place::kKey:
      return step_key(r);
    case Place::kColon:
      return step_colon(r);
    case Place::kMemberValue:
    case Place::kFirstElement:
    case Place::kElement:
      return step_value(r);
    case Place::kNext:
      return step_next(r);
    case Place::kString:
      return step_string(r);
    case Place::kAfter:
      return step_after(r);
    case Place::kDone:
      return;
  }
}

// Whether a comment with a number sign can begin here: at the start of the text, or behind white space.
bool Mender::space_before(std::uint32_t at) const { return at == 0 || is_space(lexer_.text()[at - 1]); }

// The next token that means something; comments and the like are taken out on the way.
Token Mender::next_token(Reading& r) {
  for (;;) {
    const std::uint32_t at = lexer_.skip_space(r.pos);
    const std::string_view space = lexer_.text().substr(r.pos, at - r.pos);
    const std::size_t line_break = space.rfind('\n');
    r.first_on_line = line_break != std::string_view::npos || at == 0;
    if (line_break != std::string_view::npos) r.line_start = r.pos + static_cast<std::uint32_t>(line_break) + 1;
    if (r.first_on_line) r.line_indent = at - r.line_start;
    r.pos = at;

    Token t = lexer_.token(at);
    if (too_many(r)) {
      kill(r);
      return {TokenKind::kEnd, at, at};
    }
    switch (t.kind) {
      case TokenKind::kComment:
        replace(r, EditKind::kComment, t.begin, t.end - t.begin, "");
        break;
      case TokenKind::kOddSpace:
        replace(r, EditKind::kOddSpace, t.begin, t.end - t.begin, " ");
        break;
      case TokenKind::kMark:
        replace(r, EditKind::kByteOrderMark, t.begin, t.end - t.begin, "");
        break;
      case TokenKind::kEllipsis:
        replace(r, EditKind::kEllipsis, t.begin, t.end - t.begin, "");
        break;
      case TokenKind::kBackslash: {
        const int escaped = lexer_.peek(at + 1);
        if (escaped == '"' && r.string.begin == kNone && r.depth <= 1 && r.start == 0) seems_escaped_ = true;
        const bool space_escape = escaped == 'n' || escaped == 'r' || escaped == 't';
        t.end = at + (space_escape ? 2 : 1);
        replace(r, EditKind::kStrayBackslash, t.begin, t.end - t.begin, "");
        break;
      }
      case TokenKind::kWord:
        if (lexer_.peek(at) == '#' && r.place != Place::kMemberValue && space_before(at)) {
          t.end = lexer_.line_end(at);
          replace(r, EditKind::kComment, t.begin, t.end - t.begin, "");
          break;
        }
        [[fallthrough]];
      default:
        ++r.tokens;
        return t;
    }
    r.pos = t.end;
    if (r.cost >= kDead) return {TokenKind::kEnd, at, at};
  }
}

void Mender::step_key(Reading& r) {
  const Token t = next_token(r);
  if (r.cost >= kDead) return;
  switch (t.kind) {
    case TokenKind::kQuote:
      check_column(r, t);
      return begin_string(r, t.begin, true);
    case TokenKind::kComma:
      replace(r, EditKind::kExtraComma, t.begin, t.end - t.begin, "");
      r.pos = t.end;
      return;
    case TokenKind::kOpenBrace:
    case TokenKind::kOpenBracket:
    case TokenKind::kOpenParen:
      return another_value(r, t);
    case TokenKind::kColon:
      doubt_last_string(r);
      replace(r, EditKind::kStrayText, t.begin, t.end - t.begin, "");
      r.pos = t.end;
      return;
    case TokenKind::kEnd:
      return end_of_text(r, t.begin);
    case TokenKind::kFence:
    case TokenKind::kTag:
      return end_here(r, t);
    default:
      if (is_closer(t.kind)) return closer(r, t);
      return word_as_key(r, t);
  }
}

// A bracket where a key should be: the value before was the first of an array whose bracket is missing, or the bracket
// that closed the array before was one too many.
void Mender::another_value(Reading& r, const Token& t) {
  doubt_last_string(r);
  if (r.place == Place::kFirstKey || r.top.last == LastValue::kNothing) {
    replace(r, EditKind::kStrayText, t.begin, t.end - t.begin, "");
    r.pos = t.end;
    return;
  }
  if (enclosing(r, 1).open == '[') {
    Reading& next = fork(r);
    close_levels(next, 1, true);
    next.place = Place::kElement;
    next.pos = t.begin;
  }
  if (r.since_close() <= 2 && (r.closed.open == '[' || r.closed.open == '(')) {
    Reading& again = fork(r);
    reopen(again);
    pay(again, again.top.last == LastValue::kContainer ? -kLikeNeighbours : kLikeNeighbours);
    again.place = Place::kElement;
    again.pos = t.begin;
  }
  if (!wrap(r, '[')) return kill(r);
  r.place = Place::kElement;
  r.pos = t.begin;
}

void Mender::step_colon(Reading& r) {
  const Token t = next_token(r);
  if (r.cost >= kDead) return;
  switch (t.kind) {
    case TokenKind::kColon:
      if (t.end - t.begin > 1) replace(r, EditKind::kOddPunctuation, t.begin, t.end - t.begin, ":");
      r.content_tried = true;  // what a colon follows is a key
      r.place = Place::kMemberValue;
      r.pos = t.end;
      return;
    case TokenKind::kArrow:
      replace(r, EditKind::kWrongColon, t.begin, t.end - t.begin, ":");
      r.place = Place::kMemberValue;
      r.pos = t.end;
      return;
    case TokenKind::kEnd:
      return end_of_text(r, t.begin);
    case TokenKind::kFence:
    case TokenKind::kTag:
      return end_here(r, t);
    case TokenKind::kComma:
    case TokenKind::kCloseBrace:
    case TokenKind::kCloseBracket:
    case TokenKind::kCloseParen:
      return key_without_colon(r, t);
    default:
      break;
  }
  doubt_last_string(r);
  replace(r, EditKind::kMissingColon, r.key_end, 0, ":");
  r.place = Place::kMemberValue;
  r.pos = t.begin;
}

// `"to": "a", "b"]`: b is no key, an opening bracket is missing before "a". Or a value is missing.
void Mender::key_without_colon(Reading& r, const Token& t) {
  doubt_last_string(r);
  if (r.top.last != LastValue::kNothing) {
    Reading& element = fork(r);
    const std::uint32_t begin = r.key_begin;
    const std::uint32_t end = r.key_end;
    if (wrap(element, '[')) {
      value_done(element, begin, end, LastValue::kString, element.key_hash);
      element.pos = t.begin;
    }
  }
  replace(r, EditKind::kMissingColon, r.key_end, 0, ":");
  pay(r, -facts(EditKind::kMissingColon).cost);
  replace(r, EditKind::kMissingValue, r.key_end, 0, " null");
  value_done(r, r.key_end, r.key_end, LastValue::kMade);
  r.pos = t.begin;
}

void Mender::step_value(Reading& r) {
  const Token t = next_token(r);
  if (r.cost >= kDead) return;
  switch (t.kind) {
    case TokenKind::kQuote:
      check_column(r, t);
      return begin_string(r, t.begin, false);
    case TokenKind::kOpenBrace:
    case TokenKind::kOpenBracket:
    case TokenKind::kOpenParen:
      check_column(r, t);
      if (t.kind == TokenKind::kOpenParen) {
        fork_string_here(r, t.begin, false);
        replace(r, EditKind::kParentheses, t.begin, 1, "[");
      }
      if (t.end - t.begin > 1) {
        replace(r, EditKind::kOddPunctuation, t.begin, t.end - t.begin, t.kind == TokenKind::kOpenBrace ? "{" : "[");
      }
      return open(r, bracket_of(t.kind), t.begin, t.end);
    case TokenKind::kComma:
      if (r.place == Place::kMemberValue) return missing_value(r, t);
      replace(r, EditKind::kExtraComma, t.begin, t.end - t.begin, "");
      r.pos = t.end;
      return;
    case TokenKind::kColon:
      if (r.place != Place::kMemberValue) return kill(r);
      replace(r, EditKind::kWrongColon, t.begin, t.end - t.begin, "");
      r.pos = t.end;
      return;
    case TokenKind::kEnd:
      return end_of_text(r, t.begin);
    case TokenKind::kFence:
      return end_here(r, t);
    default:
      break;
  }
  if (!is_closer(t.kind)) return word_as_value(r, t);
  if (r.place == Place::kMemberValue) return missing_value(r, t);
  closer(r, t);
}

// `"a": }` and `"a": ,`
void Mender::missing_value(Reading& r, const Token& t) {
  fork_string_here(r, t.begin, false);
  if (is_closer(t.kind)) {
    const bool brace = t.kind == TokenKind::kCloseBrace;
    Reading& container = fork(r);
    replace(container, brace ? EditKind::kMissingOpeningBrace : EditKind::kMissingOpeningBracket, t.begin, 0,
            brace ? "{" : "[");
    push(container, brace ? '{' : '[', t.begin);
  }
  replace(r, EditKind::kMissingValue, t.begin, 0, "null");
  value_done(r, t.begin, t.begin, LastValue::kMade);
}

void Mender::comma(Reading& r, const Token& t) {
  if (t.kind == TokenKind::kSemicolon || t.end - t.begin > 1) {
    replace(r, EditKind::kOddPunctuation, t.begin, t.end - t.begin, ",");
  }
  r.top.comma = t.begin;
  r.place = r.top.open == '{' ? Place::kKey : Place::kElement;
  r.pos = t.end;
}

void Mender::step_next(Reading& r) {
  const Token t = next_token(r);
  if (r.cost >= kDead) return;
  const bool object = r.top.open == '{';
  switch (t.kind) {
    case TokenKind::kComma:
    case TokenKind::kSemicolon:
      return comma(r, t);
    case TokenKind::kEnd:
      return end_of_text(r, t.begin);
    case TokenKind::kFence:
    case TokenKind::kTag:
      doubt_last_string(r);
      return end_here(r, t);
    case TokenKind::kPlus:
      return concatenate(r, t);
    case TokenKind::kColon:
      return key_in_array(r, t);
    default:
      break;
  }
  if (is_closer(t.kind)) return closer(r, t);
  doubt_last_string(r);
  if (object && is_opener(t.kind)) return another_value(r, t);
  // Words behind a word or a number go on with it; anything else lacks a comma.
  if (t.kind == TokenKind::kWord && (r.top.last == LastValue::kText || r.top.last == LastValue::kScalar) &&
      !r.first_on_line) {
    return join_word(r, t);
  }
  replace(r, EditKind::kMissingComma, r.top.value_end, 0, ",");
  if (t.kind == TokenKind::kWord && t.begin == r.top.value_end) pay(r, kStuckWord);
  r.top.comma = r.top.value_end;
  r.place = object ? Place::kKey : Place::kElement;
  r.pos = t.begin;
}

// "a" + "b": what stands between the two goes.
void Mender::concatenate(Reading& r, const Token& plus) {
  doubt_last_string(r);
  const std::uint32_t next = lexer_.skip_space(plus.end);
  if (r.top.last != LastValue::kString || lexer_.token(next).kind != TokenKind::kQuote) return kill(r);
  const Lexer::Opening opening = lexer_.opening(next);
  const std::uint32_t from = r.top.value_end - r.string_closing;
  replace(r, EditKind::kConcatenation, from, next + opening.length - from, "");
  const StringSpan before = r.string;
  begin_string(r, next, false);
  r.string.begin = before.begin;
  r.string.joined = true;
}

void Mender::step_string(Reading& r) {
  const std::string_view text = lexer_.text();
  std::uint32_t& at = r.string.scanned;
  for (;;) {
    at = skip_characters(r.string, at);
    if (at - r.pos >= kStride) {  // a long string is no reason to leave the other readings far behind
      r.pos += kStride;
      return;
    }
    const int c = lexer_.peek(at);
    if (c < 0) return lexer_.final() ? end_in_string(r) : void();
    const std::uint32_t closing = lexer_.closing(at, r.string.delimiter);
    if (lexer_.starved()) return;
    if (closing != 0 && (r.string.inner_quotes < kManyQuotes || may_end(at + closing))) {
      return lexer_.starved() ? void() : close_string(r, at, closing);
    }
    if (lexer_.starved()) return;
    if (closing != 0) {
      inner_quote(r, at + closing);
      at += closing;
      continue;
    }
    std::uint32_t length = 1;
    if (c == '\\') {
      length = escape_length(r.string, at);
    } else if (c >= 0x80) {
      const base::Utf8 decoded = base::decode_utf8(text.substr(at, 4));
      if (decoded.status == base::Utf8::Status::kIncomplete) lexer_.peek(lexer_.size());
      if (lexer_.starved()) return;
      if (decoded.status != base::Utf8::Status::kValid) r.string.needs_mending = true;
      length = decoded.length;
    } else {
      r.string.needs_mending = true;  // a control character, or a quote of another kind
      if (c == '"' && r.string.inner_quotes != 0 && lexer_.peek(at + 1) == ':') {
        pay(r, kSwallowedKey);
        r.pos = ++at;
        return;
      }
    }
    if (lexer_.starved()) return;
    at += length;
  }
}

// Whether what follows a quote is what may follow the end of a string.
bool Mender::may_end(std::uint32_t behind) {
  const int next = lexer_.peek(lexer_.skip_space(behind));
  return next < 0 || next == ',' || next == ':' || next == '}' || next == ']';
}

// The quote before `behind` is a part of the string.
void Mender::inner_quote(Reading& r, std::uint32_t behind) {
  r.string.last_quote = behind;
  r.string.needs_mending = true;
  if (r.string.inner_quotes < 0xffff) ++r.string.inner_quotes;
  if (r.string.inner_quotes % 2 == 1) ++r.changes;  // they come in pairs
}

// Past the characters that cannot matter.
std::uint32_t Mender::skip_characters(const StringSpan& string, std::uint32_t at) const {
  const char* const begin = lexer_.text().data();
  const char* const end = begin + lexer_.size();
  const bool plain = string.delimiter == Delimiter::kDouble;
  const char* p = begin + at;
  for (;;) {
    if (plain) {
      p = skip_plain(p, end);
    } else {
      while (p < end && is_plain(*p) && *p != '\'' && *p != '`') ++p;
    }
    if (end - p < 2 || *p != '\\' || short_escape(p[1]) == 0) return static_cast<std::uint32_t>(p - begin);
    do p += 2;
    while (end - p >= 2 && *p == '\\' && short_escape(p[1]) != 0);
  }
}

// How far an escape reaches for the search of the string's end; whether it is a good one is noted.
std::uint32_t Mender::escape_length(StringSpan& string, std::uint32_t at) {
  constexpr std::uint32_t kLongest = 12;
  const std::string_view text = lexer_.text();
  if (lexer_.peek(at + 1) == 'u' && at + kLongest > text.size()) lexer_.peek(at + kLongest);
  if (lexer_.peek(at + 1) < 0 || lexer_.starved()) return 1;
  char scratch[8];
  char* out = scratch;
  const int length = decode_unit(text.data() + at, text.data() + text.size(), out);
  if (length > 0) return static_cast<std::uint32_t>(length);
  string.needs_mending = string.bad_escape = true;
  return 2;
}

// The quote at `end` ends the string, for this reading; the others that come to mind if what follows does not fit are
// made from the snapshot.
void Mender::close_string(Reading& r, std::uint32_t end, std::uint32_t closing) {
  r.string.end = end;
  r.string_closing = static_cast<std::uint8_t>(closing);
  r.snapshot = static_cast<std::uint32_t>(snapshots_.size());
  snapshots_.push_back(r);
  if (r.string.inner_quotes != 0 && !clean_end(lexer_, end + closing, r.string.key, r.top.open == '{')) {
    fork_content(r);
    r.content_tried = true;
  }
  end_string(r, end, closing, EditKind::kMissingClosingQuote);
}

void Mender::end_string(Reading& r, std::uint32_t end, std::uint32_t closing, EditKind missing) {
  StringSpan& string = r.string;
  string.end = end;
  const bool clean = !string.needs_mending && !string.opening_missing && closing != 0;
  if (clean && string.key && options_.hints != nullptr) {
    fork_outer_member(r, string.begin, lexer_.text().substr(string.content, end - string.content));
  }
  if (!clean) {
    Change change{};
    change.change = ChangeKind::kString;
    change.kind = missing;
    change.offset = string.joined ? string.content : string.begin;
    change.length = end - change.offset;
    change.delimiter = string.delimiter;
    change.opening_missing = string.opening_missing;
    change.opening = static_cast<std::uint8_t>(string.content - change.offset);
    change.closing = static_cast<std::uint8_t>(closing);
    change.bad_escape = string.bad_escape;
    note_string(r, change);
  }
  if (r.cost >= kDead) return;
  r.string_token = r.tokens;
  r.pos = end + closing;
  if (string.key) {
    r.key_end = r.pos;
    r.place = Place::kColon;
    r.key_hash = span_hash(string.content, end);
    name_hint(r, lexer_.text().substr(string.content, end - string.content));
  } else {
    expect_text(r, lexer_.text().substr(string.content, end - string.content));
    value_done(r, string.begin, r.pos, LastValue::kString, span_hash(string.content, end));
  }
}

}  // namespace acode::json::detail
