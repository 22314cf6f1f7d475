// Reads an upstream's answer and says, in order, what of it may reach the client: words as they stand, calls that were
// looked at.
//
//   Judge judge(pipeline, plan);
//   judge.feed(frame);
//   while (auto item = judge.next()) …
//
// Words are told as places in the text that the model wrote (text()), so that who sends them on can send the very bytes
// they came in. Everything between two words is theirs too (`<think>`), unless a call was found there: then it is its.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acode/pipeline/pipeline.h"
#include "acode/wire/wire.h"
#include "gateway/guard_plan.h"
#include "gateway/queue.h"
#include "gateway/repetition.h"

namespace acode::gateway {

/// Words for the reader: this part of Judge::text().
struct Words {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Words of the model for itself.
struct InnerWords {
  std::string text;
};

/// A call, good or not.
struct JudgedCall {
  pipeline::ToolCall call;
  bool as_sent = false;  ///< the provider sent it as a call, and nothing had to be changed
  /// Asked for it again, the model took it back, and said this.
  std::optional<std::string> said_instead{};

  [[nodiscard]] bool is_good() const { return call.ok(); }
  [[nodiscard]] bool is_bad() const { return !call.ok() && !said_instead; }
};

/// Whether nothing had to be done about a call: the provider sent it as one, and it was right.
bool is_as_sent(const pipeline::ToolCall& call);

/// The provider failed, or what it sent cannot be read.
struct Failure {
  wire::ErrorDelta error;
};

using Item = std::variant<Words, InnerWords, JudgedCall, Failure>;

class Judge {
 public:
  /// The pipeline must outlive this. Calls of the plan's repetition are refused.
  Judge(const pipeline::Pipeline& pipeline, const GuardPlan& plan);

  /// The next bytes of the answer.
  void feed(std::string_view bytes);

  /// They have ended.
  void finish();

  /// The next thing to tell.
  std::optional<Item> next();

  /// All that the model wrote as text, so far.
  [[nodiscard]] std::string_view text() const { return text_; }
  /// Up to where in it everything has been told, if no call was found in it.
  [[nodiscard]] std::size_t told_text() const { return told_text_; }

  /// Calls that the provider has begun to send, and how many of them were told.
  [[nodiscard]] std::size_t calls_begun() const { return calls_begun_; }
  [[nodiscard]] std::size_t calls_told() const { return calls_told_; }
  /// The call that is coming can no longer become valid, and why.
  [[nodiscard]] const std::optional<pipeline::Finding>& doomed() const { return doomed_; }

  [[nodiscard]] const wire::Decoder& decoder() const { return decoder_; }
  /// What the answer says of itself; with this model, if it does not name one.
  [[nodiscard]] wire::Envelope envelope(const std::string& model) const;
  /// Why it ended: as the provider says, unless that does not go with what the client gets.
  [[nodiscard]] wire::FinishDelta finish_with(bool has_calls) const;
  [[nodiscard]] const wire::Usage& usage() const { return usage_; }
  /// By which the answer is known, from the start.
  [[nodiscard]] std::string_view correlation_id() const { return session_.correlation_id(); }
  /// Once it is finished: what came of it all.
  [[nodiscard]] const pipeline::ParseResult& result() const { return result_; }
  [[nodiscard]] pipeline::ParseResult& result() { return result_; }

 private:
  /// What is done with reasoning that stands in the text between tags.
  enum class ThoughtsInText : std::uint8_t {
    kStay,   // it stays where it is, tags and all
    kLeave,  // it becomes InnerWords, without the tags
  };

  void take(const wire::Delta& delta);
  void take(pipeline::SessionEvent&& event);
  void tell(pipeline::ToolCall&& call);
  void tell_words(std::size_t begin, std::size_t size);
  void note(const wire::TextDelta& delta);
  void note(const wire::CallDelta& delta);
  void note(const wire::FinishDelta& delta) { finish_ = delta; }
  void note(const wire::UsageDelta& delta) { usage_ = delta.usage; }
  void note(const wire::ErrorDelta& delta);
  static void note(const wire::ReasoningDelta& /*told by the session*/) {}

  wire::Decoder decoder_;
  pipeline::Session session_;
  ThoughtsInText thoughts_;
  Repetition repetition_;
  Queue<Item> items_;
  std::string text_;
  std::size_t told_text_ = 0;
  bool call_since_words_ = false;
  std::size_t calls_begun_ = 0;
  std::size_t calls_told_ = 0;
  std::optional<pipeline::Finding> doomed_;
  std::optional<wire::FinishDelta> finish_;
  wire::Usage usage_;
  pipeline::ParseResult result_;
};

}  // namespace acode::gateway
