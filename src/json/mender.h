// The tolerant reader at work.
//
// At first it only passes the bytes to the strict machine: most texts are valid. When that fails on a text that is there as
// a whole, the quick mender (quick_mender.h) may know at once what to do. Else readings (reading.h) go over the text again
// from a little before that place (tracker.h). Once only one of them is left, all but its last few
// tokens is settled: the changes become edits. At the end the repaired text goes to the strict machine, whose tree is the
// result. So the tree always is that of the repaired text, and a text that could not be made valid cannot slip through.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/error.h"
#include "acode/json/repair.h"
#include "json/edits.h"
#include "json/emitter.h"
#include "json/escaped_layer.h"
#include "json/lexer.h"
#include "json/machine.h"
#include "json/mass.h"
#include "json/preview.h"
#include "json/quick_mender.h"
#include "json/reading.h"
#include "json/readings.h"

namespace acode::json::detail {

class Mender {
 public:
  explicit Mender(const RepairOptions& options);

  void reset();
  bool feed(std::string_view piece);
  bool finish();
  bool read(std::string_view text);
  std::optional<Value> partial();

  [[nodiscard]] bool attempted() const { return mending_; }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool truncated() const { return truncated_; }
  [[nodiscard]] double confidence() const { return confidence_; }
  [[nodiscard]] std::string_view original() const { return original_; }
  [[nodiscard]] std::string_view text() const;
  [[nodiscard]] Edits edits() const;
  [[nodiscard]] Value value() const { return machine_.value(); }
  [[nodiscard]] const Error* error() const { return error_ ? &*error_ : nullptr; }

 private:
  using Clock = std::optional<std::chrono::steady_clock::time_point>;

  // mender.cc: driving the readings.
  bool start_mending();
  bool mend_quickly();
  [[nodiscard]] bool is_as_expected(Value value, Hints::Place place, int levels) const;
  [[nodiscard]] bool is_known(std::string_view name, Hints::Place object, Hints::Place place) const;
  [[nodiscard]] bool may_be_too_large() const;
  bool advance();
  void show_text(bool final);
  void begin_reading();
  void begin_at(const Tracker::Start& start);
  bool go_on(Reading& r, const Readings::Lease& lease);
  bool step(Reading& r);
  static void note_progress(Reading& r, std::uint32_t from);
  [[nodiscard]] int needed_margin() const;
  void settle_if_alone();
  [[nodiscard]] static std::uint32_t safe_point(const Reading& r);
  void settle(std::uint32_t safe);
  std::vector<Change> keep_changes(const Reading& r, std::uint32_t safe, std::vector<Change>* settled) const;
  void relog(Reading& r, const std::vector<Change>& changes);
  void begin_edits(const Reading& r);
  void update_preview();
  bool give_up(ErrorCode code, std::size_t offset, std::string message);
  bool refuse(const Reading* best);
  [[nodiscard]] static bool too_many(const Reading& r);
  bool finish_mending();
  bool finish_early(Reading& r);
  void collect_edits(const Reading& r);
  bool accepts_rest(const Reading& r);
  std::string_view begin_repaired();
  bool read_repaired();
  [[nodiscard]] bool edits_allowed() const;
  void sum_up_confidence();
  bool out_of_time(Clock& since);

  // compact.cc: what no reading needs any more.
  void compact();
  void bound_memory();

  // grammar.cc: one token at a place.
  void step_place(Reading& r);
  [[nodiscard]] bool space_before(std::uint32_t at) const;
  Token next_token(Reading& r);
  void step_key(Reading& r);
  void step_colon(Reading& r);
  void step_value(Reading& r);
  void step_next(Reading& r);
  void step_string(Reading& r);
  [[nodiscard]] std::uint32_t skip_characters(const StringSpan& string, std::uint32_t at) const;
  bool may_end(std::uint32_t behind);
  static void inner_quote(Reading& r, std::uint32_t behind);
  std::uint32_t escape_length(StringSpan& string, std::uint32_t at);
  void close_string(Reading& r, std::uint32_t end, std::uint32_t closing);
  void end_string(Reading& r, std::uint32_t end, std::uint32_t closing, EditKind missing);
  void comma(Reading& r, const Token& t);
  void concatenate(Reading& r, const Token& plus);
  void key_without_colon(Reading& r, const Token& t);
  void missing_value(Reading& r, const Token& t);
  void another_value(Reading& r, const Token& t);

