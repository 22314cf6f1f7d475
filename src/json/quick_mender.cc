// Driving the quick mender, and its account of what readings cost.
#include "json/quick_mender.h"

#include <algorithm>
#include <array>

#include "json/edit_kinds.h"
#include "json/prices.h"
#include "json/scan.h"
#include "json/string_ends.h"

namespace acode::json::detail {
namespace {

constexpr std::size_t kMost = 128;  // slips, and edits: far from where the readings would call it too many

// What can begin a word or a number, with all that is not ASCII; whether it is one is for the lexer to say.
constexpr std::string_view kWords = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.$%&*!?@/~^|<>";

}  // namespace

int QuickMender::marks(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) { return c == '"' || c == ':'; }));
}

/// The slips by state and byte.
class QuickMender::Table {
 public:
  constexpr Table() {
    for (std::size_t i = 0; i < kSlips.size(); ++i) {
      const auto state = static_cast<std::size_t>(kSlips[i].state);
      if (kSlips[i].bytes.empty()) at_[state][256] = static_cast<std::uint8_t>(i + 1);
      for (const char c : kSlips[i].bytes) at_[state][static_cast<unsigned char>(c)] = static_cast<std::uint8_t>(i + 1);
    }
    for (auto& row : at_) std::fill(row.begin() + 0x80, row.begin() + 0x100, row['a']);
  }

  [[nodiscard]] constexpr const Slip* find(State state, int byte) const {
    const std::uint8_t found = at_[static_cast<std::size_t>(state)][byte < 0 ? 256U : static_cast<unsigned>(byte)];
    return found == 0 ? nullptr : &kSlips[found - 1U];
  }

 private:
  static constexpr std::string_view kEnd = {};
  static constexpr std::string_view kControl =
      "\t\n\r\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d"
      "\x1e\x1f";
  using Q = QuickMender;
  static constexpr std::array kSlips = {
      Slip{State::kValue, kWords, &Q::value_word, true},
      Slip{State::kValue, "`", &Q::fence_before},
      Slip{State::kValue, "'", &Q::single_quoted, true},
      Slip{State::kValue, ",", &Q::extra_comma},
      Slip{State::kValue, ":", &Q::second_colon},
      Slip{State::kValue, "]}", &Q::missing_container, true},
      Slip{State::kValue, kEnd, &Q::close_behind_comma},
      Slip{State::kNumber, kWords, &Q::half_word, true},
      Slip{State::kNumber, " \t\r\n,}]\":", &Q::half_word, true},
      Slip{State::kLiteral, kWords, &Q::half_word, true},
      Slip{State::kLiteral, " \t\r\n,}]\":", &Q::half_word, true},
      Slip{State::kFirstElement, kEnd, &Q::close_all},
      Slip{State::kFirstKey, kWords, &Q::key_word, true},
      Slip{State::kFirstKey, "'", &Q::single_quoted, true},
      Slip{State::kFirstKey, "\\", &Q::escaped_text},
      Slip{State::kFirstKey, kEnd, &Q::close_all},
      Slip{State::kKey, kWords, &Q::key_word, true},
      Slip{State::kKey, "'", &Q::single_quoted, true},
      Slip{State::kKey, ",", &Q::extra_comma},
      Slip{State::kKey, "}", &Q::trailing_comma, true},
      Slip{State::kKey, "{[", &Q::container_as_key},
      Slip{State::kKey, kEnd, &Q::close_behind_comma},
      Slip{State::kColon, "\"", &Q::colon_or_break},
      Slip{State::kColon, kWords, &Q::colon_or_break},
      Slip{State::kColon, "{[", &Q::missing_colon},
      Slip{State::kColon, "}", &Q::colon_or_break},
      Slip{State::kColon, ",]", &Q::key_as_element},
      Slip{State::kNext, "\"", &Q::next_string},
      Slip{State::kNext, "{[", &Q::next_container},
      Slip{State::kNext, kWords, &Q::next_word},
      Slip{State::kNext, "]}", &Q::wrong_closer},
      Slip{State::kNext, ":", &Q::value_as_key},
      Slip{State::kNext, kEnd, &Q::close_all},
      Slip{State::kString, kControl, &Q::control_character},
      Slip{State::kString, "\\", &Q::invalid_escape},
      Slip{State::kString, kEnd, &Q::cut_string},
      Slip{State::kKeyString, kControl, &Q::control_character},
      Slip{State::kKeyString, kEnd, &Q::cut_key},
      Slip{State::kEnd, "]}", &Q::extra_closer},
      Slip{State::kEnd, ":", &Q::value_as_key},
      Slip{State::kEnd, ",", &Q::comma_behind},
      Slip{State::kEnd, kWords, &Q::text_behind},
      Slip{State::kEnd, "`", &Q::text_behind},
  };

