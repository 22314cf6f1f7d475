// Mending in place: the slips that have one sensible reading.
//
// When the strict machine fails, the place often tells all: a comma before a closing bracket is one too many, whatever
// else is in the text. The quick mender notes the edit, brings the machine to where it would be had the text been right,
// and lets it go on. So the tree is made in one pass, and no reading (reading.h) is carried.
//
// It answers only if the readings would have answered the same. They take the cheapest reading, if no other comes near. So
// the quick mender adds up what its own reading costs, and keeps the least that any of those could cost which the readings
// would have forked off on the way: its rivals. It never follows them. If at the end they are too far off to matter, the
// answer is theirs; if not, or if a place needs more thought, it declines and the readings begin.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "json/edits.h"
#include "json/emitter.h"
#include "json/escaped_layer.h"
#include "json/lexer.h"
#include "json/machine.h"
#include "json/reading.h"
#include "json/string_ends.h"

namespace acode::json::detail {

class QuickMender {
 public:
  explicit QuickMender(Machine& machine) : machine_(machine) {}

  /// Goes on where the machine has failed on a text that is there as a whole. True if that was mended: the machine has
  /// the tree, and `emitter` the edits. Else both are of no use any more.
  bool mend(std::string_view text, Emitter& emitter);

  /// Whether mend() has left the machine as it was when it failed first.
  [[nodiscard]] bool untouched() const { return untouched_; }

  /// As TolerantReader::truncated().
  [[nodiscard]] bool truncated() const { return truncated_; }

 private:
  using State = Machine::State;
  using Mend = bool (QuickMender::*)();

  /// What is done about a byte that was not expected in a state.
  struct Slip {
    State state;
    std::string_view bytes;  // empty: the end of the text
    Mend mend;
    bool in_column = false;  // the readings would look at its column, if it is the first on its line
  };
  class Table;

  /// A reading that takes a quote for a part of the string before it.
  struct Inside {
    std::uint32_t quote;
    int before;  // what was paid when it came up
    int least;
    bool key;
    bool in_object;
    bool outermost;
    bool apart;  // it has other brackets open than the reading at hand
    bool followed;
  };

  static const Slip* find_slip(State state, int byte);

  // quick_mender.cc: driving, and the account.
  bool mend_all();
  bool mend_next();
  [[nodiscard]] bool affordable();
  Machine& change();
  bool go(std::uint32_t at, State state);
  bool edit(EditKind kind, std::uint32_t offset, std::uint32_t removed, std::string_view inserted);
  bool edit_free(EditKind kind, std::uint32_t offset, std::uint32_t removed, std::string_view inserted);
  bool edit_opener(EditKind kind, std::string_view bracket);
  void rival(int more);
  void rival_unbalanced(int more);
  void rival_elsewhere();
  void rival_ended(int more);
  void assume_right() { right_ = slips_; }
  [[nodiscard]] bool assumed_right() const { return right_ != 0 && right_ != slips_; }
  void rival_inside(std::uint32_t quote, bool key, bool apart);
  [[nodiscard]] int follow_inside(const Inside& rival);
  bool doubt_last_string(bool apart = false);
  [[nodiscard]] bool first_on_line() const;
  [[nodiscard]] std::uint32_t value_begin() const;
  [[nodiscard]] std::uint32_t value_end() const;
  [[nodiscard]] std::uint32_t last_comma();
  [[nodiscard]] bool behind_comma() const;
  [[nodiscard]] int byte(std::uint32_t at) { return lexer_.peek(at); }
  [[nodiscard]] bool stuck() const { return at_ == value_end(); }
  [[nodiscard]] bool is_word(std::uint32_t at);
  static int marks(std::string_view text);

  // quick_structure.cc: commas, colons, brackets.
  bool trailing_comma();
  bool extra_comma();
  bool missing_comma();
  bool next_string();
  bool next_container();
  bool next_word();
  bool missing_colon();
  bool insert_colon(const StringSpan& key, const Breaks& breaks);
  bool second_colon();
  bool wrong_closer();
  [[nodiscard]] bool fits_behind(std::uint32_t at, std::size_t depth);
  bool closer_too_many();
  bool closer_too_many_inside(std::size_t outer);
  bool close_here();
  bool missing_closer();
  bool extra_closer();
  bool comma_behind();
  [[nodiscard]] bool closed_in_column();
  bool value_as_key();
  bool key_behind_array();
  bool key_of_object();
  [[nodiscard]] bool closes_inside();
  bool key_as_element();
  bool container_as_key();
  bool word_as_element(std::uint32_t end);
  bool wrap_elements();
  bool missing_container();
  [[nodiscard]] bool is_comment();
  bool comment();