  // outside.cc: before and behind the outermost value.
  void step_start(Reading& r);
  void step_after(Reading& r);
  void start_value(Reading& r, const Token& t);
  void search_start(Reading& r);
  void after_comma(Reading& r, const Token& t);
  void next_outermost(Reading& r, const Token& t, bool comma);
  void skip_rest(Reading& r, const Token& t);
  void end_here(Reading& r, const Token& t);
  int cost_of_skipping(std::size_t begin, std::size_t end);
  void begin_line(Reading& r, std::uint32_t at) const;
  std::uint32_t find_candidate(std::uint32_t from);

  // skim.cc: what is JSON to the letter.
  bool skim(Reading& r, std::uint32_t limit, int most);
  bool skim_token(Reading& r, std::uint32_t limit);
  static bool skim_line(Reading& r, std::uint32_t line, std::uint32_t at, char c);
  bool skim_key(Reading& r, const char* key, const char* end, const char* line);
  bool skim_member(Reading& r, const char* value, const char* value_end, const char* end);
  void take_skimmed(Reading& r, char c, std::uint32_t at, std::uint32_t end);
  [[nodiscard]] bool belongs_outside(const Reading& r, std::string_view name) const;
  void expect_skimmed(Reading& r, Hints::Place place, std::string_view value) const;

  // unquoted.cc: what is not quoted.
  void word_as_key(Reading& r, const Token& t);
  void word_without_colon(Reading& r, const Token& t, std::uint32_t end);
  void fork_string_before(const Reading& r);
  void fork_key_without_colon(const Reading& r, std::uint32_t begin, std::uint32_t end);
  void word_as_value(Reading& r, const Token& t);
  bool scalar(Reading& r, std::uint32_t begin, std::uint32_t end);
  void join_word(Reading& r, const Token& t);
  void quote_words(Reading& r, EditKind kind, std::uint32_t begin, std::uint32_t end);

  // forks.cc: other ways to understand what was read.
  Reading& fork(const Reading& r) { return readings_.fork(r); }
  void doubt_last_string(Reading& r);
  void fork_content(const Reading& r);
  void fork_breaks(const Reading& r, std::uint32_t end);
  void fork_listed(const Reading& before);
  void string_here(Reading& r, std::uint32_t begin, bool key);
  void fork_string_here(const Reading& r, std::uint32_t begin, bool key);
  void closer(Reading& r, const Token& t);
  void close_with(Reading& r, const Token& t);
  void close_levels(Reading& r, std::uint32_t levels, bool keep_comma);
  void drop_comma(Reading& r);
  void wrong_closer(Reading& r, const Token& t);
  void check_column(Reading& r, const Token& t);
  void check_first_column(Reading& r, const Token& t, std::uint32_t column);
  void insert_opener(Reading& r, const Token& t);
  void check_closing_column(Reading& r, const Token& t);
  void key_in_array(Reading& r, const Token& t);
  [[nodiscard]] std::uint32_t levels_to_name(const Reading& r, std::string_view name) const;
  void fork_outer_member(const Reading& r, std::uint32_t begin, std::string_view name);

