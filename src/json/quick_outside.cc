// What stands before and behind the value, and texts that end too early.
#include <algorithm>

#include "json/edit_kinds.h"
#include "json/prices.h"
#include "json/quick_mender.h"
#include "json/string_ends.h"

namespace acode::json::detail {

// `{\"a\": 1}`: the text is escaped as a whole. If what is underneath is right, that was all.
bool QuickMender::escaped_text() {
  constexpr std::size_t kLong = 65536;  // to have it twice, once more underneath, takes too much memory
  if (slips_ != 1 || machine_.depth() != 1 || byte(at_ + 1) != '"' || text_.size() > kLong) return false;
  layer_.clear();
  layer_.extend(text_, true);
  if (!change().read(layer_.text()) || machine_.tracker().odd) return false;
  *edits_ = layer_.in_terms_of_original({}, text_);
  return go(lexer_.size(), State::kEnd);
}

// Words before the value, and a fence perhaps.
bool QuickMender::text_before() {
  if (done_ != 0 || !is_word(at_)) return false;
  const std::uint32_t words = lexer_.trim(at_, lexer_.words_end(at_, kOutsideStops));
  const std::uint32_t found = lexer_.find_json(at_);
  constexpr std::uint32_t kLongText = 4096;  // with so much before it the value may well be another
  if (lexer_.skip_space(words) == lexer_.size() || found == kNone || found - at_ > kLongText) return false;
  if (!edit(EditKind::kTextAround, at_, found - at_, "")) return false;
  start_ = found;
  if (byte(found) == '`') {
    at_ = found;
    return fence_before();
  }
  change().tracker().line_indent = lexer_.column(found);
  return go(found, State::kValue);
}

// ```json
bool QuickMender::fence_before() {
  if (machine_.depth() != 0 || fenced_ || !lexer_.matches(at_, "```")) return false;
  const std::uint32_t end = lexer_.line_end(at_);
  if (!edit(EditKind::kFence, at_, end - at_, "")) return false;
  fenced_ = true;
  start_ = end;
  return go(end, State::kValue);
}

// Whether the value is none of those that words behind it may belong to.
bool QuickMender::holds_container() { return byte(value_begin()) == '{' || byte(value_begin()) == '['; }

// Words or a fence behind the value, and nothing that looks like another one.
bool QuickMender::text_behind() {
  if (!holds_container()) return false;
  const Token token = lexer_.token(at_);
  const bool fence = token.kind == TokenKind::kFence;
  if ((!fence && token.kind != TokenKind::kTag && !is_word(at_)) || !doubt_last_string()) return false;
  const std::uint32_t from = fence ? token.end : at_;
  if (!fenced_ && lexer_.find_json(from) != kNone) return false;
  cost_ += kMarkCost * marks(text_.substr(from));
  return edit(EditKind::kTextAround, at_, lexer_.size() - at_, "") && go(lexer_.size(), State::kEnd);
}

// Closes all containers at `at`.
bool QuickMender::close_levels(std::uint32_t at) {
  while (machine_.depth() != 0) {
    const bool brace = machine_.in_object();
    const EditKind kind = brace ? EditKind::kMissingClosingBrace : EditKind::kMissingClosingBracket;
    if (!edit(kind, at, 0, brace ? "}" : "]")) return false;
    change().close(at);
  }
  return true;
}

// The text ends inside containers.
bool QuickMender::close_all() {
  const bool empty = machine_.failed_in() != State::kNext;
  const std::uint32_t end = empty ? machine_.tracker().levels.back().opened + 1 : value_end();
  const char last = text_[end - 1];
  const bool scalar = last != '"' && last != '}' && last != ']';
  truncated_ = empty || (scalar && end == lexer_.size());
  return close_levels(end) && go(lexer_.size(), State::kEnd);
}

// The text ends behind a comma.
bool QuickMender::close_behind_comma() {
  const std::uint32_t comma = last_comma();
  const bool member = machine_.failed_in() == State::kValue && machine_.in_object();
  if (machine_.depth() == 0 || member || comma == kNone || value_end() < done_) return false;
  truncated_ = true;
  change().drop_comma();
  const std::uint32_t end = value_end();
  if (end == comma && !edit(EditKind::kTrailingComma, comma, 1, "")) return false;
  if (!close_levels(end == comma ? comma + 1 : end)) return false;
  if (end != comma && !edit(EditKind::kTrailingComma, comma, 1, "")) return false;
  return go(lexer_.size(), State::kEnd);
}

// The string in which the text ends.
StringSpan QuickMender::open_string(bool key) const {
  StringSpan string = string_before(lexer_.size() + 1, key);
  string.end = lexer_.size();
  return string;
}

// The text ends inside a key: its quote is missing before the colon, and what follows is the value.
bool QuickMender::cut_key() {
  const StringSpan string = open_string(true);
  const Breaks breaks = find_breaks(lexer_, string, string.end);
  if (machine_.cut_in_unit() || breaks.size == 0) return false;
  if (unclosed_brackets(text_.substr(string.content)) != 0) return false;
  for (std::size_t i = 1; i < breaks.size; ++i) {
    if (breaks.at[i] != breaks.at[0]) return false;
  }
  rival(facts(EditKind::kTruncatedValue).cost + facts(EditKind::kMissingClosingBrace).cost);
  return break_string(string, breaks.at[0]) && go(breaks.at[0], State::kColon);
}

// The text ends inside a string; if with all its closing brackets, only a quote is missing before them.
bool QuickMender::cut_string() {
  if (machine_.depth() == 0 || machine_.cut_in_unit()) return false;
  const StringSpan string = open_string(false);
  std::size_t closers = 0;
  for (std::uint32_t at = string.end; (at = lexer_.trim(string.content, at)) > string.content; --at, ++closers) {
    if (byte(at - 1) != '}' && byte(at - 1) != ']') break;
  }
  const bool whole = closers >= machine_.depth() && unclosed_brackets(text_.substr(string.content)) == 0;
  if (whole) return break_at_end(string);
  if (!edit(EditKind::kTruncatedString, lexer_.size(), 0, "\"")) return false;
  truncated_ = true;
  change().end_string();
  return close_levels(lexer_.size()) && go(lexer_.size(), State::kEnd);
}

bool QuickMender::break_at_end(const StringSpan& string) {
  const Breaks breaks = find_breaks(lexer_, string, string.end);
  std::uint32_t stop = string.end;
  for (std::size_t i = 0; i < breaks.size; ++i) {
    if (text_.find(',', breaks.at[i]) != std::string_view::npos) return false;
    if (breaks.at[i] != breaks.at[0]) rival_unbalanced(facts(EditKind::kMissingClosingQuote).cost);
    const std::string_view before = text_.substr(string.content, breaks.at[i] - string.content);
    if (unclosed_brackets(before) == 0) stop = std::min(stop, breaks.at[i]);
  }
  if (stop == string.end) return false;
  rival(facts(EditKind::kTruncatedString).cost + facts(EditKind::kMissingClosingBrace).cost);
  change().tracker().value_end = stop;
  return break_string(string, stop) && go(stop, State::kNext);
}

}  // namespace acode::json::detail