  // quick_columns.cc: lines that are indented oddly.
  [[nodiscard]] Mend odd_line();
  bool odd_closer();
  bool odd_member();
  bool odd_first();
  bool close_outer(std::size_t levels);
  bool open_here();
  bool stay_in_odd_line();
  [[nodiscard]] std::size_t levels_out(std::uint32_t Tracker::Level::*column, bool any_kind) const;
  [[nodiscard]] bool starts_value();
  [[nodiscard]] bool further_in() const;

  // quick_strings.cc: quotes behind strings and inside them.
  [[nodiscard]] StringSpan string_before(std::uint32_t end, bool key) const;
  [[nodiscard]] std::uint32_t next_quote(std::uint32_t from) const;
  bool control_character();
  bool string_goes_on();
  bool break_string(const StringSpan& string, std::uint32_t stop);
  [[nodiscard]] bool ends_value(std::uint32_t quote);
  [[nodiscard]] bool lands(std::uint32_t stop, std::uint32_t end, bool in_object);
  bool break_value(const StringSpan& string, const Breaks& breaks, bool before_key);
  bool break_key(const StringSpan& string, const Breaks& breaks);
  [[nodiscard]] bool quote_goes_on();
  [[nodiscard]] int unfit_end(std::uint32_t quote);
  [[nodiscard]] int key_word_price(std::uint32_t at);
  bool quote_inside(int otherwise);
  bool rival_breaks(const StringSpan& string, int paid, unsigned quotes);
  bool read_rest_of_string(std::uint32_t first, std::uint32_t end);
  bool colon_or_break();
  bool single_quoted();
  bool invalid_escape();
  bool mend_string(const StringSpan& string);
  bool go_behind(const StringSpan& string);
  [[nodiscard]] bool fence_ahead() const { return text_.find("```", at_) != std::string_view::npos; }

  // quick_words.cc: words without quotes.
  bool quote_behind_scalar();
  bool key_word();
  bool unquoted_key(std::uint32_t end);
  bool missing_opening_quote(std::uint32_t begin, bool key);
  bool value_word();
  bool half_word();
  bool scalar_goes_on();
  bool scalar_word(std::uint32_t begin, std::uint32_t end);
  bool several_words(std::uint32_t begin, std::uint32_t stop);
  [[nodiscard]] bool is_plain(std::uint32_t begin, std::uint32_t end) const;

  // quick_outside.cc: before and behind the value, and the end of the text.
  bool escaped_text();
  bool text_before();
  bool fence_before();
  bool text_behind();
  [[nodiscard]] bool holds_container();
  bool close_all();
  bool close_behind_comma();
  bool cut_string();
  bool break_at_end(const StringSpan& string);
  bool cut_key();
  [[nodiscard]] StringSpan open_string(bool key) const;
  bool close_levels(std::uint32_t at);

  Machine& machine_;
  Lexer lexer_;
  std::string_view text_;
  Emitter* emitter_ = nullptr;
  EditList* edits_ = nullptr;  // the emitter's
  EscapedLayer layer_;
  std::string scratch_;
  std::uint32_t at_ = 0;     // where the machine has failed
  std::uint32_t next_ = 0;   // where it goes on, …
  State next_state_{};       // … and in which state
  std::uint32_t done_ = 0;   // behind the last edit
  std::uint32_t start_ = 0;  // of the value
  int cost_ = 0;
  unsigned slips_ = 0;  // so far, …
  unsigned right_ = 0;  // … and at this one it was assumed that there are no more; 0 if at none
  int rival_ = kDead;   // the least that another reading costs, but for these, …
  static constexpr std::size_t kMostInside = 4;
  std::array<Inside, kMostInside> inside_{};  // … which are followed some way if they come near
  std::size_t insides_ = 0;
  std::size_t mended_token_ = 0;
  std::uint32_t keys_seen_ = 0;  // up to here it is known whether …
  bool quoted_keys_ = false;     // … there are keys in quotes
  bool has_mended_string_ = false;
  bool inner_quotes_ = false;  // the last string has quotes inside
  bool blind_ = false;         // between the tokens stand things that are none
  bool fenced_ = false;
  bool truncated_ = false;
  bool untouched_ = true;
};

}  // namespace acode::json::detail
