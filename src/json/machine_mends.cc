// What it takes to mend a text in place: the tree as it would be had the text been right.
#include <algorithm>
#include <cstring>

#include "json/machine.h"
#include "json/machine_words.h"

namespace acode::json::detail {

bool Machine::go_on(std::string_view text, std::size_t at, State state) {
  state_ = state;
  failure_.kind = Failure::Kind::kNothing;
  pending_size_ = 0;
  offset_ = at;
  if (!read_piece(text.substr(at))) return false;
  if (tracker_.odd && tracker_.watched) {
    return fail(Failure::Kind::kUnexpected, tracker_.odd_at, static_cast<unsigned char>(text[tracker_.odd_at]), {});
  }
  offset_ = text.size();
  return finish();
}

Machine::State Machine::add_comma() {
  ++count_;
  return in_object() ? State::kKey : State::kValue;
}

void Machine::put_word(std::uint64_t word) {
  block_->words.reserve(words_ + 1);
  block_->words.data()[words_++] = word;
}

void Machine::begin_string() {
  token_ = chars_;
  put_word(0);
}

void Machine::put_character(char c) {
  block_->chars.reserve(chars_ + 1);
  block_->chars.data()[chars_++] = c;
}

void Machine::end_string() { block_->words.data()[words_ - 1] = slice_word(Tag::kString, token_, chars_ - token_); }

bool Machine::read_string(std::string_view written, bool key) {
  state_ = key ? State::kKeyString : State::kString;
  failure_.kind = Failure::Kind::kNothing;
  return read_piece(written) && state_ != State::kKeyString && state_ != State::kString;
}

void Machine::put_string(std::string_view characters) {
  block_->chars.reserve(token_ + characters.size());
  std::memcpy(block_->chars.data() + token_, characters.data(), characters.size());
  chars_ = token_ + characters.size();
  end_string();
}

void Machine::cut_string(std::size_t by) {
  chars_ -= by;
  end_string();
}

void Machine::put_literal(char first) { put_word(literal_word_for(first)); }

bool Machine::open(bool object, std::size_t at) {
  if (frames_.size() >= limits_.max_depth) return false;
  frames_.push_back({top_, count_});
  tracker_.open(at, object);
  top_ = static_cast<std::uint32_t>(words_);
  count_ = 0;
  put_word(tag_word(object ? Tag::kObject : Tag::kArray));
  return true;
}

void Machine::close(std::size_t end) {
  block_->words.data()[top_] = container_word(top_tag(), count_, words_ - top_);
  top_ = frames_.back().index;
  count_ = frames_.back().count;
  frames_.pop_back();
  tracker_.close();
  tracker_.value_end = end;
}

// Where the last whole value of the innermost container, an object, begins. All but the last have a key and a value;
// behind the last value a key may have been read.
std::uint32_t Machine::last_value() const {
  const std::uint64_t* const words = block_->words.data();
  std::uint32_t last = 0;
  for (std::uint32_t key = top_ + 1; key + 1 < words_;) {
    last = key + 1;
    const Tag tag = static_cast<Tag>(words[last] >> kTagShift);
    const bool container = tag == Tag::kArray || tag == Tag::kObject;
    key = last + (container ? static_cast<std::uint32_t>(words[last] & kSpanMask) : 1);
  }
  return last;
}

// Puts the word of a container in front of what stands from `index` on, and opens it.
bool Machine::wrap(bool object, std::uint32_t index, std::size_t at) {
  if (frames_.size() >= limits_.max_depth) return false;
  put_word(0);
  std::uint64_t* const words = block_->words.data();
  std::copy_backward(words + index, words + words_ - 1, words + words_);
  words[index] = tag_word(object ? Tag::kObject : Tag::kArray);
  frames_.push_back({top_, count_});
  tracker_.open(at, object);
  top_ = index;
  return true;
}

void Machine::reopen(bool comma) {
  const std::uint32_t index = top_ == kNoContainer ? 0 : last_value();
  std::uint64_t& word = block_->words.data()[index];
  const auto children = static_cast<std::uint32_t>((word >> kCountShift) & kMaxCount);
  const Tag tag = static_cast<Tag>(word >> kTagShift);
  word = tag_word(tag);
  frames_.push_back({top_, comma ? count_ - 1 : count_});
  tracker_.reopen(tag == Tag::kObject);
  top_ = index;
  count_ = comma ? children + 1 : children;
}

void Machine::move_key_out(std::size_t end) {
  const std::uint64_t key = block_->words.data()[--words_];
  --count_;
  close(end);
  ++count_;
  put_word(key);
}

bool Machine::wrap_key() {
  if (!wrap(true, static_cast<std::uint32_t>(words_ - 1), tracker_.value_begin)) return false;
  count_ = 1;
  return true;
}

bool Machine::wrap_elements() {
  --count_;  // the member that was begun is none
  if (!wrap(false, last_value(), tracker_.value_begin)) return false;
  count_ = 2;
  return true;
}

}  // namespace acode::json::detail