  std::array<std::array<std::uint8_t, 257>, static_cast<std::size_t>(State::kFailed) + 1> at_{};
};

const QuickMender::Slip* QuickMender::find_slip(State state, int byte) {
  static constexpr Table kTable;
  return kTable.find(state, byte);
}

bool QuickMender::mend(std::string_view text, Emitter& emitter) {
  text_ = text;
  emitter_ = &emitter;
  edits_ = &emitter.edits();
  lexer_.set_text(text, true);
  done_ = start_ = keys_seen_ = 0;
  cost_ = 0;
  slips_ = right_ = 0;
  rival_ = kDead;
  insides_ = 0;
  quoted_keys_ = has_mended_string_ = inner_quotes_ = blind_ = fenced_ = truncated_ = false;
  untouched_ = true;
  if (machine_.failure().code() != ErrorCode::kInvalidJson) return false;
  if (machine_.tracker().odd) {  // somewhere before: once more, up to there
    change().reset();
    machine_.tracker().watched = true;
    machine_.go_on(text_, 0, State::kValue);
  }
  const bool mended = mend_all();
  machine_.tracker().watched = false;
  return mended;
}

bool QuickMender::mend_all() {
  machine_.tracker().watched = true;
  do {
    if (!mend_next() || !affordable()) return false;
  } while (!change().go_on(text_, next_, next_state_));
  return true;
}

// What is to be done about the place where the machine has failed, and where it can go on.
bool QuickMender::mend_next() {
  const Failure& failure = machine_.failure();
  if (failure.code() != ErrorCode::kInvalidJson) return false;
  at_ = static_cast<std::uint32_t>(failure.position.offset);
  ++slips_;
  const Mend odd = machine_.tracker().odd ? odd_line() : nullptr;
  if (odd != nullptr) return (this->*odd)();
  if ((byte(at_) == '/' || byte(at_) == '#') && is_comment()) return comment();
  const Slip* const slip = find_slip(machine_.failed_in(), byte(at_));
  if (slip == nullptr) return false;
  if (!slip->in_column && first_on_line()) machine_.tracker().forget_line();
  if (machine_.tracker().odd && slip->mend == &QuickMender::key_word && further_in()) stay_in_odd_line();
  return !machine_.tracker().odd && (this->*slip->mend)();
}

// Whether the readings could not see it otherwise, if nothing more has to be paid.
bool QuickMender::affordable() {
  if (slips_ > kMost || edits_->size() > kMost) return false;
  for (Inside* rival = inside_.data(); rival != inside_.data() + insides_; ++rival) {
    if (cost_ + kSafeMargin <= rival->least) continue;
    if (rival->followed) return false;
    rival->followed = true;
    rival->least = rival->before + follow_inside(*rival);
    if (cost_ + kSafeMargin > rival->least) return false;
  }
  return cost_ + kSafeMargin <= rival_;
}

// Another reading, which has other brackets open from here on. If nothing else is wrong with the rest of the text, those
// do not add up.
void QuickMender::rival_unbalanced(int more) {
  rival(more + facts(EditKind::kMissingClosingBrace).cost);
  assume_right();
}

// Another reading, which takes what stands further on for the value, and leaves out all before it.
void QuickMender::rival_elsewhere() {
  const std::uint32_t at = lexer_.find_json(at_);
  if (at == kNone) return;
  // Behind it is at least the bracket that closes what it leaves out.
  const int least = facts(EditKind::kTextAround).cost + facts(EditKind::kExtraCloser).cost;
  rival_ = std::min(rival_, least + kMarkCost * marks(text_.substr(0, at)));
  assume_right();
}

// Another reading, for which the bracket here ends the outermost value; what is behind it is text around.
void QuickMender::rival_ended(int more) {
  const std::uint32_t stop = std::min(lexer_.find_json(at_ + 1), lexer_.size());
  rival(more + facts(EditKind::kTextAround).cost + kMarkCost * marks(text_.substr(at_ + 1, stop - at_ - 1)));
}

// Another reading, in which the quote is a part of the string. It has to be escaped, at the least.
void QuickMender::rival_inside(std::uint32_t quote, bool key, bool apart) {
  const int least = price_of_inner_quote(lexer_, quote, quote + 1, 0, key) + facts(EditKind::kControlCharacter).cost;
  if (insides_ == kMostInside) return rival(least);
  inside_[insides_++] = {quote, cost_, cost_ + least, key, machine_.in_object(), machine_.depth() == 0, apart, false};
}

