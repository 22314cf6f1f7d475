// What the machine needs to stop at any byte and to go on at the next.
#include "json/machine.h"
#include "json/machine_words.h"
#include "json/number_steps.h"
#include "json/scan.h"

namespace acode::json::detail {

bool Machine::resume_unit(std::string_view& piece) {
  if (piece.size() > limits_.max_bytes - offset_) return fail_too_large(offset_ + piece.size());
  block_->chars.reserve(chars_ + kSlack);
  const std::size_t start = offset_ - pending_size_;
  int length = 0;
  while (length == 0 && !piece.empty()) {
    pending_[pending_size_++] = piece.front();
    piece.remove_prefix(1);
    ++offset_;
    char* out = block_->chars.data() + chars_;
    length = decode_unit(pending_.data(), pending_.data() + pending_size_, out);
    if (length > 0) chars_ = static_cast<std::size_t>(out - block_->chars.data());
  }
  if (length != 0) pending_size_ = 0;
  return length >= 0 || fail_in_string(start, static_cast<unsigned char>(pending_[0]));
}

const char* Machine::resume_number(const char* p, const char* end) {
  for (; p != end; ++p) {
    const NumberStep taken = number_step(number_, *p, chars_ == token_);
    if (taken == NumberStep::kOn) {
      block_->chars.data()[chars_++] = *p;
      continue;
    }
    if (taken == NumberStep::kWrong) {
      fail_unexpected(p);
      return nullptr;
    }
    settle_number();
    tracker_.value_end = offset_of(p);
    return p;
  }
  return p;
}

void Machine::settle_number() {
  block_->words.reserve(words_ + 1);
  block_->words.data()[words_++] = number_word(block_->chars.data() + token_, chars_ - token_);
  if (static_cast<Tag>(block_->words.data()[words_ - 1] >> kTagShift) == Tag::kInteger) chars_ = token_;
  state_ = after_value();
}

// The word of so many characters of the open number.
std::uint64_t Machine::number_word(const char* text, std::size_t size) const {
  const bool negative = *text == '-';
  const auto offset = static_cast<std::size_t>(text - block_->chars.data());
  if (number_ == NumberState::kFraction || number_ == NumberState::kPower) {
    return slice_word(Tag::kNumber, offset, size);
  }
  if (number_ == NumberState::kInteger && size <= 8) {
    const std::uint32_t sign = negative ? 1 : 0;
    return signed_word(negative, eight_digits(text + sign, static_cast<std::uint32_t>(size) - sign));
  }
  std::uint64_t magnitude = 0;
  bool integer = size <= 18;
  for (std::size_t i = negative ? 1 : 0; i < size && integer; ++i) {
    integer = is_digit(text[i]);
    magnitude = magnitude * 10 + static_cast<std::uint64_t>(text[i] - '0');
  }
  if (integer && fits_integer_word(size, negative, magnitude)) return signed_word(negative, magnitude);
  return slice_word(Tag::kNumber, offset, size);
}

// The literal's characters are counted by chars_ though nothing reads them later; they are dropped when it is whole.
const char* Machine::resume_literal(const char* p, const char* end) {
  char* const token = block_->chars.data() + token_;
  for (; p != end; ++p) {
    const std::size_t read = chars_ - token_;
    const std::string_view literal = literal_for(read == 0 ? *p : token[0]);
    if (*p != literal[read]) {
      fail_unexpected(p);
      return nullptr;
    }
    token[read] = *p;
    ++chars_;
    if (read + 1 < literal.size()) continue;
    chars_ = token_;
    block_->words.reserve(words_ + 1);
    block_->words.data()[words_++] = literal_word_for(token[0]);
    state_ = after_value();
    tracker_.value_end = offset_of(p + 1);
    return p + 1;
  }
  return p;
}

// How much of the open number is a number by itself: all of `12`, the `12` of `12.`, `12e` and `12e-`, nothing of `-`.
std::size_t Machine::valid_number_prefix() const {
  const std::size_t read = chars_ - token_;
  switch (number_) {
    case NumberState::kSign:
      return 0;
    case NumberState::kPoint:
    case NumberState::kExponent:
      return read - 1;
    case NumberState::kExponentSign:
      return read - 2;
    default:
      return read;
  }
}

}  // namespace acode::json::detail
