// The loop over the grammar.
#include "json/machine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "json/machine_words.h"
#include "json/scan.h"

namespace acode::json::detail {
namespace {

constexpr std::uint32_t kTrue = std::bit_cast<std::uint32_t>(std::array{'t', 'r', 'u', 'e'});
constexpr std::uint32_t kNull = std::bit_cast<std::uint32_t>(std::array{'n', 'u', 'l', 'l'});
constexpr std::uint32_t kFals = std::bit_cast<std::uint32_t>(std::array{'f', 'a', 'l', 's'});

// Where a token stands, for the columns of lines.
Tracker::Stands stands(Machine::State state, bool object, char c) {
  using Stands = Tracker::Stands;
  switch (state) {
    case Machine::State::kFirstElement:
      return c == ']' ? Stands::kCloser : Stands::kFirstElement;
    case Machine::State::kFirstKey:
      return c == '}' ? Stands::kCloser : Stands::kFirstKey;
    case Machine::State::kKey:
      return c == '}' ? Stands::kCloser : Stands::kMember;
    case Machine::State::kValue:
      if (object) return Stands::kElsewhere;
      return c == ']' ? Stands::kCloser : Stands::kMember;
    case Machine::State::kNext:
      return c == ']' || c == '}' ? Stands::kCloser : Stands::kElsewhere;
    default:
      return Stands::kElsewhere;
  }
}

}  // namespace

Machine::Machine(const Limits& limits, bool tracked)
    : limits_(limits), tracked_(tracked), block_(std::make_shared<Block>()) {
  limits_.max_bytes = std::min(limits_.max_bytes, kMaxTextBytes);
}

void Machine::reset() {
  open_ = {};
  words_ = chars_ = token_ = 0;
  top_ = kNoContainer;
  count_ = 0;
  state_ = State::kValue;
  pending_size_ = 0;
  frames_.clear();
  offset_ = 0;
  line_ = 1;
  line_start_ = 0;
  failure_.kind = Failure::Kind::kNothing;
  error_.reset();
  if (tracked_) tracker_.reset();
}

bool Machine::read(std::string_view text) {
  reset();
  if (!read_piece(text)) return false;
  offset_ = text.size();
  return finish();
}

bool Machine::read(std::string_view text, KnownMembers& known) {
  known_ = &known;
  const bool good = read(text);
  known_ = nullptr;
  return good;
}

bool Machine::read_piece(std::string_view piece) {
  if (state_ == State::kFailed) return false;
  if (piece.size() > limits_.max_bytes - offset_) return fail_too_large(offset_ + piece.size());
  block_->chars.reserve(chars_ + piece.size() + kSlack);
  piece_ = piece.data();
  const char* p = piece.data();
  const char* const end = p + piece.size();
  if (state_ == State::kNumber) {
    p = resume_number(p, end);
  } else if (state_ == State::kLiteral) {
    p = resume_literal(p, end);
  }
  if (p == nullptr || p == end) return p != nullptr;
  return tracked_ ? parse<true>(p, end) : parse<false>(p, end);
}

// The machine's state lives in local variables while the loop runs, because the compiler cannot keep members in
// registers across stores of characters. Every way out goes through `pause`, which writes it back. With kTracked the
// tracker is told of every value, container and line; otherwise that costs nothing.
template <bool kTracked>
// NOLINTNEXTLINE(readability-function-size): its labels are the grammar; taken apart it would be slower, not clearer
bool Machine::parse(const char* p, const char* const end) {
  std::uint64_t* words = block_->words.data();
  std::size_t capacity = block_->words.capacity();
  std::size_t size = words_;
  char* const chars = block_->chars.data();
  char* out = chars + chars_;
  char* token = chars + token_;  // where the characters of the open string begin
  std::uint32_t top = top_;
  std::uint32_t count = count_;
  bool object = in_object();
  const char* start = nullptr;  // of the value that is being read, if it began in this piece
  const std::uint32_t asked = known_ != nullptr ? 0 : kNoContainer;  // the container whose members may be known

  const auto put = [&](std::uint64_t word) {
    if (size == capacity) [[unlikely]] {
      block_->words.reserve(capacity + capacity / 2 + 64);
      words = block_->words.data();
      capacity = block_->words.capacity();
    }
    words[size++] = word;
  };
  const auto pause = [&](State at) {
    words_ = size;
    chars_ = static_cast<std::size_t>(out - chars);
    token_ = static_cast<std::size_t>(token - chars);
    top_ = top;
    count_ = count;
    state_ = at;
    if (kTracked && start != nullptr) tracker_.value_begin = offset_of(start);
    return true;
  };
  // Past white space; false at the end of the piece, or where a line is odd that is looked out for.
  const auto skip_space = [&](State at) __attribute__((always_inline)) {
    if (p != end && static_cast<unsigned char>(*p) <= ' ') {
      ++p;
      if (p == end || static_cast<unsigned char>(*p) <= ' ' || p[-1] != ' ') p = skip_white(p - 1, end);
    }
    if (p == end) return false;
    if (!kTracked || !tracker_.new_line) return true;
    tracker_.begin_line(offset_of(p) - line_start_, stands(at, object, *p));
    if (!tracker_.odd || !tracker_.watched) return true;
    tracker_.odd_at = static_cast<std::uint32_t>(offset_of(p));
    return false;
  };

  const auto note_comma = [&] {
    if (!kTracked) return;
    tracker_.comma(foothold(size, static_cast<std::size_t>(out - chars), count));
  };

  // Passes over the value of the member whose name was read last, if it is known.
  const auto pass_known = [&] {
    const std::size_t length = known_->known_length({token, out}, {p, end});
    if (length == 0) return false;
    put(literal_word_for('n'));
    p += length;
    return true;
  };

  // Reads on inside a string, to behind its closing quote.
  enum class Outcome : std::uint8_t { kClosed, kPaused, kFailed };
  const auto read_string = [&](State in) __attribute__((always_inline)) {
    for (;;) {
      bool quoted = false;
      p = copy_escaped(p, end, out, quoted);
      if (!quoted) p = copy_plain(p, end, out, quoted);
      if (quoted) [[likely]] {
        ++p;
        words[size - 1] =
            slice_word(Tag::kString, static_cast<std::size_t>(token - chars), static_cast<std::size_t>(out - token));
        return Outcome::kClosed;
      }
      if (p == end) {
        pause(in);
        return Outcome::kPaused;
      }
      if (*p == '\\' && end - p >= 2 && short_escape(p[1]) != 0) {
        do {
          *out++ = short_escape(p[1]);
          p += 2;
        } while (end - p >= 2 && *p == '\\' && short_escape(p[1]) != 0);
        continue;
      }
      if (static_cast<unsigned char>(*p) >= 0x80) {
        const char* const before = p;
        for (unsigned length = 0; end - p >= 4 && (length = base::utf8_length(p)) != 0; p += length, out += length) {
          std::memcpy(out, p, 4);
        }
        if (p != before) continue;
      }
      const int length = static_cast<unsigned char>(*p) < 0x20 ? -1 : decode_unit(p, end, out);
      if (length > 0) {
        p += length;
        continue;
      }
      pause(in);
      if (length < 0) {
        fail_in_string(offset_of(p), static_cast<unsigned char>(*p));
        return Outcome::kFailed;
      }
      pending_size_ = static_cast<std::uint8_t>(end - p);
      std::memcpy(pending_.data(), p, pending_size_);
      return Outcome::kPaused;
    }
  };

  switch (state_) {
    case State::kValue:
      goto value;
    case State::kFirstElement:
      goto first_element;
    case State::kFirstKey:
      goto first_key;
    case State::kKey:
      goto key_begin;
    case State::kColon:
      goto colon;
    case State::kNext:
      goto next;
    case State::kEnd:
      goto end_of_value;
    case State::kKeyString:
      goto key_string;
    case State::kString:
      goto value_string;
    default:
      return false;
  }

first_element:
  if (!skip_space(State::kFirstElement)) return pause(State::kFirstElement);
  if (*p == ']') goto close;
  count = 1;

value:
  if (!skip_space(State::kValue)) return pause(State::kValue);

value_here:
  if (kTracked) start = p;
  if (*p == '"') {
    ++p;
    token = out;
    put(0);
    goto value_string;
  }
  if (static_cast<unsigned char>(*p - '0') > 9 && *p != '-') {
    if (*p == '{' || *p == '[') {
      if (frames_.size() >= limits_.max_depth) {
        pause(State::kValue);
        return fail_too_deep(offset_of(p));
      }
      frames_.push_back({top, count});
      if (kTracked) tracker_.open(offset_of(p), *p == '{');
      top = static_cast<std::uint32_t>(size);
      count = 0;
      object = *p == '{';
      put(tag_word(object ? Tag::kObject : Tag::kArray));
      ++p;
      if (object) goto first_key;
      goto first_element;
    }
    if (*p != 't' && *p != 'f' && *p != 'n') {
      pause(State::kValue);
      return fail_unexpected(p);
    }
    if (end - p >= 5) {
      std::uint32_t four = 0;
      std::memcpy(&four, p, 4);
      const bool no = four == kFals && p[4] == 'e';
      if (four == kTrue || four == kNull || no) {
        put(literal_word_for(*p));
        p += no ? 5 : 4;
        goto value_done;
      }
    }
    token = out;
    pause(State::kLiteral);
    return resume_literal(p, end) != nullptr;
  }

  if (end - p >= 2 && (p[1] == ',' || p[1] == '}' || p[1] == ']') && *p != '-') {  // one digit
    put(integer_word(*p++ - '0'));
    goto value_done;
  }
  {
    const char* const number = p;
    const bool negative = *p == '-';
    if (negative) ++p;
    const ShortNumber measured = measure_number(p, end);
    if (measured.whole != 0) [[likely]] {
      if (measured.whole <= 8 && measured.fraction == 0 && !(negative && *p == '0')) {
        put(signed_word(negative, eight_digits(p, measured.whole)));
        p += measured.whole;
        goto value_done;
      }
      if (measured.fraction != 0) {
        p += measured.whole + measured.fraction;
        const auto length = static_cast<std::size_t>(p - number);
        std::memcpy(out, number, 16);
        put(slice_word(Tag::kNumber, static_cast<std::size_t>(out - chars), length));
        out += length;
        goto value_done;
      }
    }
    std::uint64_t magnitude = 0;
    bool integer = true;
    const char* const digits = p;
    while (p != end && is_digit(*p)) magnitude = magnitude * 10 + static_cast<std::uint64_t>(*p++ - '0');
    bool whole = p != end && p != digits && (*digits != '0' || p == digits + 1);
    if (whole && *p == '.') {
      integer = false;
      const char* const fraction = ++p;
      while (p != end && is_digit(*p)) ++p;
      whole = p != end && p != fraction;
    }
    if (whole && (*p == 'e' || *p == 'E')) {
      integer = false;
      ++p;
      if (p != end && (*p == '+' || *p == '-')) ++p;
      const char* const power = p;
      while (p != end && is_digit(*p)) ++p;
      whole = p != end && p != power;
    }
    const auto length = static_cast<std::size_t>(p - number);
    if (!whole) {  // wrong, or cut by the end of the piece: byte by byte from its start
      token = out;
      number_ = NumberState::kSign;
      pause(State::kNumber);
      p = resume_number(number, end);
      if (p == nullptr || p == end) return p != nullptr;
      return parse<kTracked>(p, end);
    }
    if (integer && fits_integer_word(length, negative, magnitude)) {
      put(signed_word(negative, magnitude));
    } else {
      std::memcpy(out, number, length);
      put(slice_word(Tag::kNumber, static_cast<std::size_t>(out - chars), length));
      out += length;
    }
  }

  goto value_done;

value_string:
  if (const Outcome outcome = read_string(State::kString); outcome != Outcome::kClosed) {
    return outcome == Outcome::kPaused;
  }

value_done:
  if (kTracked) {
    if (start != nullptr) tracker_.value_begin = offset_of(start);
    tracker_.value_end = offset_of(p);
  }
  if (top == kNoContainer) goto end_of_value;

next:
  if (object && end - p >= 3 && *p == ',') {  // most often the next key comes at once, or behind one blank
    const char* const key = p + 1 + (p[1] == ' ' ? 1 : 0);
    if (*key == '"') {
      note_comma();
      p = key;
      ++count;
      goto key_quote;
    }
  }
  if (!skip_space(State::kNext)) return pause(State::kNext);
  if (*p == ',') {
    note_comma();
    ++p;
    ++count;
    if (object) goto key_begin;
    goto value;
  }
  if (*p != (object ? '}' : ']')) {
    pause(State::kNext);
    return fail_unexpected(p);
  }

close:
  ++p;
  words[top] = container_word(object ? Tag::kObject : Tag::kArray, count, size - top);
  top = frames_.back().index;
  count = frames_.back().count;
  frames_.pop_back();
  if (kTracked) {
    start = nullptr;
    tracker_.close();
    tracker_.value_end = offset_of(p);
  }
  if (top == kNoContainer) goto end_of_value;
  object = static_cast<Tag>(words[top] >> kTagShift) == Tag::kObject;
  goto next;

first_key:
  if (!skip_space(State::kFirstKey)) return pause(State::kFirstKey);
  if (*p == '}') goto close;
  if (*p != '"') {
    pause(State::kFirstKey);
    return fail_unexpected(p);
  }
  count = 1;

key_begin:
  if (!skip_space(State::kKey)) return pause(State::kKey);
  if (*p != '"') {
    pause(State::kKey);
    return fail_unexpected(p);
  }

key_quote:
  ++p;
  token = out;
  put(0);

key_string:
  if (const Outcome outcome = read_string(State::kKeyString); outcome != Outcome::kClosed) {
    return outcome == Outcome::kPaused;
  }

colon:
  if (end - p >= 3 && *p == ':') {
    const char* const value = p + 1 + (p[1] == ' ' ? 1 : 0);
    if (static_cast<unsigned char>(*value) > ' ') {
      p = value;
      goto member_value;
    }
  }
  if (!skip_space(State::kColon)) return pause(State::kColon);
  if (*p != ':') {
    pause(State::kColon);
    return fail_unexpected(p);
  }
  ++p;
  if (!skip_space(State::kValue)) return pause(State::kValue);

member_value:
  if (top == asked && pass_known()) goto value_done;
  goto value_here;

end_of_value:
  if (!skip_space(State::kEnd)) return pause(State::kEnd);
  pause(State::kEnd);
  return fail_unexpected(p);
}

// White space of more than one character, or other than a blank.
const char* Machine::skip_white(const char* p, const char* const end) {
  const auto line_break = [this](const char* at) {
    ++line_;
    line_start_ = offset_of(at + 1);
    tracker_.new_line = true;
  };
  while (end - p >= 16) {
    WhiteSpace white = white_space(p);
    for (; white.breaks != 0; white.breaks &= white.breaks - 1) line_break(p + __builtin_ctz(white.breaks));
    p += white.length;
    if (white.length < 16) return p;
  }
  for (; p != end && is_space(*p); ++p) {
    if (*p == '\n') line_break(p);
  }
  return p;
}

bool Machine::finish_value() {
  if ((state_ == State::kFailed ? failed_in_ : state_) != State::kEnd) return false;
  block_->show(words_);
  return true;
}

bool Machine::finish() {
  close_to_all();
  if (state_ == State::kFailed) return false;
  if (state_ == State::kNumber && valid_number_prefix() == chars_ - token_) {
    settle_number();
    tracker_.value_end = offset_;
  }
  if (state_ != State::kEnd) return fail_at_end();
  block_->show(words_);
  return true;
}

}  // namespace acode::json::detail
