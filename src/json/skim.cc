// The part of a broken text that is known to be valid, read quickly.
//
// When the strict machine fails at some place, all that stands well before it is JSON to the letter. No reading needs to
// weigh anything there; only the containers that are open, and where their values stand, have to be known further on.
#include "json/mender.h"
#include "json/scan.h"

namespace acode::json::detail {
namespace {

// How far before the error the careful reading begins: more than the tokens a reading may look back at.
constexpr std::uint32_t kMargin = 256;

}  // namespace

void Mender::skim(Reading& r, std::size_t error_offset) {
  if (error_offset <= std::size_t{2} * kMargin) return;
  if (options_.hints != nullptr) r.hint = options_.hints->root();
  const auto limit = static_cast<std::uint32_t>(error_offset) - kMargin;
  while (skim_token(r, limit)) {
  }
}

// One token that ends before `limit`; false if there is none.
bool Mender::skim_token(Reading& r, std::uint32_t limit) {
  const char* const text = lexer_.text().data();
  std::uint32_t at = r.pos;
  r.first_on_line = at == 0;
  while (is_space(text[at])) {
    if (text[at++] != '\n') continue;
    r.first_on_line = true;
    r.line_start = at;
  }
  if (at >= limit) return false;
  const char c = text[at];
  std::uint32_t end = at + 1;
  if (c == '"') {
    end = skim_string(end, limit);
  } else if (c != '{' && c != '[' && c != '}' && c != ']' && c != ',' && c != ':') {
    while (end < limit && text[end] != ',' && text[end] != '}' && text[end] != ']' && !is_space(text[end])) ++end;
  }
  if (end >= limit || (r.first_on_line && out_of_line(r, c, at - r.line_start))) return false;

  r.pos = at;
  if (r.first_on_line) r.line_indent = at - r.line_start;
  r.recent = {r.recent[1], r.recent[2], r.recent[3], at};
  const bool first = r.place == Place::kFirstKey || r.place == Place::kFirstElement;
  if (first && r.first_on_line && c != '}' && c != ']') {
    r.top.column = at - r.line_start;
    if (r.indent_unit == 0) r.indent_unit = r.top.column;
  }
  take_skimmed(r, c, at, end);
  return r.cost < kDead;
}

// Indentation that does not fit tells of brackets that are missing or too many, though the grammar has not noticed yet.
bool Mender::out_of_line(const Reading& r, char c, std::uint32_t column) {
  const bool after_comma = r.place == Place::kKey || r.place == Place::kElement;
  if (c == '}' || c == ']') return column != r.top.line_column;
  return after_comma && r.top.column != kNoColumn && column != r.top.column;
}

// Behind the closing quote of a valid string; `limit` if it is not reached before.
std::uint32_t Mender::skim_string(std::uint32_t at, std::uint32_t limit) const {
  const char* const begin = lexer_.text().data();
  const char* const end = begin + limit;
  const char* p = begin + at;
  for (;;) {
    p = skip_plain(p, end);
    if (p >= end) return limit;
    if (*p == '"') return static_cast<std::uint32_t>(p - begin) + 1;
    if (*p != '\\') ++p;
    while (p < end && *p == '\\') p += 2;
    if (p >= end) return limit;
  }
}

void Mender::take_skimmed(Reading& r, char c, std::uint32_t at, std::uint32_t end) {
  switch (c) {
    case '{':
    case '[':
      return open(r, c, at, end);
    case '}':
    case ']':
      close(r, at, end);
      stack_.pop_back();  // no other reading shares it
      r.closed_in_column = r.first_on_line && at - r.line_start == r.closed.line_column;
      return;
    case ',':
      r.top.comma = at;
      r.place = r.top.open == '{' ? Place::kKey : Place::kElement;
      break;
    case ':':
      r.place = Place::kMemberValue;
      break;
    case '"':
      if (r.place == Place::kFirstKey || r.place == Place::kKey) {
        r.key_begin = at;
        r.key_end = end;
        r.key_hash = span_hash(at + 1, end - 1);
        r.place = Place::kColon;
        name_hint(r, lexer_.text().substr(at + 1, end - at - 2));
        break;
      }
      value_done(r, at, end, LastValue::kString, span_hash(at + 1, end - 1));
      break;
    default:
      value_done(r, at, end, LastValue::kScalar);
      break;
  }
  r.pos = end;
}

}  // namespace acode::json::detail
