// The strict reader's machine: bytes in, words of the tree out.
//
// It is one loop over the grammar of RFC 8259 that can stop at any byte and go on at the next. Where a piece ends inside
// a string, what was read is already in the tree; inside a number or a literal, the token waits at the end of the
// characters; inside an escape or a UTF-8 sequence, its bytes wait in `pending_`. Pieces of a few bytes take a shorter way
// (machine_short.cc). The tolerant reader has its repaired text read by the same machine, and one that shows what there
// is so far and may be taken back.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/error.h"
#include "acode/json/reader.h"
#include "acode/json/value.h"
#include "acode/limits.h"
#include "json/block.h"
#include "json/failure.h"
#include "json/frames.h"
#include "json/known_members.h"
#include "json/tracker.h"

namespace acode::json::detail {

class Machine {
 public:
  /// With `tracked` it keeps footholds, for readings to begin at should it fail.
  explicit Machine(const Limits& limits, bool tracked = false);

  void reset();
  bool feed(std::string_view piece);

  /// reset(), feed() and finish() in one.
  bool read(std::string_view text);

  /// The same; values of the outermost object's members that are known become null unread.
  bool read(std::string_view text, KnownMembers& known);
  bool finish();

  /// finish(), for a text that goes on with something else: true if a whole value has come, behind which it failed or has
  /// not. Otherwise nothing changes.
  bool finish_value();

  [[nodiscard]] const Error* error() const;
  [[nodiscard]] const Failure& failure() const { return failure_; }
  [[nodiscard]] Value value() const { return {&block_->storage, 0}; }
  [[nodiscard]] std::optional<Value> partial() {
    if (open_.word == nullptr) return partial_slowly();
    open_.show();
    return value();
  }
  [[nodiscard]] std::shared_ptr<Block> take();

  /// The same, if nothing is read any more.
  [[nodiscard]] std::shared_ptr<Block> release() { return std::move(block_); }

  /// The string that is open between two pieces. Whoever appends to it appends to the text.
  [[nodiscard]] OpenString& open_string() { return open_; }

  // For the preview of a broken text.

  enum class State : std::uint8_t {
    kValue,         // a value must follow
    kFirstElement,  // behind '[': a value or ']'
    kFirstKey,      // behind '{': a key or '}'
    kKey,           // behind ',' in an object
    kColon,         // behind a key
    kNext,          // behind a value: ',' or the closing bracket
    kEnd,           // behind the outermost value: nothing more
    kKeyString,     // inside a key; from here on inside a token
    kString,        // inside a string value
    kNumber,        // inside a number that a piece cut
    kLiteral,       // inside true, false or null that a piece cut
    kFailed,
  };

  /// How far a number that a piece cut has come.
  enum class NumberState : std::uint8_t { kSign, kZero, kInteger, kPoint, kFraction, kExponent, kExponentSign, kPower };

  using Frame = FrameStack::Frame;

  /// A place to come back to.
  struct Mark {
    std::size_t words;
    std::size_t chars;
    std::size_t token;
    std::size_t offset;
    std::uint32_t count;
    std::uint32_t top;
    State state;
    NumberState number;
    std::vector<Frame> frames;
    std::string unfinished;  // the characters of a number or literal that a piece cut
  };
  [[nodiscard]] Mark mark();

  /// Forgets what was read since; the text read in between does not count.
  void go_back(const Mark& mark);

  /// What was noted, if it is tracked; after a failure go_back() can go to where that says readings should start.
  [[nodiscard]] Tracker& tracker() { return tracker_; }
  [[nodiscard]] Tracker::Start start() const { return tracker_.start(failed_in_ == State::kKey); }
  void go_back(const Tracker::Start& start);

  /// Whether the container at this level, the outermost being 0, is an object.
  [[nodiscard]] bool is_object(std::size_t level) const {
    return static_cast<Tag>(block_->words.data()[container(level)] >> kTagShift) == Tag::kObject;
  }

  /// The name of the container at this level, which is a member of an object.
  [[nodiscard]] std::string_view name_of(std::size_t level) const {
    const std::uint64_t word = block_->words.data()[container(level) - 1];
    const std::uint64_t payload = word & ((std::uint64_t{1} << kTagShift) - 1);
    return {block_->chars.data() + (payload >> kOffsetShift), payload & kLengthMask};
  }

  /// Forgets the open string: a value must follow again.
  void drop_open_string();

  /// Appends to the open string what need not be valid in a text.
  void append_characters(std::string_view characters);

  // For mending in place (quick_mender.h): after a failure the tree is brought to where it would be had the text been
  // right, and the machine goes on.

  /// The state in which it failed.
  [[nodiscard]] State failed_in() const { return failed_in_; }

  /// Containers that are open.
  [[nodiscard]] std::size_t depth() const { return frames_.size(); }
  [[nodiscard]] bool in_object() const { return top_ != kNoContainer && top_tag() == Tag::kObject; }
  [[nodiscard]] State after_value() const { return top_ == kNoContainer ? State::kEnd : State::kNext; }

  /// The number of children of the innermost container, with the one that is begun.
  [[nodiscard]] std::uint32_t children() const { return count_; }

  /// Reads the rest of the text from `at` on, and finish(). Fails at a line that is indented oddly, if tracker() watches
  /// out for them.
  bool go_on(std::string_view text, std::size_t at, State state);

  /// A comma, after_comma() its state; and a comma taken back.
  State add_comma();
  void drop_comma() { --count_; }

  /// The first child of a container begins.
  void begin_first() { count_ = 1; }
  void begin_none() { count_ = 0; }

