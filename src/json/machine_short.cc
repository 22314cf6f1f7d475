// Taking pieces in, and reading those of a few bytes.
//
// A model's answer comes in pieces of some four bytes, and for those getting in and out of the loop of machine.cc takes
// longer than reading them. So here is a shorter way for what most of them are made of. It stops wherever something else
// comes, be it rare or wrong, and the loop goes on from there: what is an error, only the loop says. That both read the
// same is what the laws about pieces hold (tests/properties): a whole text goes through the loop alone.
#include <algorithm>

#include "json/machine.h"
#include "json/machine_words.h"
#include "json/number_steps.h"
#include "json/scan.h"

namespace acode::json::detail {
namespace {

constexpr std::size_t kShortPiece = 16;  // from here on the loop is faster

// Whether a piece begins with a byte of a UTF-8 sequence: those are for the loop.
bool begins_beyond_ascii(std::string_view piece) {
  return !piece.empty() && static_cast<unsigned char>(piece.front()) >= 0x80;
}

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

bool Machine::feed(std::string_view piece) {
  if (pending_size_ != 0) {
    close_to_all();
    if (state_ == State::kFailed || !resume_unit(piece)) return false;
    if (!begins_beyond_ascii(piece)) open_string_to_all();
  }
  if (open_.next != nullptr && piece.size() < kShortPiece) {
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
  if (state_ == State::kFailed) return false;
  if (piece.size() < kShortPiece && !begins_beyond_ascii(piece) && has_room_for(piece.size())) {
    const char* const end = piece.data() + piece.size();
    piece_ = piece.data();
    const char* const p = tracked_ ? read_short<true>(piece_, end) : read_short<false>(piece_, end);
    const auto read = static_cast<std::size_t>(p - piece_);
    offset_ += read;
    piece.remove_prefix(read);
  }
  if (!piece.empty()) {
    if (!read_piece(piece)) return false;
    offset_ += piece.size();
  }
  open_to_all();
  return true;
}

// Whether so many bytes can be read without a look at how much room there is. If not, the loop makes room.
bool Machine::has_room_for(std::size_t size) const {
  return block_->chars.capacity() - chars_ >= size + kSlack && block_->words.capacity() - words_ > size &&
         limits_.max_bytes - offset_ >= size;
}

// Returns where the loop has to go on. The machine's state lives in local variables for the same reason as there.
template <bool kTracked>
// NOLINTNEXTLINE(readability-function-size): as parse()
const char* Machine::read_short(const char* p, const char* const end) {
  std::uint64_t* const words = block_->words.data();
  char* const chars = block_->chars.data();
  char* out = chars + chars_;
  char* token = chars + token_;
  std::size_t size = words_;
  std::uint32_t count = count_;
  State state = state_;
  bool object = in_object();

  const auto begin_token = [&](State in) {
    if (kTracked && in != State::kKeyString) tracker_.value_begin = offset_of(p);
    token = out;
    state = in;
  };
  const auto end_value = [&] {
    if (kTracked) tracker_.value_end = offset_of(p);
    state = after_value();
  };
  const auto close = [&] {
    ++p;
    words[top_] = container_word(object ? Tag::kObject : Tag::kArray, count, size - top_);
    top_ = frames_.back().index;
    count = frames_.back().count;
    frames_.pop_back();
    if (kTracked) tracker_.close();
    object = in_object();
    end_value();
  };

  // Takes one step from the present state; false if that is none for here.
  const auto step = [&]() __attribute__((always_inline)) {
    switch (state) {
      case State::kKeyString:
      case State::kString:
        while (p != end && is_plain(*p)) *out++ = *p++;
        if (p == end || *p != '"') return false;
        ++p;
        words[size - 1] =
            slice_word(Tag::kString, static_cast<std::size_t>(token - chars), static_cast<std::size_t>(out - token));
        if (state == State::kString) {
          end_value();
        } else {
          state = State::kColon;
        }
        return true;
      case State::kNumber: {
        NumberStep taken = NumberStep::kOn;
        while (p != end && (taken = number_step(number_, *p, out == token)) == NumberStep::kOn) *out++ = *p++;
        if (taken != NumberStep::kOver) return false;
        words[size] = number_word(token, static_cast<std::size_t>(out - token));
        if (static_cast<Tag>(words[size++] >> kTagShift) == Tag::kInteger) out = token;
        end_value();
        return true;
      }
      case State::kLiteral: {
        const std::string_view literal = literal_for(out == token ? *p : *token);
        while (p != end && *p == literal[static_cast<std::size_t>(out - token)]) {
          *out++ = *p++;
          if (static_cast<std::size_t>(out - token) < literal.size()) continue;
          words[size++] = literal_word_for(*token);
          out = token;
          end_value();
          return true;
        }
        return false;
      }
      case State::kColon:
        if (*p != ':') return false;
        ++p;
        state = State::kValue;
        return true;
      case State::kNext:
        if (*p == ',') {
          if (kTracked) tracker_.comma(foothold(size, static_cast<std::size_t>(out - chars), count));
          ++p;
          ++count;
          state = object ? State::kKey : State::kValue;
          return true;
        }
        if (*p != (object ? '}' : ']')) return false;
        close();
        return true;
      case State::kFirstKey:
        if (*p == '}') {
          close();
          return true;
        }
        if (*p != '"') return false;
        count = 1;
        [[fallthrough]];
      case State::kKey:
        if (*p != '"') return false;
        ++p;
        ++size;
        begin_token(State::kKeyString);
        return true;
      case State::kFirstElement:
        if (*p == ']') {
          close();
          return true;
        }
        if (is_space(*p)) return false;
        count = 1;
        state = State::kValue;
        [[fallthrough]];
      case State::kValue:
        if (*p == '"') {
          begin_token(State::kString);
          ++p;
          ++size;
          return true;
        }
        if (is_digit(*p) || *p == '-') {
          begin_token(State::kNumber);
          number_ = NumberState::kSign;
          return true;
        }
        if (*p == 't' || *p == 'f' || *p == 'n') {
          begin_token(State::kLiteral);
          return true;
        }
        if ((*p != '{' && *p != '[') || frames_.size() >= limits_.max_depth) return false;
        frames_.push_back({top_, count});
        object = *p == '{';
        if (kTracked) tracker_.open(offset_of(p), object);
        top_ = static_cast<std::uint32_t>(size);
        words[size++] = tag_word(object ? Tag::kObject : Tag::kArray);
        count = 0;
        ++p;
        state = object ? State::kFirstKey : State::kFirstElement;
        return true;
      default:
        return false;
    }
  };

  // Past white space between tokens. What begins a line is tracked by the loop.
  const auto skip_space = [&] {
    if (p == end || !is_space(*p) || state >= State::kKeyString) return false;
    p = skip_white(p, end);
    return !kTracked || !tracker_.new_line;
  };

  if (!kTracked || !tracker_.new_line) {
    while (p != end && (step() || skip_space())) {
    }
  }
  words_ = size;
  chars_ = static_cast<std::size_t>(out - chars);
  token_ = static_cast<std::size_t>(token - chars);
  count_ = count;
  state_ = state;
  return p;
}

// Between two pieces others may append to the open string; what they appended is taken over at the next piece. And what
// there is so far is made ready to be seen.
inline void Machine::open_string_to_all() {
  const bool key = state_ == State::kKeyString;
  char* const chars = block_->chars.data();
  const std::size_t room = std::min(block_->chars.capacity() - chars_, limits_.max_bytes - offset_);
  open_ = {chars + chars_, chars + chars_ + (pending_size_ == 0 ? room : 0),
           key ? &unseen_ : block_->words.data() + words_ - 1,
           slice_word(Tag::kString, token_, 0) - reinterpret_cast<std::uintptr_t>(chars + token_)};
  block_->show(words_ - (key ? 1 : 0));
}

void Machine::open_to_all() {
  if (state_ == State::kString || state_ == State::kKeyString) return open_string_to_all();
  const std::size_t visible = visible_words(state_);
  block_->show(visible);
  open_.word = visible != 0 ? &unseen_ : nullptr;
}

void Machine::close_to_all() {
  open_.word = nullptr;
  if (open_.next == nullptr) return;
  const auto size = static_cast<std::size_t>(open_.next - block_->chars.data());
  offset_ += size - chars_;
  chars_ = size;
  open_.next = open_.end = nullptr;
}

// How many words there are to see. The word of a number or a literal that is open is written behind those in use.
std::size_t Machine::visible_words(State state) {
  switch (state) {
    case State::kKeyString:
    case State::kColon:
      return words_ - 1;
    case State::kNumber:
    case State::kLiteral:
      if (show_open_token(state)) return words_ + 1;
      [[fallthrough]];
    case State::kValue:
      return words_ - (in_object() ? 1 : 0);  // a key without its value
    default:
      return words_;
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
  if (readable != 0) word = number_word(block_->chars.data() + token_, readable);
  return readable != 0;
}

std::optional<Value> Machine::partial_slowly() {
  close_to_all();
  const State state = state_ == State::kFailed ? failed_in_ : state_;
  if (state == State::kString) end_string();
  const std::size_t visible = visible_words(state);
  block_->show(visible);
  if (visible == 0) return std::nullopt;
  return value();
}

}  // namespace acode::json::detail
