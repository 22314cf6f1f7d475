// What a client gets of a streamed answer: prose at once, calls when they are whole and valid (GW-2, GW-3).
//
//   StreamGuard guard(pipeline, plan);
//   while (upstream sends bytes) { guard.feed(bytes, out); client.write(out); }
//   guard.finish(out);
//   for (JudgedCall* call : guard.rejected()) *call = ask_again(*call);       // meanwhile the client has its prose
//   guard.close(out);
//
// Where client and upstream speak the same dialect and nothing is wrong, the client gets the upstream's bytes: frames wait
// until their words are known to be words and their calls to be valid, and then pass as they are. The first thing that is
// wrong ends this: from there on the answer is written anew, behind what the client has. Frames that say nothing pass too, but
// for the end of the answer and the beginning of a text, which may have to be written otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/pipeline/pipeline.h"
#include "acode/wire/wire.h"
#include "gateway/frames.h"
#include "gateway/guard_plan.h"
#include "gateway/judge.h"
#include "gateway/queue.h"

namespace acode::gateway {

class StreamGuard {
 public:
  /// The pipeline must outlive this.
  StreamGuard(const pipeline::Pipeline& pipeline, GuardPlan plan);
  StreamGuard(const StreamGuard&) = delete;
  StreamGuard& operator=(const StreamGuard&) = delete;
  ~StreamGuard() = default;

  /// The next bytes of the upstream. What the client may have by now goes behind `out`.
  void feed(std::string_view bytes, std::string& out);

  /// The rest of the answer is not wanted: see is_doomed(). To be called before finish().
  void abandon() { is_abandoned_ = true; }

  /// Tokens that were spent on asking again: the client pays for them.
  void add_usage(const wire::Usage& usage) { extra_usage_ = extra_usage_ + usage; }

  /// The upstream has ended, or is no longer listened to. What is left of good things goes behind `out`.
  void finish(std::string& out);

  /// After finish(): the calls with an error, to be replaced by whoever can; good ones are then sent, and those that are
  /// still bad are told of as errors.
  [[nodiscard]] std::vector<JudgedCall*> rejected();

  /// After finish(): an answer without any call will not do. This one, which has an error, stands for what is missing; it is
  /// among the rejected. Nothing happens if there are calls.
  void demand(const pipeline::ToolCall& missing);

  /// After finish(): the end of the answer.
  void close(std::string& out);

  /// What can be sent at any time without meaning anything: a comment, or words that are none.
  [[nodiscard]] std::string sign_of_life() const;

  /// Whether the answer is over: the upstream need not be waited for.
  [[nodiscard]] bool ended() const { return judge_.decoder().ended(); }

  /// Whether a call is coming that can no longer become valid, and nothing else is lost by not hearing the rest.
  [[nodiscard]] bool is_doomed() const { return judge_.doomed().has_value(); }

  /// Whether the client got, or will get, anything else than the upstream sent.
  [[nodiscard]] bool has_changed() const { return encoder_.has_value(); }

  /// After close(): whether the client was told of an error, since there was nothing else in the answer that it could use.
  [[nodiscard]] bool has_failed() const { return has_failed_; }

  [[nodiscard]] Judge& judge() { return judge_; }

 private:
  struct Frame {
    std::string bytes;
    std::size_t number = 0;
    std::size_t text_end = 0;     // of all text, at its end
    std::size_t calls_begun = 0;  // by then
    bool says_something = false;
    bool is_event = true;           // not just a sign of life
    bool is_understood = false;     // by itself
    wire::StreamProgress progress;  // by then
  };
  struct Told {
    Item item;
    std::size_t frame = 0;  // in which it was told
  };

  void take_frame(std::string_view bytes, std::string& out);
  void read_frame(std::string_view bytes);
  void collect();
  [[nodiscard]] bool must_take_over() const;
  void pass_frames(std::string& out);
  void pass(std::size_t count, std::string& out);
  [[nodiscard]] bool is_blocked(const Frame& frame) const;
  void mark_as_passed(const Frame& last);
  bool pop_passed(const Frame& last);
  void remember(const Item& item);

  void take_over();
  [[nodiscard]] wire::StreamParts passed_parts() const;
  void write_told(std::string& out);
  void write(const Item& item, std::string& out);
  void write(const wire::Delta& delta, std::string& out) { out += encoder_->encode(delta); }
  void write_call(const pipeline::ToolCall& call, std::string& out);
  void write_end(std::string& out);
  void write_finish(std::string& out);
  void forget_the_cut();
  void look_at(std::string_view bytes);
  [[nodiscard]] std::string words(const Words& words) const;

  GuardPlan plan_;
  Judge judge_;
  FrameCutter cutter_;
  std::size_t frames_seen_ = 0;

  Queue<Frame> frames_;            // not passed
  Queue<Told> told_;               // by the judge, and not sent
  std::vector<wire::Delta> said_;  // what was sent as it came, in our words
  std::size_t passed_text_ = 0;
  std::size_t passed_events_ = 0;
  wire::StreamProgress passed_;  // how far the client has come
  std::size_t last_text_end_ = 0;

  std::optional<wire::Encoder> encoder_;  // once frames do not pass as they are
  std::size_t calls_sent_ = 0;
  std::vector<Item> waiting_;  // from the first call with an error on
  wire::Usage extra_usage_;
  bool is_abandoned_ = false;
  bool is_finished_ = false;
  bool has_failed_ = false;
};

}  // namespace acode::gateway