  /// A string begins, a key or a value; its characters follow.
  void begin_string();

  /// One more character of the open string; or the string is open again.
  void put_character(char c);

  /// The open string ends.
  void end_string();

  /// The characters of the open string, as they are written in a text, and its closing quote. False if that is wrong.
  bool read_string(std::string_view written, bool key);

  /// Where the characters of the open string begin, among all characters.
  [[nodiscard]] std::size_t open_token() const { return token_; }

  /// Whether the text ends inside a string.
  [[nodiscard]] bool in_string() const { return state_ == State::kString || state_ == State::kKeyString; }

  /// Whether the text ends inside an escape or a UTF-8 sequence.
  [[nodiscard]] bool cut_in_unit() const { return pending_size_ != 0; }

  /// The open string as a whole.
  void put_string(std::string_view characters);

  /// Forgets what was read of a number or a literal.
  void drop_characters() { chars_ = token_; }

  /// Forgets the last value, a number or a literal.
  void drop_scalar() { --words_; }

  /// The last string ends so many characters earlier.
  void cut_string(std::size_t by);

  /// The literal with this first letter.
  void put_literal(char first);

  /// A bracket at `at`; false if that would be too deep. And the one that closes it, behind `end`.
  bool open(bool object, std::size_t at);
  void close(std::size_t end);

  /// Takes back the last closing bracket; a comma that was read behind it stands inside then.
  void reopen(bool comma);

  /// The last element of an array is a key of the object around it, behind the end of the array.
  void move_key_out(std::size_t end);

  /// The last value, a string, becomes the first key of an object. False if that would be too deep.
  bool wrap_key();

  /// The last value of an object becomes the first element of an array, and what was begun behind it the second.
  bool wrap_elements();

 private:
  static constexpr std::uint32_t kNoContainer = 0xffffffffU;

  bool read_piece(std::string_view piece);

  /// Reads on from the present state: the loop over the grammar.
  template <bool kTracked>
  bool parse(const char* p, const char* end);

  /// Reads a piece of a few bytes, as far as that is simple.
  template <bool kTracked>
  const char* read_short(const char* p, const char* end);
  [[nodiscard]] bool has_room_for(std::size_t size) const;

  /// Takes the rest of an escape or a UTF-8 sequence that a piece cut off the next one.
  bool resume_unit(std::string_view& piece);

  /// Reads on inside a token that a piece cut; returns where it stopped, or null on failure.
  const char* resume_number(const char* p, const char* end);
  const char* resume_literal(const char* p, const char* end);

  const char* skip_white(const char* p, const char* end);

  bool fail(Failure::Kind kind, std::size_t offset, unsigned char byte, std::string_view expected);
  bool fail_unexpected(const char* p);
  bool fail_in_string(std::size_t offset, unsigned char byte);
  bool fail_too_deep(std::size_t offset);
  bool fail_too_large(std::size_t size);
  bool fail_at_end();

  [[nodiscard]] std::uint32_t container(std::size_t level) const {
    return level + 1 < frames_.size() ? frames_[level + 1].index : top_;
  }
  [[nodiscard]] Tag top_tag() const { return static_cast<Tag>(block_->words.data()[top_] >> kTagShift); }
  [[nodiscard]] std::string_view expected_here() const;
  [[nodiscard]] std::size_t offset_of(const char* p) const { return offset_ + static_cast<std::size_t>(p - piece_); }

  void settle_number();
  [[nodiscard]] std::uint64_t number_word(const char* text, std::size_t size) const;
  [[nodiscard]] std::size_t valid_number_prefix() const;
  std::optional<Value> partial_slowly();
  [[nodiscard]] std::size_t visible_words(State state);
  bool show_open_token(State state);
  [[nodiscard]] Foothold foothold(std::size_t words, std::size_t chars, std::uint32_t count) const {
    return {static_cast<std::uint32_t>(tracker_.value_end),
            static_cast<std::uint32_t>(tracker_.value_begin),
            static_cast<std::uint32_t>(line_start_),
            tracker_.line_indent,
            static_cast<std::uint32_t>(words),
            static_cast<std::uint32_t>(chars),
            count};
  }

  void open_to_all();
  void open_string_to_all();
  void close_to_all();

  void put_word(std::uint64_t word);
  bool wrap(bool object, std::uint32_t index, std::size_t at);
  [[nodiscard]] std::uint32_t last_value() const;

  OpenString open_;
  std::uint64_t unseen_ = 0;  // where open_ shows what is not to be seen
  Limits limits_;
  bool tracked_;
  std::shared_ptr<Block> block_;
  std::size_t words_ = 0;  // words in use
  std::size_t chars_ = 0;  // characters in use
  std::size_t token_ = 0;  // where the characters of the open string, number or literal begin
  std::uint32_t top_ = kNoContainer;
  std::uint32_t count_ = 0;  // children of the innermost container
  State state_ = State::kValue;
  State failed_in_ = State::kValue;
  NumberState number_ = NumberState::kSign;
  std::uint8_t pending_size_ = 0;
  std::array<char, 12> pending_{};  // an escape or UTF-8 sequence cut by a piece; a surrogate pair has 12 bytes
  FrameStack frames_;               // the containers around the innermost
  KnownMembers* known_ = nullptr;   // asked for values, if there is one
  const char* piece_ = nullptr;     // the piece being read; what stands before it has offset_ bytes
  std::size_t offset_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;  // offset of the line's first byte
  Tracker tracker_;
  Failure failure_;
  mutable std::optional<Error> error_;  // failure_ in words, once somebody has asked
};

}  // namespace acode::json::detail
