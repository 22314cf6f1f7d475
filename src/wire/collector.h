// Where a dialect says what it has read; from here it goes out as deltas.
//
// The collector knows what is the same for all dialects: that a call is complete when the answer ends, that an answer
// with calls wants tools to be run whatever its finish reason says (quirk 11), and that a stream without an end was
// cut.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "acode/wire/wire.h"
#include "wire/call_assembler.h"

namespace acode::wire::detail {

class Collector {
 public:
  /// The names must outlive this.
  Collector(const WireLimits& limits, const CallHabits& habits, std::span<const std::string> tool_names)
      : limits_(limits), habits_(habits), calls_(limits, habits, tool_names) {}

  void text(std::string_view text);
  void reasoning(std::string_view text);

  /// What comes from now on comes of another event.
  void begin_event() { event_begin_ = out_.size(); }
  /// The words of that event, if there are some and nothing else came of it; otherwise empty.
  [[nodiscard]] std::string_view only_words() const;
  /// More words of the kind that came last.
  void more_words(std::string_view words);

  /// A part of the stream begins or ends, in a dialect that numbers them.
  void begin_part(StreamPart part);
  void end_part(std::size_t index, std::string json = {});
  [[nodiscard]] const StreamParts& parts() const { return parts_; }
  /// As far as it is known here: not how many events there were, nor whether one is open.
  [[nodiscard]] StreamProgress progress() const {
    return {.begun = parts_.begun.size(),
            .done = parts_.done.size(),
            .is_fresh = part_is_fresh_,
            .is_ending = has_finish()};
  }

  void call(const CallPiece& piece);
  void end_call(std::string_view id, std::optional<std::int64_t> index) { calls_.end(id, index, out_); }
  void whole_arguments(std::string_view id, std::string_view text) { calls_.take_whole(id, text, out_); }
  void usage(const Usage& usage);
  void error(ErrorDelta error);

  /// The provider's word for why it ended; the answer itself may go on for a little.
  void finish(std::string_view word);
  void finish(FinishReason reason, std::string_view word);

  /// The answer has ended: `[DONE]`, `message_stop`, `done: true`.
  void end();

  /// What was read was a whole body and no stream: it may say nothing about why it ended.
  void whole() { whole_ = whole_ || !reading_cut_; }

  /// What is read now was cut: it is not whole, and a word in it may be half a word.
  void reading_cut(bool cut) { reading_cut_ = cut; }

  /// The connection has ended.
  void close();

  [[nodiscard]] bool has_text() const { return has_text_; }
  [[nodiscard]] bool has_reasoning() const { return has_reasoning_; }
  [[nodiscard]] const CallAssembler& calls() const { return calls_; }
  [[nodiscard]] bool has_error() const { return has_error_; }
  [[nodiscard]] bool has_finish() const { return pending_ || ended_; }
  [[nodiscard]] bool ended() const { return ended_; }

  /// Something had to be put right that the calls do not know of.
  void note_odd() { odd_ = true; }
  [[nodiscard]] bool regular() const { return !odd_ && calls_.regular(); }
  std::vector<Delta> take() { return std::exchange(out_, {}); }

 private:
  [[nodiscard]] FinishReason derived(FinishReason reason) const;
  [[nodiscard]] ErrorDelta cut() const;

  WireLimits limits_;
  CallHabits habits_;
  CallAssembler calls_;
  std::vector<Delta> out_;
  std::size_t event_begin_ = 0;
  StreamParts parts_;
  std::optional<FinishDelta> pending_;  // said, and not handed on
  Usage usage_;
  std::string last_code_;       // of the provider's last error …
  std::string last_message_;    // … and what it said
  bool part_is_fresh_ = false;  // the last part is for text, and has none
  bool has_text_ = false;
  bool has_reasoning_ = false;
  bool was_reasoning_ = false;  // the last words
  bool has_error_ = false;
  bool too_many_ = false;
  bool whole_ = false;
  bool reading_cut_ = false;
  bool ended_ = false;
  bool cut_off_ = false;  // it ended for its length, or was withheld
  bool odd_ = false;
};

}  // namespace acode::wire::detail
