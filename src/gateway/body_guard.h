// What a client gets of an answer that comes whole.
//
//   BodyGuard guard(pipeline, plan);
//   guard.read(body);
//   for (JudgedCall* call : guard.rejected()) *call = ask_again(*call);
//   GuardedBody out = guard.close();
#pragma once

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

class BodyGuard {
 public:
  /// The pipeline must outlive this.
  BodyGuard(const pipeline::Pipeline& pipeline, GuardPlan plan);

  /// The upstream's body, or all of its stream. Must live until this is closed.
  void read(std::string_view body);

  /// See StreamGuard.
  [[nodiscard]] std::vector<JudgedCall*> rejected();
  void demand(const pipeline::ToolCall& missing);
  void add_usage(const wire::Usage& usage) { extra_usage_ = extra_usage_ + usage; }

  /// Whether there is a call that can be used.
  [[nodiscard]] bool has_good_calls() const;

  /// The body for the client.
  GuardedBody close();

  /// The same as a stream, for a client that asked for one.
  GuardedBody close_as_stream();

  [[nodiscard]] Judge& judge() { return judge_; }

 private:
  [[nodiscard]] bool must_change() const;
  [[nodiscard]] wire::Answer answer() const;
  [[nodiscard]] wire::Envelope envelope() const;
  std::optional<wire::ErrorDelta> failure() const;

  GuardPlan plan_;
  Judge judge_;
  std::string_view body_;
  std::vector<Item> items_;
  wire::Usage extra_usage_;
};

}  // namespace acode::gateway