// What such a reading has to pay in the end. At each quote that follows it either ends the string, with what stands behind
// it, or takes that one in as well.
int QuickMender::follow_inside(const Inside& rival) {
  constexpr std::uint16_t kQuotes = 6;
  constexpr int kTwoMarks = 8;  // what it costs to leave out the rest of a member, at least
  const bool key = rival.key;
  std::uint32_t quote = rival.quote;
  int price = 0;
  int least = kDead;
  for (std::uint16_t quotes = 0; quotes < kQuotes && quote != kNone && price < least; ++quotes) {
    price += price_of_inner_quote(lexer_, quote, quote + 1, quotes, key);
    quote = next_quote(quote + 1);
    if (quote == kNone) price += facts(EditKind::kMissingClosingQuote).cost;
    if (quote == kNone) break;
    int unfit = 0;
    const int behind = byte(lexer_.skip_space(quote + 1));
    if (is_word(quote + 1)) {
      unfit = rival.outermost ? kTwoMarks : facts(EditKind::kMissingComma).cost + (key ? 0 : kStuckWord);
    } else if (!key && behind == ':') {
      unfit = facts(rival.in_object ? EditKind::kMissingOpeningBrace : EditKind::kMissingClosingBracket).cost;
    }
    least = std::min(least, price + unfit);
  }
  // Where it is in a string together with the reading at hand, the two would be compared as they stand.
  const int escaped = facts(EditKind::kControlCharacter).cost;
  return std::min(least + escaped, rival.apart ? price + escaped : price);
}

// The machine, to be brought to another place than where it has failed.
Machine& QuickMender::change() {
  untouched_ = false;
  return machine_;
}

bool QuickMender::go(std::uint32_t at, State state) {
  next_ = at;
  next_state_ = state;
  return true;
}

// An edit that has been paid for. False if it does not stand behind all others.
bool QuickMender::edit_free(EditKind kind, std::uint32_t offset, std::uint32_t removed, std::string_view inserted) {
  if (offset < done_ || assumed_right()) return false;
  edits_->add(kind, offset, removed, inserted);
  done_ = offset + removed;
  return true;
}

bool QuickMender::edit(EditKind kind, std::uint32_t offset, std::uint32_t removed, std::string_view inserted) {
  cost_ += facts(kind).cost;
  return affordable() && edit_free(kind, offset, removed, inserted);
}

// An opening bracket before the last value.
bool QuickMender::edit_opener(EditKind kind, std::string_view bracket) {
  if (value_begin() < done_ || assumed_right()) return false;
  cost_ += facts(kind).cost;
  if (!affordable()) return false;
  edits_->add_opener(kind, value_begin(), bracket);
  done_ = value_begin();
  return true;
}

// Another reading, which has to pay at least so much more than this one has paid.
void QuickMender::rival(int more) { rival_ = std::min(rival_, cost_ + more); }

// What the readings fork off where something does not fit and the last string is near: it may go on behind its quote. Its
// other ends are for those who look for them. False if that cannot be told here.
bool QuickMender::doubt_last_string(bool apart) {
  if (blind_ || inner_quotes_) return false;
  std::uint32_t at = at_;
  for (unsigned tokens = 0; tokens < kLookBack; ++tokens) {
    at = lexer_.trim(start_, at);
    if (at == start_) return true;
    const char c = text_[at - 1];
    if (c == ':') return true;
    if (c == '"') {
      rival_inside(at - 1, false, apart);
      return true;
    }
    if (c == '\'') return false;
    --at;
    if (c == ',' || c == '{' || c == '}' || c == '[' || c == ']') continue;
    const auto in_word = [](char letter) {
      return std::string_view(" \t\r\n,:{}[]\"'").find(letter) == std::string_view::npos;
    };
    while (at > start_ && in_word(text_[at - 1])) --at;
  }
  return true;
}

bool QuickMender::first_on_line() const {
  const Position& position = machine_.failure().position;
  return at_ != lexer_.size() && position.line > 1 && position.column == machine_.tracker().line_indent + 1U;
}

std::uint32_t QuickMender::value_begin() const { return static_cast<std::uint32_t>(machine_.tracker().value_begin); }
std::uint32_t QuickMender::value_end() const { return static_cast<std::uint32_t>(machine_.tracker().value_end); }

bool QuickMender::behind_comma() const {
  const std::vector<Tracker::Level>& levels = machine_.tracker().levels;
  return !levels.empty() && levels.back().commas != 0;
}

// The last comma in the innermost container, or kNone.
std::uint32_t QuickMender::last_comma() {
  if (!behind_comma()) return kNone;
  const Tracker::Level& level = machine_.tracker().levels.back();
  const std::uint32_t at = lexer_.skip_space(level.footholds[(level.commas - 1) % 2].offset);
  return byte(at) == ',' ? at : kNone;
}

bool QuickMender::is_word(std::uint32_t at) {
  return byte(at) > ' ' && byte(at) != '#' && lexer_.token(at).kind == TokenKind::kWord;
}

}  // namespace acode::json::detail
