// Places to come back to, and handing the tree out.
#include <algorithm>
#include <cstring>
#include <utility>

#include "json/machine.h"
#include "json/machine_words.h"

namespace acode::json::detail {

std::shared_ptr<Block> Machine::take() {
  auto block = std::exchange(block_, std::make_shared<Block>());
  reset();
  return block;
}

Machine::Mark Machine::mark() {
  close_to_all();
  const bool cut = state_ == State::kNumber || state_ == State::kLiteral;
  const char* const chars = block_->chars.data();
  return {words_,
          chars_,
          token_,
          offset_,
          count_,
          top_,
          state_,
          number_,
          {frames_.begin(), frames_.end()},
          cut ? std::string(chars + token_, chars + chars_) : std::string()};
}

void Machine::go_back(const Mark& mark) {
  open_ = {};
  words_ = mark.words;
  chars_ = mark.chars;
  token_ = mark.token;
  offset_ = mark.offset;
  number_ = mark.number;
  count_ = mark.count;
  top_ = mark.top;
  state_ = mark.state;
  frames_.assign(mark.frames);
  pending_size_ = 0;
  std::copy(mark.unfinished.begin(), mark.unfinished.end(), block_->chars.data() + token_);
  // Containers that have been closed in the meantime are open again.
  const auto reopen = [this](std::uint32_t index) {
    if (index != kNoContainer) block_->words.data()[index] &= ~((std::uint64_t{1} << kTagShift) - 1);
  };
  reopen(top_);
  for (const Frame& frame : frames_) reopen(frame.index);
}

void Machine::go_back(const Tracker::Start& start) {
  const Foothold at = *start.foothold;
  if (frames_.size() > start.level + 1) top_ = frames_[start.level + 1].index;
  frames_.cut(start.level + 1);
  tracker_.levels.resize(start.level + 1);
  tracker_.levels.back().commas = 0;
  tracker_.line_indent = at.line_indent;
  tracker_.new_line = false;
  open_ = {};
  words_ = at.words;
  chars_ = at.chars;
  count_ = at.count;
  state_ = State::kNext;
  pending_size_ = 0;
  failure_.kind = Failure::Kind::kNothing;
  error_.reset();
  offset_ = at.offset;
  line_start_ = at.line_start;
}

void Machine::drop_open_string() {
  if (state_ != State::kString) return;
  close_to_all();
  --words_;
  chars_ = token_;
  pending_size_ = 0;
  state_ = State::kValue;
}

void Machine::append_characters(std::string_view characters) {
  if (state_ != State::kString && state_ != State::kKeyString) return;
  close_to_all();
  block_->chars.reserve(chars_ + characters.size() + kSlack);
  std::memcpy(block_->chars.data() + chars_, characters.data(), characters.size());
  chars_ += characters.size();
  open_to_all();
}

}  // namespace acode::json::detail
