// The end of the text: what is open is closed, what was cut off is marked.
#include "json/edit_kinds.h"
#include "json/mender.h"
#include "json/string_ends.h"
#include "json/words.h"

namespace acode::json::detail {
// Ends every container at the place where a reading stands, the end of the text or of the value in it.
void Mender::end_value_early(Reading& r, std::uint32_t end) {
  switch (r.place) {
    case Place::kFirstKey:
    case Place::kFirstElement:
      r.truncated = true;
      break;
    case Place::kKey:
    case Place::kElement:
      r.truncated = true;
      drop_comma(r);
      break;
    case Place::kColon:
    case Place::kMemberValue: {
      const std::uint32_t from = r.top.comma == kNone ? r.key_begin : r.top.comma;
      drop_from(r, from);
      replace(r, EditKind::kTruncatedValue, from, end - from, "");
      r.truncated = true;
      break;
    }
    default:
      break;
  }
  while (r.depth > 0 && r.cost < kDead) {
    insert_closer(r, r.top.value_end == kNone ? r.top.opened + 1 : r.top.value_end);
  }
}

void Mender::end_of_text(Reading& r, std::uint32_t end) {
  if (!lexer_.final()) {
    lexer_.peek(lexer_.size());  // not the end yet: ask again
    return;
  }
  if (r.place == Place::kNext && r.top.last == LastValue::kScalar && r.top.value_end == lexer_.size())
    r.truncated = true;
  if (r.place != Place::kAfter) end_value_early(r, end);
  if (r.cost >= kDead) return;
  if (r.skipped_from != kNone) {
    replace(r, EditKind::kTextAround, r.skipped_from, lexer_.size() - r.skipped_from, "");
    pay(r, cost_of_skipping(r.pos, lexer_.size()));
  }
  if (r.value_count > 1) {
    replace(r, EditKind::kSeveralValues, r.top.value_end, 0, "]");
    pay(r, -facts(EditKind::kSeveralValues).cost);
  }
  r.pos = lexer_.size();
  r.place = Place::kDone;
}

// Cut off inside a string; or its closing quote is missing and what looks like its end is the end of the value.
void Mender::end_in_string(Reading& r) {
  r.string.end = lexer_.size();
  r.snapshot = static_cast<std::uint32_t>(snapshots_.size());
  snapshots_.push_back(r);
  const std::uint32_t from = r.string.last_quote;
  if (unclosed_brackets(lexer_.text().substr(from, lexer_.size() - from)) == 0 && ends_with_closers(r))
    fork_breaks(r, lexer_.size());

  r.truncated = true;
  if (r.string.key) {
    r.place = Place::kColon;
    return end_of_text(r, lexer_.size());
  }
  std::uint32_t end = lexer_.size();
  end_string(r, end, 0, EditKind::kTruncatedString);
  if (r.cost < kDead) end_of_text(r, end);
}

// Whether the text ends with as many closing brackets as there are containers open.
bool Mender::ends_with_closers(const Reading& r) const {
  const std::string_view text = lexer_.text();
  std::uint32_t closers = 0;
  for (std::size_t at = text.size(); at > r.string.last_quote; --at) {
    const char c = text[at - 1];
    if (c == '}' || c == ']') {
      ++closers;
    } else if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
      break;
    }
  }
  return closers >= r.depth || r.string.key;
}

}  // namespace acode::json::detail
