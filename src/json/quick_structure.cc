// Commas, colons and brackets that are missing, too many or wrong.
#include "json/edit_kinds.h"
#include "json/prices.h"
#include "json/quick_mender.h"
#include "json/scan.h"
#include "json/string_ends.h"
#include "json/words.h"

namespace acode::json::detail {

bool QuickMender::trailing_comma() {
  const std::uint32_t comma = last_comma();
  if (comma == kNone || !edit(EditKind::kTrailingComma, comma, 1, "")) return false;
  change().drop_comma();
  return go(at_, State::kNext);
}

bool QuickMender::extra_comma() {
  const bool member = machine_.failed_in() == State::kValue && machine_.in_object();
  if (member || !behind_comma() || !edit(EditKind::kExtraComma, at_, 1, "")) return false;
  return go(at_ + 1, machine_.failed_in());
}

bool QuickMender::missing_comma() {
  if (!doubt_last_string() || !edit(EditKind::kMissingComma, value_end(), 0, ",")) return false;
  return go(at_, change().add_comma());
}

// `"a" "b"`, `1 "b"`, `}"b"`; but `1"` and `"a""` can mean other things.
bool QuickMender::next_string() {
  if (!stuck()) return missing_comma();
  const char before = text_[at_ - 1];
  if (before == '}' || before == ']') return missing_comma();
  if (before != '"') return quote_behind_scalar();
  const std::uint32_t quote = next_quote(at_ + 1);
  return clean_end(lexer_, at_ + 1, false, machine_.in_object()) && quote != kNone && is_word(quote + 1) &&
         quote_inside(facts(EditKind::kMissingComma).cost);
}

// `{…} {…}` in an array.
bool QuickMender::next_container() {
  const char before = text_[at_ - 1];
  if (machine_.in_object() || (stuck() && before != '}' && before != ']')) return false;
  return missing_comma();
}

// `1 2` in an array; and `"a, "b"`, where quotes are the trouble.
bool QuickMender::next_word() {
  if (stuck()) return text_[at_ - 1] == '"' ? string_goes_on() : scalar_goes_on();
  if (!is_word(at_)) return false;
  if (machine_.in_object()) {
    const int behind = byte(lexer_.words_end(at_, kKeyStops));
    return behind != ':' && quote_goes_on() && quote_inside(facts(EditKind::kMissingComma).cost);
  }
  const std::uint32_t stop = lexer_.words_end(at_, kJoinStops);
  const std::string_view word = text_.substr(at_, lexer_.trim(at_, stop) - at_);
  return byte(stop) != ':' && byte(stop) != '"' && classify(word).kind == WordKind::kJson && missing_comma();
}

// A colon is missing behind a key, and no quote.
bool QuickMender::missing_colon() {
  const std::uint32_t end = lexer_.trim(0, at_);
  if (blind_ || inner_quotes_ || text_[end - 1] != '"') return false;
  const StringSpan key = string_before(end, true);
  return insert_colon(key, find_breaks(lexer_, key, key.end));
}

bool QuickMender::insert_colon(const StringSpan& key, const Breaks& breaks) {
  const std::uint32_t end = key.end + 1;
  if (end == at_ && key.content == key.end) return false;  // `""{`: two quotes may belong together
  if (breaks.size != 0) rival(facts(EditKind::kMissingClosingQuote).cost);
  rival_inside(key.end, true, false);
  return edit(EditKind::kMissingColon, end, 0, ":") && go(at_, State::kValue);
}

// `"a":: 1`
bool QuickMender::second_colon() {
  return machine_.in_object() && edit(EditKind::kWrongColon, at_, 1, "") && go(at_ + 1, State::kValue);
}

// Whether the text goes on behind `at` as it would have to behind a value on this level.
bool QuickMender::fits_behind(std::uint32_t at, std::size_t depth) {
  const std::uint32_t next = lexer_.skip_space(at);
  const int c = byte(next);
  if (depth == 0) return c < 0;
  const bool object = machine_.is_object(depth - 1);
  if (c != ',') return c < 0 || c == (object ? '}' : ']');
  const int first = byte(lexer_.skip_space(next + 1));
  if (first != '"') return object == (first != '{' && first != '[');
  const std::uint32_t end = next_quote(lexer_.skip_space(next + 1) + 1);
  return end == kNone || object == (byte(lexer_.skip_space(end + 1)) == ':');
}

// A bracket that does not close the innermost container: it closes the one around, and a bracket is missing; or it is one
// too many.
bool QuickMender::wrong_closer() {
  const bool brace = text_[at_] == '}';
  std::size_t level = machine_.depth() - 1;  // of the container inside the one that it closes
  while (level > 0 && machine_.is_object(level - 1) != brace) --level;
  if (quote_goes_on() && !fits_behind(at_ + 1, machine_.depth()) && (level == 0 || !fits_behind(at_ + 1, level - 1))) {
    // It may be right, and end the outermost container, or stand there for another.
    if (level == 1) rival_ended(facts(EditKind::kMissingClosingBrace).cost);
    if (machine_.depth() == 1) rival_ended(facts(EditKind::kWrongCloser).cost);
    return level < 2 && quote_inside(facts(EditKind::kExtraCloser).cost);
  }
  if (!doubt_last_string()) return false;
  if (level == 0) return closer_too_many();
  if (level != machine_.depth() - 1) return false;
  if (fits_behind(at_ + 1, level - 1)) return missing_closer();
  return fits_behind(at_ + 1, machine_.depth()) && closer_too_many_inside(level - 1);
}

bool QuickMender::closer_too_many() {
  // Were it to close the innermost container in place of another bracket, the others would not add up.
  rival_unbalanced(facts(EditKind::kWrongCloser).cost);
  return edit(EditKind::kExtraCloser, at_, 1, "") && go(at_ + 1, State::kNext);
}

// It could close the container around, but what follows does not belong behind that: in the container on level `outer`,
// which is 0 if there is none.
bool QuickMender::closer_too_many_inside(std::size_t outer) {
  const int missing = facts(EditKind::kMissingClosingBrace).cost;
  const bool array_around = outer > 1 && !machine_.is_object(outer - 2);
  rival(missing + (array_around ? missing : facts(EditKind::kSeveralValues).cost));
  return closer_too_many();
}

// A closing bracket is missing behind the last value, before what the machine has failed at.
bool QuickMender::missing_closer() {
  rival(facts(EditKind::kExtraCloser).cost);
  rival(facts(EditKind::kWrongCloser).cost);
  return close_here() && go(at_, State::kNext);
}

bool QuickMender::close_here() {
  const bool brace = machine_.in_object();
  const bool empty = machine_.children() == 0;
  const std::uint32_t end = empty ? machine_.tracker().levels.back().opened + 1 : value_end();
  const EditKind kind = brace ? EditKind::kMissingClosingBrace : EditKind::kMissingClosingBracket;
  if (!edit(kind, end, 0, brace ? "}" : "]")) return false;
  change().close(end);
  return true;
}

// A closing bracket behind the outermost value.
bool QuickMender::extra_closer() {
  if (!holds_container() || !doubt_last_string()) return false;
  return edit(EditKind::kExtraCloser, at_, 1, "") && go(at_ + 1, State::kEnd);
}

// `"a": "b": 1}`: a brace is missing before "b".
bool QuickMender::value_as_key() {
  const bool array = machine_.depth() != 0 && !machine_.in_object();
  const std::uint32_t end = value_end();
  if (stuck() && text_[end - 1] != '"') return scalar_goes_on();
  if (text_[end - 1] != '"' || text_[value_begin()] != '"') return false;
  if (!array && quote_goes_on()) return quote_inside(facts(EditKind::kMissingOpeningBrace).cost);
  if (array && machine_.children() > 1) return key_behind_array();
  if (machine_.depth() == 0) rival_elsewhere();
  return doubt_last_string(true) && key_of_object();
}

bool QuickMender::key_of_object() {
  const std::uint32_t end = value_end();
  if (!edit_opener(EditKind::kMissingOpeningBrace, "{") || !change().wrap_key()) return false;
  done_ = end;
  return go(at_, State::kColon);
}

// Whether the next bracket that closes what is open here is a brace, and the array goes on or ends behind it.
bool QuickMender::closes_inside() {
  int open = 0;
  for (std::uint32_t at = at_; at < lexer_.size(); ++at) {
    const char c = text_[at];
    if (c == '"') {
      at = next_quote(at + 1);
      if (at == kNone) return false;
    }
    if (c == '{' || c == '[') ++open;
    if ((c == '}' || c == ']') && --open < 0) {
      const std::uint32_t next = lexer_.skip_space(at + 1);
      const int after = byte(next) == ',' ? byte(lexer_.skip_space(next + 1)) : byte(next);
      return c == '}' && (after == ']' || after == '{');
    }
  }
  return false;
}

// `"to": ["a", "b": …`: b is a key of the object around the array, which should have ended; or the first of another
// object.
bool QuickMender::key_behind_array() {
  const std::uint32_t comma = last_comma();
  const std::size_t depth = machine_.depth();
  if (comma == kNone || depth < 2 || !machine_.is_object(depth - 2) || !doubt_last_string()) return false;
  if (closes_inside()) {
    for (std::size_t level = 0; level + 2 < depth; ++level) {
      if (!machine_.is_object(level)) return false;
    }
    rival(facts(EditKind::kMissingClosingBracket).cost + facts(EditKind::kExtraCloser).cost);
    assume_right();
    return key_of_object();
  }
  const std::uint32_t end = lexer_.trim(0, comma);
  rival(facts(EditKind::kMissingOpeningBrace).cost);
  if (!edit(EditKind::kMissingClosingBracket, end, 0, "]")) return false;
  change().move_key_out(end);
  return go(at_, State::kColon);
}

// The last value was the first in an array whose bracket is missing, and what begins at the failed place is the next.
bool QuickMender::wrap_elements() {
  return edit_opener(EditKind::kMissingOpeningBracket, "[") && change().wrap_elements();
}

// `"to": "a", "b"]`: b is no key.
bool QuickMender::key_as_element() {
  const std::uint32_t end = lexer_.trim(0, at_);
  if (blind_ || inner_quotes_ || !behind_comma() || text_[end - 1] != '"') return false;
  const StringSpan key = string_before(end, true);
  if (find_breaks(lexer_, key, key.end).size != 0) rival(facts(EditKind::kMissingClosingQuote).cost);
  rival_inside(key.end, true, false);
  rival_unbalanced(facts(EditKind::kMissingValue).cost);
  if (!wrap_elements()) return false;
  change().tracker().value_begin = key.begin;
  change().tracker().value_end = done_ = end;
  return go(at_, State::kNext);
}

// `"range": 1, 2]`
bool QuickMender::word_as_element(std::uint32_t end) {
  const WordKind kind = classify(text_.substr(at_, end - at_)).kind;
  const bool joined = !is_space(text_[at_ - 1]);
  if (kind != WordKind::kJson || joined || !behind_comma() || lexer_.skip_space(end) == lexer_.size()) return false;
  if (!doubt_last_string() || !wrap_elements()) return false;
  rival(facts(EditKind::kStrayText).cost - facts(EditKind::kMissingOpeningBracket).cost);
  return go(at_, State::kValue);
}

// `"to": {…}, {…}]`: the bracket of an array is missing before the first. Or one that closed an array was too many; or
// the object should have ended, if it is the element of an array.
bool QuickMender::container_as_key() {
  if (!behind_comma() || !doubt_last_string()) return false;
  const int wrapped = facts(EditKind::kMissingOpeningBracket).cost;
  const std::size_t depth = machine_.depth();
  const bool element = depth > 1 && !machine_.is_object(depth - 2);
  const bool reopens = text_[value_end() - 1] == ']';
  const char last = reopens ? text_[lexer_.trim(0, value_end() - 1) - 1] : '[';
  const bool alike = last == '}' || last == ']';
  const int reopened = facts(EditKind::kExtraCloser).cost + (alike ? -kLikeNeighbours : kLikeNeighbours) +
                       (reopens && closed_in_column() ? kWellPlaced : 0);
  if (element) {
    rival(wrapped);
    if (reopens) rival(reopened);
    change().drop_comma();
    return close_here() && go(at_, change().add_comma());
  }
  if (reopens && reopened < wrapped) {
    rival(wrapped);
    cost_ -= kLikeNeighbours;
    if (!edit(EditKind::kExtraCloser, value_end() - 1, 1, "")) return false;
    change().reopen(true);
    return go(at_, State::kValue);
  }
  if (reopens) rival(reopened);
  return wrap_elements() && go(at_, State::kValue);
}

// A comma behind the outermost value, and then a key: the closing bracket was one too many.
bool QuickMender::comma_behind() {
  const std::uint32_t next = lexer_.skip_space(at_ + 1);
  const bool object = text_[value_end() - 1] == '}';
  if (!object || !holds_container() || byte(next) != '"' || first_on_line() || !doubt_last_string()) return false;
  const char last = text_[lexer_.trim(0, value_end() - 1) - 1];
  if (last == '{' || closed_in_column()) return false;
  rival(facts(EditKind::kExtraCloser).cost + kSafeMargin);
  if (!edit(EditKind::kExtraCloser, value_end() - 1, 1, "")) return false;
  change().reopen(false);
  return go(at_, State::kNext);
}

// Whether the last closing bracket was the first on its line, in its column.
bool QuickMender::closed_in_column() {
  const std::uint32_t before = value_end() - 1;
  const auto line = static_cast<std::uint32_t>(text_.rfind('\n', before) + 1);  // npos + 1 is 0
  return lexer_.trim(line, before) == line && before - line == machine_.tracker().closed.line_column;
}

// `"tags": ]` and `"env": }`: the opening bracket is missing. Behind a comma in an array the comma is one too many.
bool QuickMender::missing_container() {
  const bool brace = text_[at_] == '}';
  if (machine_.depth() == 0) return false;
  if (!machine_.in_object()) {
    if (!brace) return trailing_comma();
    if (behind_comma() || machine_.children() != 1) return false;
    machine_.tracker().forget_line();
    if (machine_.depth() < 2 || !machine_.is_object(machine_.depth() - 2) || !doubt_last_string()) return false;
    change().begin_none();
    return missing_closer();
  }
  // A string that begins here would have to end at the next quote. Most often that begins another one.
  const std::uint32_t quote = next_quote(at_);
  if (quote != kNone && !is_word(quote + 1)) {
    if (!ends_value(quote)) return false;
    rival(facts(EditKind::kMissingValue).cost);
    return missing_opening_quote(at_, false);
  }
  rival(facts(EditKind::kMissingOpeningQuote).cost + facts(EditKind::kMissingComma).cost);
  rival(facts(EditKind::kMissingValue).cost);
  const EditKind kind = brace ? EditKind::kMissingOpeningBrace : EditKind::kMissingOpeningBracket;
  if (!edit(kind, at_, 0, brace ? "{" : "[") || !change().open(brace, at_)) return false;
  return go(at_, brace ? State::kFirstKey : State::kFirstElement);
}

// Whether the readings would take what stands here for a comment. Behind a number it is a part of a word.
bool QuickMender::is_comment() {
  const bool behind_space = at_ == 0 || is_space(text_[at_ - 1]);
  const bool member = machine_.failed_in() == State::kValue && machine_.in_object();
  if (text_[at_] == '#') return behind_space && !member;
  return (behind_space || std::string_view(",:{}[]").find(text_[at_ - 1]) != std::string_view::npos) &&
         lexer_.token(at_).kind == TokenKind::kComment;
}

bool QuickMender::comment() {
  if (machine_.failed_in() == State::kEnd && !holds_container()) return false;
  const std::uint32_t end = text_[at_] == '#' ? lexer_.line_end(at_) : lexer_.token(at_).end;
  if (first_on_line()) change().tracker().forget_line();
  blind_ = true;
  return !machine_.tracker().odd && edit(EditKind::kComment, at_, end - at_, "") && go(end, machine_.failed_in());
}

}  // namespace acode::json::detail
