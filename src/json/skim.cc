// What is JSON to the letter, read quickly.
//
// Most of a broken text is not broken. Where a token is what must stand here, no reading has anything to weigh: it only
// has to know afterwards which containers are open and where their values stand. Anything else, were it only a line that
// is indented oddly, is left to the careful steps of grammar.cc, which would have come to the same result here.
#include <array>
#include <utility>

#include "json/mender.h"
#include "json/scan.h"
#include "json/words.h"

namespace acode::json::detail {
namespace {

// What may follow a number or a literal.
constexpr std::array<bool, 256> kEndsScalar = [] {
  std::array<bool, 256> ends{};
  for (const char c : {',', '}', ']', ' ', '\n', '\r', '\t'}) ends[static_cast<unsigned char>(c)] = true;
  return ends;
}();

bool ends_scalar(char c) { return kEndsScalar[static_cast<unsigned char>(c)]; }

// Past white space; `line` becomes the place behind the last line break on the way, if there is one.
inline const char* skip_white(const char* p, const char* end, const char*& line) {
  while (p != end && static_cast<unsigned char>(*p) <= ' ') {
    if (*p == ' ') {
      ++p;
      if (p != end && *p == ' ') p = skip_blanks(p, end);
    } else if (*p == '\n') {
      line = ++p;
    } else if (*p == '\r' || *p == '\t') {
      ++p;
    } else {
      break;
    }
  }
  return p;
}

// Behind the closing quote of a valid string whose characters begin at `p`; null if it is none.
inline const char* string_end(const char* p, const char* end) {
  const char* const begin = p;
  for (;;) {
    bool quoted = false;
    p = skip_plain(p, end, quoted);
    if (quoted) break;
    if (p == end || static_cast<unsigned char>(*p) < 0x20) return nullptr;
    char scratch[8];
    char* out = scratch;
    const int length = decode_unit(p, end, out);
    if (length <= 0) return nullptr;
    p += length;
  }
  ++p;
  if (p - begin > 1) return p;
  return p != end && (ends_scalar(*p) || *p == ':') ? p : nullptr;  // else two quotes may open a string together
}

// Behind a number or a literal that something follows; null if it is none.
inline const char* scalar_end(const char* p, const char* end) {
  const char* const begin = p;
  while (p != end && !ends_scalar(*p)) ++p;
  if (p == end) return nullptr;
  const std::string_view word(begin, static_cast<std::size_t>(p - begin));
  const bool valid = word == "true" || word == "false" || word == "null" || is_json_number(word);
  return valid ? p : nullptr;
}

// Indentation that does not fit tells of brackets that are missing or too many, though the grammar has not noticed yet.
bool out_of_line(const Reading& r, char c, std::uint32_t column) {
  switch (r.place) {
    case Place::kKey:
    case Place::kElement:
      return r.top.column != kNoColumn && column != r.top.column;
    case Place::kFirstElement:
      if (c != ']') return r.indent_unit != 0 && column == r.top.line_column + 2 * r.indent_unit;
      [[fallthrough]];
    case Place::kFirstKey:
    case Place::kNext:
      return (c == '}' || c == ']') && r.top.line_column != kNoColumn && column != r.top.line_column;
    default:
      return false;
  }
}

}  // namespace

// Reads on with `r` up to `limit` at most, as long as all is well and nothing has to be paid. False if something came
// in between; true after `most` tokens, or some more.
bool Mender::skim(Reading& r, std::uint32_t limit, int most) {
  const int cost = r.cost;
  if (r.pos >= limit) return false;
  for (int i = 0; i < most && r.cost == cost; ++i) {
    if (!skim_token(r, limit)) return false;
  }
  return r.cost == cost;
}

// One token that ends at `limit` or before, and the next key if that follows; false if there is none that could be read
// here.
bool Mender::skim_token(Reading& r, std::uint32_t limit) {
  const char* const text = lexer_.text().data();
  const char* const end = text + limit;
  const char* line = nullptr;
  const char* const p = skip_white(text + r.pos, end, line);
  if (p == end) return false;
  const char c = *p;
  const char* behind = p + 1;
  switch (r.place) {
    case Place::kFirstKey:
      if (c == '"' && skim_key(r, p, end, line)) return true;
      if (c != '}' && (c != '"' || (behind = string_end(behind, end)) == nullptr)) return false;
      break;
    case Place::kKey:
      if (c != '"') return false;
      if (skim_key(r, p, end, line)) return true;
      behind = string_end(behind, end);
      if (behind == nullptr || belongs_outside(r, {p + 1, behind - 1})) return false;
      break;
    case Place::kColon:
      if (c != ':') return false;
      break;
    case Place::kNext:
      if (c != ',' && c != (r.top.open == '{' ? '}' : ']')) return false;
      break;
    case Place::kStart:
      if ((c != '{' && c != '[') || r.depth >= options_.limits.max_depth || r.skipped_from != kNone) return false;
      break;
    case Place::kFirstElement:
    case Place::kElement:
    case Place::kMemberValue:
      if (c == '"') {
        behind = string_end(behind, end);
        if (behind == nullptr) return false;
        if (r.place == Place::kMemberValue && line == nullptr && skim_member(r, p, behind, end)) return true;
      } else if (c == '{' || c == '[') {
        if (r.depth >= options_.limits.max_depth) return false;
      } else if (c != ']' || r.place != Place::kFirstElement) {
        behind = scalar_end(p, end);
        if (behind == nullptr) return false;
        if (r.place == Place::kMemberValue && line == nullptr && skim_member(r, p, behind, end)) return true;
      }
      break;
    default:
      return false;
  }
  const auto at = static_cast<std::uint32_t>(p - text);
  r.first_on_line = at == 0;
  if (line != nullptr && !skim_line(r, static_cast<std::uint32_t>(line - text), at, c)) return false;
  ++r.tokens;
  take_skimmed(r, c, at, static_cast<std::uint32_t>(behind - text));
  return true;
}

// A token that is the first on its line; false if it stands where it should not.
bool Mender::skim_line(Reading& r, std::uint32_t line, std::uint32_t at, char c) {
  const std::uint32_t column = at - line;
  if (out_of_line(r, c, column)) return false;
  r.first_on_line = true;
  r.line_start = line;
  r.line_indent = column;
  const bool first = r.place == Place::kFirstKey || r.place == Place::kFirstElement;
  if (first && c != '}' && c != ']') {
    r.top.column = column;
    if (r.indent_unit == 0) r.indent_unit = column;
  }
  return true;
}

// A key and its colon. With the colon seen it is in no doubt any more.
bool Mender::skim_key(Reading& r, const char* key, const char* end, const char* line) {
  const char* const behind = string_end(key + 1, end);
  if (behind == nullptr) return false;
  const char* broken = nullptr;
  const char* const colon = skip_white(behind, end, broken);
  if (colon == end || *colon != ':' || broken != nullptr) return false;
  if (belongs_outside(r, {key + 1, behind - 1})) return false;

  const char* const text = lexer_.text().data();
  const auto at = static_cast<std::uint32_t>(key - text);
  if (line != nullptr && !skim_line(r, static_cast<std::uint32_t>(line - text), at, '"')) return false;
  start_string(r, at, {Delimiter::kDouble, 1}, true);
  r.string.end = r.string.scanned = static_cast<std::uint32_t>(behind - text) - 1;
  r.string_closing = 1;
  r.key_end = r.string.end + 1;
  r.key_hash = span_hash(r.string.content, r.string.end);
  name_hint(r, {key + 1, behind - 1});
  r.content_tried = true;
  r.snapshot = kNone;
  r.first_on_line = false;
  r.string_token = ++r.tokens;
  ++r.tokens;
  r.place = Place::kMemberValue;
  r.pos = static_cast<std::uint32_t>(colon - text) + 1;
  return true;
}

// A value that is a string or a scalar, the comma, the next key and its colon: by far the most common way to go on.
bool Mender::skim_member(Reading& r, const char* value, const char* value_end, const char* end) {
  const char* line = nullptr;
  const char* const comma = skip_white(value_end, end, line);
  if (comma == end || *comma != ',' || line != nullptr) return false;
  const char* const key = skip_white(comma + 1, end, line);
  if (key == end || *key != '"') return false;

  const char* const text = lexer_.text().data();
  const Frame before = r.top;
  const Place place = r.place;
  const auto at = static_cast<std::uint32_t>(value - text);
  const auto behind = static_cast<std::uint32_t>(value_end - text);
  const bool string = *value == '"';
  value_done(r, at, behind, string ? LastValue::kString : LastValue::kScalar,
             string ? span_hash(at + 1, behind - 1) : span_hash(at, behind));
  r.top.comma = static_cast<std::uint32_t>(comma - text);
  r.tokens += 2;
  r.place = Place::kKey;
  const Hints::Place hint = r.hint;
  if (skim_key(r, key, end, line)) {
    if (options_.hints != nullptr) expect_skimmed(r, hint, {value, value_end});
    return true;
  }
  r.top = before;
  r.place = place;
  r.tokens -= 2;
  return false;
}

void Mender::take_skimmed(Reading& r, char c, std::uint32_t at, std::uint32_t end) {
  switch (c) {
    case '{':
    case '[':
      if (r.place == Place::kStart && options_.hints != nullptr) r.hint = options_.hints->root();
      return open(r, c, at, end);
    case '}':
    case ']': {
      const bool in_column = r.first_on_line && r.line_indent == r.top.line_column;
      close(r, at, end);
      r.closed_in_column = in_column;
      return;
    }
    case ',':
      r.top.comma = at;
      r.place = r.top.open == '{' ? Place::kKey : Place::kElement;
      r.pos = end;
      return;
    case ':':
      r.content_tried = true;
      r.place = Place::kMemberValue;
      r.pos = end;
      return;
    case '"':
      start_string(r, at, {Delimiter::kDouble, 1}, r.place == Place::kFirstKey || r.place == Place::kKey);
      r.string.scanned = end - 1;
      return close_string(r, end - 1, 1);
    default:
      if (options_.hints != nullptr) expect(r, kind_of_scalar(c));
      value_done(r, at, end, LastValue::kScalar);
      r.pos = end;
      return;
  }
}

// A key that will make the reading fork, which is not done here.
bool Mender::belongs_outside(const Reading& r, std::string_view name) const {
  return options_.hints != nullptr && r.top.comma != kNone && levels_to_name(r, name) != 0;
}

// A value, as it is written, stands where the hint is about.
void Mender::expect_skimmed(Reading& r, Hints::Place place, std::string_view value) const {
  const Hints::Place next = std::exchange(r.hint, place);
  if (value[0] == '"') {
    expect_text(r, value.substr(1, value.size() - 2));
  } else {
    expect(r, kind_of_scalar(value[0]));
  }
  r.hint = next;
}

}  // namespace acode::json::detail
