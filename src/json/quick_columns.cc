// Lines that are indented oddly: they tell of lost brackets before the grammar does.
#include "json/edit_kinds.h"
#include "json/prices.h"
#include "json/quick_mender.h"

namespace acode::json::detail {

// What is to be done about a token that stands in the wrong column; null if it may not stand there anyway.
QuickMender::Mend QuickMender::odd_line() {
  const bool closes = text_[at_] == (machine_.in_object() ? '}' : ']');
  switch (machine_.failed_in()) {
    case State::kNext:
    case State::kFirstKey:
      return closes ? &QuickMender::odd_closer : nullptr;
    case State::kFirstElement:
      if (closes) return &QuickMender::odd_closer;
      return starts_value() ? &QuickMender::odd_first : nullptr;
    case State::kKey:
      return text_[at_] == '"' ? &QuickMender::odd_member : nullptr;
    case State::kValue:
      return !machine_.in_object() && starts_value() ? &QuickMender::odd_member : nullptr;
    default:
      return nullptr;
  }
}

bool QuickMender::starts_value() {
  const char c = text_[at_];
  return c == '"' || c == '{' || c == '[' || (is_word(at_) && c != '+' && c != '.');
}

// All is as it seems, only the line is not.
bool QuickMender::stay_in_odd_line() {
  cost_ += kOddColumn;
  change().tracker().odd = false;
  return go(at_, machine_.failed_in());
}

// How many containers further out one is that has its column where this line begins; 0 if there is none.
std::size_t QuickMender::levels_out(std::uint32_t Tracker::Level::*column, bool any_kind) const {
  const Tracker& tracker = machine_.tracker();
  for (std::size_t out = 1; out < tracker.levels.size(); ++out) {
    const std::size_t level = tracker.levels.size() - 1 - out;
    const bool kind = any_kind || machine_.is_object(level) == (text_[at_] == '}');
    if (tracker.levels[level].*column == tracker.line_indent && kind) return out;
  }
  return 0;
}

// Closing brackets of so many containers are missing before this line.
bool QuickMender::close_outer(std::size_t levels) {
  change().tracker().odd = false;
  for (; levels != 0; --levels) {
    if (!close_here()) return false;
  }
  return true;
}

bool QuickMender::odd_closer() {
  const Tracker& tracker = machine_.tracker();
  const std::uint32_t column = tracker.levels.back().line_column;
  if (tracker.line_indent > column) {
    // Of two brackets behind each other one was too many, and has closed what this one should.
    const bool taken = tracker.closed.line_column == tracker.line_indent && !closed_in_column();
    if (!taken || !machine_.is_object(0) || machine_.failed_in() != State::kNext) return false;
    rival(kOddColumn + facts(EditKind::kExtraCloser).cost);
    assume_right();
    change().tracker().odd = false;
    return edit(EditKind::kExtraCloser, at_, 1, "") && go(at_ + 1, State::kNext);
  }
  const std::size_t levels = levels_out(&Tracker::Level::line_column, false);
  if (levels == 0) return stay_in_odd_line();
  rival(kOddColumn + static_cast<int>(levels) * facts(EditKind::kMissingClosingBrace).cost);
  assume_right();
  return close_outer(levels) && go(at_, State::kNext);
}

// Whether a key stands further in than others, and not behind a container that it may belong to.
bool QuickMender::further_in() const {
  const Tracker& tracker = machine_.tracker();
  const char before = text_[value_end() - 1];
  return machine_.failed_in() == State::kKey && tracker.line_indent > tracker.levels.back().column && before != '}' &&
         before != ']';
}

bool QuickMender::odd_member() {
  const Tracker& tracker = machine_.tracker();
  if (further_in()) return stay_in_odd_line();
  if (tracker.line_indent > tracker.levels.back().column) {
    const char before = text_[value_end() - 1];
    if (before == '}' || before == ']') {
      rival(facts(EditKind::kExtraCloser).cost + (closed_in_column() ? kWellPlaced : 0));
    }
    if (machine_.failed_in() == State::kKey || !machine_.is_object(0)) return false;
    return open_here();
  }
  const std::size_t levels = levels_out(&Tracker::Level::column, true);
  if (levels == 0) return stay_in_odd_line();
  rival(kOddColumn + static_cast<int>(levels) * facts(EditKind::kMissingClosingBrace).cost);
  assume_right();
  change().drop_comma();
  return close_outer(levels) && go(at_, change().add_comma());
}

// The first element of an array that is indented twice.
bool QuickMender::odd_first() {
  if (!machine_.is_object(0)) return false;
  Tracker& tracker = change().tracker();
  tracker.levels.back().column = tracker.levels.back().line_column + tracker.indent_unit;
  change().begin_first();
  return open_here();
}

// An opening bracket is missing before a line that stands further in.
bool QuickMender::open_here() {
  const bool brace = text_[at_] == '"';
  rival(kOddColumn + facts(EditKind::kExtraCloser).cost);
  assume_right();
  const EditKind kind = brace ? EditKind::kMissingOpeningBrace : EditKind::kMissingOpeningBracket;
  const std::uint32_t column = machine_.tracker().levels.back().column;
  if (!edit(kind, at_, 0, brace ? "{" : "[") || !change().open(brace, at_)) return false;
  change().tracker().odd = false;
  change().tracker().levels.back().line_column = column;
  return go(at_, brace ? State::kFirstKey : State::kFirstElement);
}

}  // namespace acode::json::detail
