// Quotes that are missing behind a string or stand inside it, other quotes, and what may not stand between them.
#include <algorithm>

#include "json/edit_kinds.h"
#include "json/emitter.h"
#include "json/prices.h"
#include "json/quick_mender.h"
#include "json/scan.h"
#include "json/string_ends.h"
#include "json/words.h"

namespace acode::json::detail {
namespace {

constexpr int kMissingQuote = 12;  // at least, for either quote

}  // namespace

// The string in double quotes that ends before `end`; from the start of the text if its first quote is missing.
StringSpan QuickMender::string_before(std::uint32_t end, bool key) const {
  StringSpan string;
  string.end = end - 1;
  std::uint32_t quote = string.end;
  do {
    const std::size_t found = quote == 0 ? std::string_view::npos : text_.rfind('"', quote - 1);
    quote = found == std::string_view::npos ? 0 : static_cast<std::uint32_t>(found);
  } while (quote != 0 && text_[quote - 1] == '\\');
  string.begin = quote;
  string.content = string.last_quote = string.begin + 1;
  string.key = key;
  return string;
}

// The next quote that is not escaped, or kNone.
std::uint32_t QuickMender::next_quote(std::uint32_t from) const {
  const char* const end = text_.data() + text_.size();
  for (const char* p = text_.data() + from;; p += *p == '\\' && end - p > 1 ? 2 : 1) {
    while (p != end && *p != '"' && *p != '\\') ++p;
    if (p == end) return kNone;
    if (*p == '"') return static_cast<std::uint32_t>(p - text_.data());
  }
}

// Paid once for a string, however many there are.
bool QuickMender::control_character() {
  const std::size_t token = machine_.open_token();
  if (!has_mended_string_ || mended_token_ != token) cost_ += facts(EditKind::kControlCharacter).cost;
  has_mended_string_ = true;
  mended_token_ = token;
  const char c = text_[at_];
  if (!edit_free(EditKind::kControlCharacter, at_, 1, control_escape(static_cast<unsigned char>(c)))) return false;
  change().put_character(c);
  return go(at_ + 1, machine_.failed_in());
}

// Whether what stands behind a quote is what may stand behind a value.
bool QuickMender::ends_value(std::uint32_t quote) {
  const int behind = byte(lexer_.skip_space(quote + 1));
  return behind == ',' || behind == '}' || behind == ']';
}

// A word right behind the closing quote of a value: a quote is missing before it, or this one belongs to the string.
bool QuickMender::string_goes_on() {
  const StringSpan string = string_before(at_, false);
  if (blind_ || inner_quotes_ || !is_word(at_) || string.begin != value_begin() || string.content == string.end) {
    return false;
  }
  const Breaks breaks = find_breaks(lexer_, string, string.end);
  const std::uint32_t quote = next_quote(at_);
  if (quote == kNone) return false;
  if (byte(lexer_.skip_space(quote + 1)) == ':') return break_value(string, breaks, true);
  if (!machine_.in_object()) return ends_value(quote) && break_value(string, breaks, false);
  return quote_goes_on() && quote_inside(facts(EditKind::kMissingComma).cost + kStuckWord);
}

// Whether a string that breaks at `stop` is followed by closing brackets that fit, and then, up to the quote at `end`, by
// the place of a key or an element.
bool QuickMender::lands(std::uint32_t stop, std::uint32_t end, bool in_object) {
  std::size_t depth = machine_.depth();
  for (std::uint32_t at = stop; at < end; ++at) {
    const char c = text_[at];
    if (c == '{' || c == '[') return (c == '{') == in_object;
    if (c != '}' && c != ']') continue;
    if (depth == 0 || machine_.is_object(depth - 1) != (c == '}')) return false;
    --depth;
  }
  return depth != 0 && machine_.is_object(depth - 1) == in_object;
}

// `"San Francisco, CA, "unit": …`: the string ends before the comma.
bool QuickMender::break_value(const StringSpan& string, const Breaks& breaks, bool before_key) {
  std::uint32_t stop = string.end;
  std::uint32_t first = string.end;
  bool several = false;
  for (std::size_t i = 0; i < breaks.size; ++i) {
    first = std::min(first, breaks.at[i]);
    several = several || breaks.at[i] != breaks.at[0];
    const std::string_view before = text_.substr(string.content, breaks.at[i] - string.content);
    const bool closed = breaks.size == 1 || unclosed_brackets(before) == 0;
    const bool fits = closed && lands(breaks.at[i], string.end, before_key);
    if (fits) stop = std::min(stop, breaks.at[i]);
  }
  const std::string_view tail = text_.substr(first, string.end - first);
  const bool plain =
      std::count(tail.begin(), tail.end(), ',') == 1 && tail.find_first_of("{[") == std::string_view::npos;
  if (stop == string.end || !plain) return false;
  // With another of these ends there are more or less brackets, and they do not add up.
  if (several) rival_unbalanced(kMissingQuote);
  rival_inside(string.end, false, false);
  rival(facts(EditKind::kMissingComma).cost + kStuckWord);
  change().tracker().value_end = stop;
  return break_string(string, stop) && go(stop, State::kNext);
}

// Ends the last string at `stop`.
bool QuickMender::break_string(const StringSpan& string, std::uint32_t stop) {
  if (text_.substr(stop, string.end - stop).find('\\') != std::string_view::npos) return false;
  if (done_ > stop) {
    edits_->drop_from(stop);
    done_ = stop;
  }
  change().cut_string(string.end - stop);
  return edit(EditKind::kMissingClosingQuote, stop, 0, "\"");
}

// What a string costs, at least, that ends at `quote` though something else should follow; 0 if that cannot be told.
int QuickMender::unfit_end(std::uint32_t quote) {
  const int comma = facts(EditKind::kMissingComma).cost;
  const std::uint32_t next = lexer_.skip_space(quote + 1);
  if (!machine_.in_object() || !is_word(next)) return byte(quote + 1) == '"' ? comma : 0;
  return comma + (next == quote + 1 ? kStuckWord : 0) + key_word_price(next);
}

// What a word costs, at least, where a key should be.
int QuickMender::key_word_price(std::uint32_t at) {
  const int unquoted = facts(EditKind::kUnquotedKey).cost;
  switch (byte(lexer_.words_end(at, kKeyStops))) {
    case ':':
      return unquoted;
    case '=':
      return unquoted + facts(EditKind::kWrongColon).cost;
    case '"':
      return kMissingQuote;
    default:
      return unquoted + facts(EditKind::kMissingColon).cost;
  }
}

// `"say "hello" to them", …`: whether a quote that follows ends the string, if the last one does not.
bool QuickMender::quote_goes_on() {
  const std::uint32_t end = lexer_.trim(start_, at_);
  if (blind_ || inner_quotes_ || machine_.depth() == 0 || end != value_end() || text_[end - 1] != '"') return false;
  if (text_[value_begin()] != '"') return false;
  const std::uint32_t quote = next_quote(at_);
  if (quote == kNone) return false;
  return clean_end(lexer_, quote + 1, false, machine_.in_object()) || (is_word(at_) && unfit_end(quote) != 0);
}

// The quote that seemed to end the last value is a part of it, and perhaps some that follow. If it were not, it would cost
// as much `otherwise`, and all strings behind it would be inside out unless the quotes come in pairs.
bool QuickMender::quote_inside(int otherwise) {
  constexpr std::uint16_t kMostQuotes = 6;
  const std::uint32_t first = value_end() - 1;
  if (blind_ || inner_quotes_ || fence_ahead() || text_[value_begin()] != '"' || value_begin() + 1 == first)
    return false;
  assume_right();
  const int escaped = facts(EditKind::kControlCharacter).cost;
  const int before = cost_;
  std::uint32_t quote = first;
  std::uint16_t quotes = 0;
  for (; quotes == 0 || !clean_end(lexer_, quote + 1, false, machine_.in_object()); ++quotes) {
    const int unfit = quotes == 0 ? kDead : unfit_end(quote);
    if (unfit == 0 || quotes == kMostQuotes) return false;
    rival(escaped + unfit);
    cost_ += price_of_inner_quote(lexer_, quote, quote + 1, quotes, false);
    if (!edit_free(EditKind::kUnescapedQuotes, quote, 0, "\\")) return false;
    quote = next_quote(std::max(quote + 1, quotes == 0 ? at_ : 0));
    if (quote == kNone) return false;
  }
  const int more = quotes % 2 != 0 ? facts(EditKind::kMissingComma).cost : is_word(at_) ? key_word_price(at_) : 0;
  rival_ = std::min(rival_, before + otherwise + more);
  if (first + 1 == at_ && !rival_breaks(string_before(at_, false), before, quotes)) return false;
  cost_ += escaped;
  inner_quotes_ = true;
  return affordable() && read_rest_of_string(first, quote);
}

// The other ends of a string that has so many quotes inside, and what had been `paid` before it. What would be a key then
// has no colon; and if the quotes come in pairs, the strings behind it are inside out. False if one may be meant.
bool QuickMender::rival_breaks(const StringSpan& string, int paid, unsigned quotes) {
  const int least = paid + kMissingQuote + facts(EditKind::kMissingColon).cost +
                    (quotes % 2 == 0 ? facts(EditKind::kMissingComma).cost : 2);
  const Breaks breaks = find_breaks(lexer_, string, string.end);
  for (std::size_t i = 0; i < breaks.size; ++i) {
    if (byte(breaks.at[i]) != ',' || lexer_.skip_space(breaks.at[i] + 1) != string.end) return false;
    rival_ = std::min(rival_, least);
  }
  return true;
}

// Has the machine read on inside the last string, from `first` to behind `end`, where all quotes are a part of it.
bool QuickMender::read_rest_of_string(std::uint32_t first, std::uint32_t end) {
  scratch_.clear();
  for (std::uint32_t from = first; from <= end;) {
    const std::uint32_t quote = std::min(next_quote(from), end);
    scratch_ += text_.substr(from, quote - from);
    scratch_ += quote < end ? "\\\"" : "\"";
    from = quote + 1;
  }
  if (!change().read_string(scratch_, false)) return false;
  change().tracker().value_end = end + 1;
  return go(end + 1, State::kNext);
}

// Behind a key stands no colon. If there is one in it, its closing quote is missing.
bool QuickMender::colon_or_break() {
  const std::uint32_t end = lexer_.trim(0, at_);
  if (blind_ || inner_quotes_ || text_[end - 1] != '"') return false;
  if (byte(at_) != '"' && byte(at_) != '}' && !is_word(at_)) return false;
  const StringSpan key = string_before(end, true);
  const Breaks breaks = find_breaks(lexer_, key, key.end);
  if (end == at_ && breaks.size != 0) return break_key(key, breaks);
  return byte(at_) != '}' && insert_colon(key, breaks);
}

// `"body: "Hello", …`
bool QuickMender::break_key(const StringSpan& string, const Breaks& breaks) {
  for (std::size_t i = 1; i < breaks.size; ++i) {
    if (breaks.at[i] != breaks.at[0]) return false;
  }
  // Else the colon is missing here, and what follows is the value.
  const int colon = facts(EditKind::kMissingColon).cost;
  if (byte(at_) == '"') {
    const std::uint32_t quote = next_quote(at_ + 1);
    if (quote == kNone || !is_word(quote + 1)) return false;
    rival(colon + facts(EditKind::kMissingComma).cost);
  } else if (byte(at_) == '}') {
    rival(facts(EditKind::kMissingValue).cost);  // or brackets that do not add up
  } else {
    const std::uint32_t end = lexer_.word_end(at_);
    const WordKind kind = classify(text_.substr(at_, end - at_)).kind;
    if (kind != WordKind::kText && byte(end) != '"' && byte(end) != ':') return false;
    rival(colon + (kind == WordKind::kText ? kMissingQuote : facts(EditKind::kMissingComma).cost));
  }
  rival_inside(string.end, true, false);
  return break_string(string, breaks.at[0]) && go(breaks.at[0], State::kColon);
}

// A string in single quotes, if what stands behind it leaves no doubt that it ends there.
bool QuickMender::single_quoted() {
  const State state = machine_.failed_in();
  StringSpan string;
  string.key = state != State::kValue;
  string.begin = at_;
  string.content = at_ + 1;
  string.delimiter = Delimiter::kSingle;
  std::uint32_t end = at_ + 1;
  while (end < lexer_.size() && text_[end] != '\'') end += text_[end] == '\\' ? 2U : 1U;
  if (machine_.depth() == 0 || end >= lexer_.size() || lexer_.matches(at_, "\'\'\'")) return false;
  string.end = end;
  string.bad_escape = text_.substr(at_, end - at_).find('\\') != std::string_view::npos;
  if (state == State::kFirstKey) change().begin_first();
  quoted_keys_ = quoted_keys_ || string.key;
  change().begin_string();
  cost_ += facts(EditKind::kSingleQuotes).cost + facts(EditKind::kControlCharacter).cost;
  return mend_string(string);
}

// A string with escapes that JSON does not know. How they are meant depends on the string as a whole.
bool QuickMender::invalid_escape() {
  StringSpan string = string_before(at_ + 1, false);
  const std::uint32_t end = next_quote(at_);
  if (end == kNone || machine_.depth() == 0 || string.begin != value_begin()) return false;
  string.end = end;
  string.bad_escape = true;
  if (!has_mended_string_ || mended_token_ != machine_.open_token()) cost_ += facts(EditKind::kControlCharacter).cost;
  change().drop_characters();
  if (done_ > string.begin) {
    // What was put in before the quote, a colon or a comma, stays.
    edits_->drop_from(string.content);
    done_ = string.begin;
  }
  return mend_string(string);
}

// Makes the edits to a whole string, and has the machine read it as it is with them.
bool QuickMender::mend_string(const StringSpan& string) {
  const bool fits = string.key ? byte(lexer_.skip_space(string.end + 1)) == ':' : ends_value(string.end);
  if (!fits || string.begin < done_ || assumed_right()) return false;
  if (string.delimiter == Delimiter::kSingle &&
      skip_plain(text_.data() + string.content, text_.data() + string.end) == text_.data() + string.end) {
    emitter_->add_quotes(EditKind::kSingleQuotes, string.begin, string.end);
    change().put_string(text_.substr(string.content, string.end - string.content));
    return go_behind(string);
  }
  Change change_all{};
  change_all.change = ChangeKind::kString;
  change_all.offset = string.begin;
  change_all.length = string.end - string.begin;
  change_all.delimiter = string.delimiter;
  change_all.opening = change_all.closing = 1;
  change_all.bad_escape = string.bad_escape;
  const std::size_t before = edits_->size();
  emitter_->add(text_, change_all);

  scratch_.clear();
  std::uint32_t from = string.content;
  for (std::size_t i = before; i < edits_->size(); ++i) {
    const EditRecord& record = edits_->records()[i];
    if (record.offset < string.content || record.offset >= string.end) continue;
    scratch_ += text_.substr(from, record.offset - from);
    scratch_ += edits_->inserted(record);
    from = record.offset + record.removed;
  }
  scratch_ += text_.substr(from, string.end - from);
  scratch_ += '"';
  return change().read_string(scratch_, string.key) && go_behind(string);
}

// Goes on behind a string that is mended.
bool QuickMender::go_behind(const StringSpan& string) {
  done_ = string.end + 1;
  if (string.key) return go(string.end + 1, State::kColon);
  change().tracker().value_begin = string.begin;
  change().tracker().value_end = string.end + 1;
  return go(string.end + 1, State::kNext);
}

}  // namespace acode::json::detail