  // moves.cc: the elementary moves of a reading.
  static void pay(Reading& r, int cost) { r.cost += cost; }
  static void kill(Reading& r) { r.cost = kDead; }
  [[nodiscard]] bool allowed(EditKind kind) const;
  void add_change(Reading& r, const Change& change, int cost);
  void append_change(Reading& r, const Change& change);
  void replace(Reading& r, EditKind kind, std::uint32_t offset, std::uint32_t length, std::string_view insert);
  void open(Reading& r, char bracket, std::uint32_t begin, std::uint32_t end);
  void close(Reading& r, std::uint32_t begin, std::uint32_t end);
  void pop(Reading& r);
  void push(Reading& r, char bracket, std::uint32_t begin);
  void insert_closer(Reading& r, std::uint32_t offset);
  bool wrap(Reading& r, char bracket);
  void reopen(Reading& r);
  void value_done(Reading& r, std::uint32_t begin, std::uint32_t end, LastValue kind, std::uint32_t hash) const;
  void value_done(Reading& r, std::uint32_t begin, std::uint32_t end, LastValue kind) const {
    value_done(r, begin, end, kind, span_hash(begin, end));
  }
  void begin_string(Reading& r, std::uint32_t begin, bool key);
  static void start_string(Reading& r, std::uint32_t begin, const Lexer::Opening& opening, bool key);
  bool opens_twice(std::uint32_t begin);
  void note_string(Reading& r, const Change& change);
  [[nodiscard]] int price_of(Hints::Place place, Kind kind) const;
  void expect(Reading& r, Kind kind) const { pay(r, price_of(r.hint, kind)); }
  void expect_text(Reading& r, std::string_view text) const;
  void name_hint(Reading& r, std::string_view name) const;
  void drop_from(Reading& r, std::uint32_t offset);
  [[nodiscard]] const Frame& enclosing(const Reading& r, std::uint32_t levels) const;
  [[nodiscard]] static bool matches(char open, TokenKind closer);

  // ending.cc: the end of the text.
  void end_of_text(Reading& r, std::uint32_t end);
  void end_value_early(Reading& r, std::uint32_t end);
  void end_in_string(Reading& r);
  [[nodiscard]] bool ends_with_closers(const Reading& r) const;

  RepairOptions options_;
  Machine machine_;
  QuickMender quick_;
  Preview preview_;
  bool previewed_ = false;
  const Emitter nothing_settled_;
  Lexer lexer_;
  std::string original_;
  EscapedLayer layer_;
  bool escaped_ = false;        // the text is read through the layer
  bool seems_escaped_ = false;  // its first quote has a backslash
  mutable std::string repaired_;
  mutable bool repaired_made_ = false;  // else it is made when somebody asks
  std::optional<Error> error_;
  Failure strict_failure_;
  bool mending_ = false;
  bool ok_ = false;
  bool over_ = false;
  bool truncated_ = false;
  bool too_deep_ = false;
  double confidence_ = 1.0;

  Readings readings_;
  std::vector<Reading> snapshots_;
  std::vector<StackNode> stack_;
  std::vector<Change> log_;
  static constexpr std::size_t kFewEntries = 2048;  // in the two lists: no need to look for what is not needed
  std::size_t compact_at_ = kFewEntries;
  Emitter emitter_;                     // edits of what is settled
  std::vector<Change> pending_;         // scratch
  std::uint32_t edits_start_ = 0;       // Reading::start of the reading whose edits these are
  bool may_finish_early_ = false;       // not tried yet
  std::uint32_t finished_log_ = kNone;  // Reading::log of the reading whose tree the machine has already
  std::uint32_t foothold_ = 0;          // where the readings began, and the machine waits; 0 if at the start
  Mass mass_;
  std::uint32_t searched_from_ = kNone;  // find_candidate(): what was asked last …
  std::uint32_t found_at_ = 0;           // … and the answer
  std::size_t retry_at_ = 0;             // do not try a starved step again before the text is this long
  std::uint32_t steps_ = 0;
  std::uint32_t settles_ = 0;
  std::chrono::steady_clock::duration spent_{};  // on this text, as far as it was measured
};

}  // namespace acode::json::detail
