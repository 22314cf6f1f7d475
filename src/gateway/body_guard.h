// What a client gets of an answer that comes whole.
//
//   BodyGuard guard(pipeline, plan);
//   guard.read(body);
//   for (JudgedCall* call : guard.rejected()) *call = ask_again(*call);
//   GuardedBody out = guard.close();
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/pipeline/pipeline.h"
#include "acode/wire/wire.h"
#include "gateway/guard_plan.h"
#include "gateway/judge.h"

namespace acode::gateway {

/// What is sent.
struct GuardedBody {
  std::string body;
  bool changed = false;  ///< it is not what the upstream sent
  bool failed = false;   ///< it is an error: there is nothing in the answer that can be used
};

/// An answer with which nothing is wrong is looked at quickly: what would be sent if something were is not worked out.
class BodyGuard {
 public:
  /// Whether a quick look may be enough; it shows in nothing but the time that it takes.
  enum class Look : std::uint8_t { kQuick, kClose };

  /// The pipeline must outlive this.
  BodyGuard(const pipeline::Pipeline& pipeline, GuardPlan plan);

  /// The upstream's body, or all of its stream. Must live until this is closed.
  void read(std::string_view body, Look look = Look::kQuick);

  /// See StreamGuard.
  [[nodiscard]] std::vector<JudgedCall*> rejected();
  void demand(const pipeline::ToolCall& missing);
  void add_usage(const wire::Usage& usage) { extra_usage_ = extra_usage_ + usage; }

  /// Whether there is a call that can be used.
  [[nodiscard]] bool has_good_calls() const;

  /// Whether the client must not have the body as it came.
  [[nodiscard]] bool must_change() const;

  /// The body for the client.
  GuardedBody close();

  /// The same as a stream, for a client that asked for one.
  GuardedBody close_as_stream();

  /// What came of the answer.
  [[nodiscard]] pipeline::ParseResult& result() { return judge_ ? judge_->result() : result_; }
  [[nodiscard]] const wire::Usage& usage() const { return judge_ ? judge_->usage() : result_.usage; }
  /// All that the model wrote as text, for those who have rejected calls.
  [[nodiscard]] std::string_view text() const { return judge_ ? judge_->text() : std::string_view(); }

 private:
  bool is_right();
  void judge();
  [[nodiscard]] wire::Answer answer() const;
  [[nodiscard]] wire::Envelope envelope() const;
  std::optional<wire::ErrorDelta> failure() const;

  const pipeline::Pipeline& pipeline_;
  GuardPlan plan_;
  std::string_view body_;
  pipeline::ParseResult result_;  // of a quick look
  std::optional<Judge> judge_;    // none if that was enough
  std::vector<Item> items_;
  wire::Usage extra_usage_;
};

}  // namespace acode::gateway
