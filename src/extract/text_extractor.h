// The push extractor: one scan for markers, a reader for what each of them opens, and what is left is prose.
//
// Every byte is said exactly once: as content, as reasoning, as framing (calls and what marks them), or as invented. What
// is said depends on the text alone, never on how it was cut: nothing is decided before the text that decides it is there.
//
// This is what stands behind acode/extract/extract.h's Extractor, for those inside the library who have a place for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "acode/extract/extract.h"
#include "extract/catalog.h"
#include "extract/construct.h"
#include "extract/markers.h"
#include "extract/reader_room.h"
#include "extract/repeats.h"
#include "extract/string_pieces.h"

namespace acode::extract {

/// What readers may spend on texts that turn out to be no calls, so that the work is linear in the text: as much as the
/// text is long, twice, and a little more.
class Patience {
 public:
  void spend(std::size_t bytes) { spent_ += bytes; }
  [[nodiscard]] bool is_left(std::size_t offset) const { return spent_ <= 2 * offset + kLittle; }

 private:
  static constexpr std::size_t kLittle = std::size_t{64} << 10;
  std::size_t spent_ = 0;
};

class TextExtractor {
 public:
  /// The recognizer must outlive this, and so must the place for its readers, if there is one: see reader_room.h.
  TextExtractor(const Recognizer& recognizer, bool starts_in_reasoning, ReaderPlace* place = nullptr);
  TextExtractor(std::shared_ptr<const Catalog> catalog, bool starts_in_reasoning, ReaderPlace* place = nullptr,
                bool fences = true);

  // As Extractor's.
  void feed(std::string_view piece, Listener& listener);
  void finish(std::string_view last, Listener& listener);
  bool absorb(std::string_view piece) {
    return within_ != Within::kNothing && (!pieces_.full() || make_room()) && pieces_.take(piece);
  }
  std::optional<PartialTextCall> partial();

 private:
  enum class Mode : std::uint8_t {
    kContent,
    kReasoning,  // a tag opened it, and a tag closes it
    kThought,    // a header opened it, and the next header or the end of the message closes it
    kInvented,   // to the end of the text
  };

  [[nodiscard]] std::string_view rest() const { return text_.substr(head_); }
  [[nodiscard]] bool reasoning() const { return mode_ == Mode::kReasoning || mode_ == Mode::kThought; }

  /// What was read as calls inside reasoning: a quotation if the reasoning goes on to its end, else meant (TX-5).
  struct Doubtful {
    std::string text;
    std::size_t offset;
    std::vector<TextCall> calls;  // none: it is reasoning in any case
  };

  void run(bool final);

  // the text

  // A piece is read where it stands, unless something was kept that goes before it.
  void take(std::string_view piece, Listener& listener) {
    listener_ = &listener;
    if (!kept_.empty() || !pieces_.empty()) return take_behind(piece);
    text_ = piece;
    head_ = 0;
  }
  void take_behind(std::string_view piece);
  bool make_room();
  void keep_rest();

  // markers
  bool find_marker(bool final);
  void open();
  void is_text();
  bool take_marker(const Meaning& meaning, std::string_view marker);
  void end_reasoning();
  bool take_turn(Turn::Whose whose, std::string_view marker);

  // constructs
  void try_next();
  bool read_construct(bool final);
  bool is_more_space(std::string_view text);
  void take_construct(Look& look);
  void take_plain(std::span<PlainCall> calls, std::size_t length);
  void end_calls(std::size_t length);
  void leave_calls(std::size_t length);
  void insert_constants(TextCall& call) const;
  void take_header(Look& look);
  void settle_doubtful(bool meant);

  // saying
  void say_calls(std::vector<TextCall>& calls);
  void say_repeated(const std::string& name, std::size_t offset);
  void pass(std::size_t length, bool last);
  void say_text(std::string_view text, std::size_t offset, bool last = false);
  void remember(std::string_view text);
  void frame(std::size_t length);
  void invent(std::size_t length);
  void skip(std::size_t length);
  void advance(std::size_t length);

  std::shared_ptr<const Catalog> catalog_;
  bool fences_;
  Mode mode_;
  bool words_opened_it_ = false;  // the reasoning: `Here is my thought process:`
  std::string kept_;              // of earlier pieces
  std::string_view text_;         // that and the piece at hand
  std::size_t head_ = 0;          // of the text that is still to be looked at
  std::size_t offset_ = 0;        // of the same in the text as a whole
  std::size_t scanned_ = 0;       // from the head on: no marker begins before
  std::size_t lead_ = 0;          // from the head on: white space behind a call, before the marker at hand
  std::size_t blank_ = 0;         // from the head on: white space behind a call, as far as it is known
  std::size_t looked_ = 0;        // how much of the text the reader at hand has seen
  Before before_;
  bool behind_call_ = false;  // nothing but white space and markers since the last call

  ReaderRoom reader_;
  const Format* format_ = nullptr;
  MarkerList candidates_;
  std::size_t next_candidate_ = 0;
  std::string remark_;                // of those that were tried
  Within within_ = Within::kNothing;  // what the reader at hand is in
  StringPieces pieces_;               // that go on with it
  Patience patience_;

  std::string recent_;  // content
  std::vector<Doubtful> doubtful_;
  Repeats repeats_;
  std::size_t calls_ = 0;
  bool content_so_far_ = false;
  bool said_else_ = false;  // something other than content
  Listener* listener_ = nullptr;
};

}  // namespace acode::extract
