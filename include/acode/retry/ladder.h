// What to do about a call that could not be used: whether to ask the model again, how, and when (RT).
//
//   acode::retry::Ladder ladder(call, tools.find(call.name), policy);
//   while (auto plan = ladder.next(random)) {                  // pure decisions: nothing is sent and nobody waits here
//     wait(plan->delay);
//     ParseResult result = pipeline.process(ask(*plan));
//     if (good) return result;
//     ladder.failed(call, tools.find(call.name));              // the next request tells of the newest error
//   }
//   ladder.exhausted();                                        // ACODE-TLP-006, and a sentence for a person
//
// The rungs go from cheap to dear: first only the arguments are asked for, held to the tool's schema by the provider;
// then the model is told in its conversation what was wrong; and the later of these requests are held to the schema too.
// No two requests are alike, for a model that is asked the same gives the same answer (RT-9).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "acode/pipeline/call.h"
#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"

namespace acode::retry {

/// How often, how fast and by what means a model may be asked again.
struct Policy {
  unsigned max_retries = 3;                     ///< requests after the first answer; 0 for none
  std::chrono::milliseconds delay{100};         ///< before the first; doubled before each further one (RT-4)
  std::chrono::milliseconds max_delay{10'000};  ///< no wait is longer
  bool can_constrain = true;                    ///< the provider can hold an answer to a schema (RT-7)
  bool unknown_tools = false;                   ///< a call of no tool that there is may be asked for again, too
  pipeline::TruncatedCalls truncated_calls =
      pipeline::TruncatedCalls::kRetry;  ///< those are asked for again only if it says so
  std::string prompt_template;           ///< see feedback.h; empty for the built-in one
};

/// How the model is asked.
enum class Rung : std::uint8_t {
  kReemit,  ///< for the arguments alone, in a short conversation of its own, held to the schema
  kReask,   ///< in its conversation, with what was wrong
};

/// "reemit", "reask".
std::string_view rung_name(Rung rung);

/// One request more.
struct Plan {
  unsigned attempt = 1;      ///< of the retries: 1 for the first
  Rung rung = Rung::kReask;  ///< how the model is asked
  bool constrained =
      false;  ///< the answer shall be held to the schema of the tool's parameters, or of a call of any tool
  bool whole_call = false;  ///< the name is to be given again too: it was missing, or is that of no tool
  bool shorter = false;     ///< the call was cut off: more room for the answer, and the model is asked for less
  std::chrono::milliseconds delay{0};  ///< how long to wait before
  double temperature = 0;              ///< 0 for the arguments alone, else higher each time
  std::uint64_t seed = 0;              ///< another each time
  std::string prompt;                  ///< what the model is told
};

/// Whether an error of this code may be asked again (the table of error codes).
bool may_retry(std::string_view code);

/// The wait before a retry, 1 for the first: the delay doubled each time, up to the longest, and up to a fifth shorter or
/// longer by `random` (0 to 1), so that many who failed together do not come back together.
std::chrono::milliseconds backoff(const Policy& policy, unsigned attempt, double random);

/// The way of one call up the rungs. Keeps copies of what it needs.
class Ladder {
 public:
  /// `call` is one with an error; `tool` may be null if no tool of that name is known, and must outlive this.
  Ladder(pipeline::ToolCall call, const schema::Tool* tool, Policy policy);

  /// The next request; nothing if the error is not one to ask about, or enough was asked. `random` is from 0 to 1.
  [[nodiscard]] std::optional<Plan> next(double random);

  /// What came of the last plan was no better: the call that was read from the answer.
  /// `tool` is the one that it calls, which need not be the one before; null if there is none.
  void failed(pipeline::ToolCall call, const schema::Tool* tool);

  /// Nothing that could be read came of the last plan: no call, or no answer. The error remains what it was.
  void failed() {}

  /// Requests so far.
  [[nodiscard]] unsigned retries() const { return retries_; }
  /// The call as it failed last.
  [[nodiscard]] const pipeline::ToolCall& call() const { return call_; }

  /// The end of it: the last call with its error. If the model was asked again, ACODE-TLP-006 stands before it, with the
  /// count, the last error, and a sentence for a person (RT-8).
  [[nodiscard]] pipeline::ToolCall exhausted() const;

 private:
  [[nodiscard]] bool may_constrain() const;
  [[nodiscard]] bool may_ask(const pipeline::Finding& error) const;
  [[nodiscard]] Rung rung() const;

  pipeline::ToolCall call_;
  const schema::Tool* tool_;
  Policy policy_;
  unsigned retries_ = 0;
};

}  // namespace acode::retry
