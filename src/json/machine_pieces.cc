// What the machine needs to stop at any byte and to go on at the next, and what there is to see in between.
#include <algorithm>
#include <cstring>

#include "json/machine.h"
#include "json/machine_words.h"
#include "json/scan.h"

namespace acode::json::detail {
namespace {

enum class Step : std::uint8_t { kOn, kOver, kWrong };

// A short piece of the open string, with escapes of one letter at most; each of those counts in `escapes`. Returns what is
// left of it when something else comes.
inline std::string_view append_short(OpenString& open, std::string_view piece, std::size_t& escapes) {
  if (static_cast<std::size_t>(open.end - open.next) < piece.size()) return piece;
  const char* p = piece.data();
  const char* const end = p + piece.size();
  char* out = open.next;
  while (p != end) {
    if (is_plain(*p)) {
      *out++ = *p++;
    } else if (*p == '\\' && end - p >= 2 && short_escape(p[1]) != 0) {
      *out++ = short_escape(p[1]);
      p += 2;
      ++escapes;
      --open.end;  // its two bytes count, not its one character
    } else {
      break;
    }
  }
  open.next = out;
  return {p, static_cast<std::size_t>(end - p)};
}

}  // namespace

// Between two pieces others may append to the open string; what they appended is taken over at the next piece.
void Machine::open_to_all() {
  const bool key = state_ == State::kKeyString;
  if ((state_ != State::kString && !key) || pending_size_ != 0) return;
  char* const chars = block_->chars.data();
  const std::size_t room = std::min(block_->chars.capacity() - chars_, limits_.max_bytes - offset_);
  open_ = {chars + chars_, chars + chars_ + room, key ? nullptr : block_->words.data() + words_ - 1,
           slice_word(Tag::kString, token_, 0) - reinterpret_cast<std::uintptr_t>(chars + token_)};
  if (!key) block_->show(words_);
}

void Machine::close_to_all() {
  if (open_.next == nullptr) return;
  const auto size = static_cast<std::size_t>(open_.next - block_->chars.data());
  offset_ += size - chars_;
  chars_ = size;
  open_.next = open_.end = nullptr;
  open_.word = nullptr;
}

bool Machine::feed(std::string_view piece) {
  if (pending_size_ != 0) {
    close_to_all();
    if (piece.size() > limits_.max_bytes - offset_) return fail_too_large(offset_ + piece.size());
    block_->chars.reserve(chars_ + kSlack);
    const char* const p = resume_unit(piece.data(), piece.data() + piece.size());
    if (p == nullptr) return false;
    const auto read = static_cast<std::size_t>(p - piece.data());
    offset_ += read;
    piece.remove_prefix(read);
    if (pending_size_ == 0) open_to_all();
    if (piece.empty()) return true;
  }
  if (open_.next != nullptr && piece.size() < 16) {
    piece = append_short(open_, piece, offset_);  // close_to_all() will add the characters
    if (piece.empty()) return true;
    if (piece == "\\" && open_.next != open_.end) {  // an escape that was cut behind its backslash
      pending_[0] = '\\';
      pending_size_ = 1;
      ++offset_;
      open_.end = open_.next;  // still to be seen, but nothing is appended
      return true;
    }
  }
  close_to_all();
  if (!read_piece(piece)) return false;
  offset_ += piece.size();
  open_to_all();
  return true;
}

const char* Machine::resume_unit(const char* p, const char* end) {
  const std::size_t start = offset_ - pending_size_;
  while (p != end) {
    pending_[pending_size_++] = *p++;
    char* out = block_->chars.data() + chars_;
    const int length = decode_unit(pending_.data(), pending_.data() + pending_size_, out);
    if (length == 0) continue;
    const auto first = static_cast<unsigned char>(pending_[0]);
    pending_size_ = 0;
    if (length < 0) {
      fail_in_string(start, first);
      return nullptr;
    }
    chars_ = static_cast<std::size_t>(out - block_->chars.data());
    return p;
  }
  return p;
}

// The grammar of a number as a table of states; the fast way through parse() accepts the same numbers.
const char* Machine::resume_number(const char* p, const char* end) {
  using N = NumberState;
  const auto step = [this](char c) {
    const bool digit = is_digit(c);
    const bool exponent = c == 'e' || c == 'E';
    switch (number_) {
      case N::kSign:
        if (c == '-' && chars_ == token_) return Step::kOn;
        if (!digit) return Step::kWrong;
        number_ = c == '0' ? N::kZero : N::kInteger;
        return Step::kOn;
      case N::kZero:
      case N::kInteger:
        if (digit) return number_ == N::kInteger ? Step::kOn : Step::kWrong;
        if (c != '.' && !exponent) return Step::kOver;
        number_ = c == '.' ? N::kPoint : N::kExponent;
        return Step::kOn;
      case N::kPoint:
      case N::kFraction:
        if (digit) {
          number_ = N::kFraction;
          return Step::kOn;
        }
        if (number_ == N::kPoint) return Step::kWrong;
        if (!exponent) return Step::kOver;
        number_ = N::kExponent;
        return Step::kOn;
      case N::kExponent:
        if (c == '+' || c == '-') {
          number_ = N::kExponentSign;
          return Step::kOn;
        }
        [[fallthrough]];
      case N::kExponentSign:
        if (!digit) return Step::kWrong;
        number_ = N::kPower;
        return Step::kOn;
      case N::kPower:
        return digit ? Step::kOn : Step::kOver;
    }
    return Step::kWrong;
  };

  for (; p != end; ++p) {
    const Step taken = step(*p);
    if (taken == Step::kOn) {
      block_->chars.data()[chars_++] = *p;
      continue;
    }
    if (taken == Step::kWrong) {
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
  block_->words.data()[words_++] = number_word(chars_ - token_);
  if (static_cast<Tag>(block_->words.data()[words_ - 1] >> kTagShift) == Tag::kInteger) chars_ = token_;
  state_ = after_value();
}

std::uint64_t Machine::number_word(std::size_t size) const {
  const char* const text = block_->chars.data() + token_;
  const bool negative = *text == '-';
  std::uint64_t magnitude = 0;
  bool integer = size <= 18;
  for (std::size_t i = negative ? 1 : 0; i < size && integer; ++i) {
    integer = is_digit(text[i]);
    magnitude = magnitude * 10 + static_cast<std::uint64_t>(text[i] - '0');
  }
  if (integer && fits_integer_word(size, negative, magnitude)) return signed_word(negative, magnitude);
  return slice_word(Tag::kNumber, token_, size);
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

// Writes the word of an unfinished token behind the words in use; true if there is something to see.
bool Machine::show_open_token(State state) {
  block_->words.reserve(words_ + 1);
  std::uint64_t& word = block_->words.data()[words_];
  if (state == State::kLiteral) {
    word = literal_word_for(block_->chars.data()[token_]);
    return chars_ > token_;
  }
  const std::size_t readable = valid_number_prefix();
  if (readable != 0) word = number_word(readable);
  return readable != 0;
}

std::optional<Value> Machine::partial() {
  if (open_.word != nullptr) {
    open_.show();
    return Value(&block_->storage, 0);
  }
  close_to_all();
  const State state = state_ == State::kFailed ? failed_in_ : state_;
  std::size_t visible = words_;
  if (state == State::kKeyString || state == State::kColon) {
    --visible;
  } else if (state == State::kString) {
    block_->words.data()[words_ - 1] = slice_word(Tag::kString, token_, chars_ - token_);
  } else if (state == State::kNumber || state == State::kLiteral || state == State::kValue) {
    if (state != State::kValue && show_open_token(state)) {
      ++visible;
    } else if (in_object()) {
      --visible;  // a key without its value
    }
  }
  block_->show(visible);
  if (visible == 0) return std::nullopt;
  return Value(&block_->storage, 0);
}

}  // namespace acode::json::detail
