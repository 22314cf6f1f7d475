// The decisions, rung by rung.
#include "acode/retry/ladder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "acode/error.h"
#include "acode/retry/feedback.h"
#include "base/text.h"

namespace acode::retry {
namespace {

using pipeline::Finding;
using pipeline::ToolCall;

// The first request that shows the model its error is held to the schema only if that is all that is left to try.
constexpr unsigned kConstrainedFrom = 3;

bool has_code(const Finding& finding, ErrorCode code) { return finding.code == code_name(code); }

bool is_cut_off(const ToolCall& call) {
  const Finding* error = call.error();
  return error != nullptr && (has_code(*error, ErrorCode::kTruncated) || has_code(*error, ErrorCode::kStreamBroken));
}

// A value that is missing is a question for the model: held to the schema it would only make one up.
bool lacks_values(const ToolCall& call) {
  return std::any_of(call.findings.begin(), call.findings.end(),
                     [](const Finding& finding) { return finding.keyword == "required"; });
}

// Nobody knows whose arguments they are.
bool has_no_tool(const ToolCall& call) {
  const Finding* error = call.error();
  return error != nullptr && (has_code(*error, ErrorCode::kNameMissing) || has_code(*error, ErrorCode::kUnknownTool));
}

// There is nothing wrong with the call but that it was made before: to hold the model to its tool would make it again.
bool is_repeated(const ToolCall& call) {
  const Finding* error = call.error();
  return error != nullptr && has_code(*error, ErrorCode::kRepeatedCall);
}

// Colder first, for most errors are slips; then warmer, to get away from what was said before.
double temperature_of(Rung rung, unsigned attempt) {
  return rung == Rung::kReemit ? 0.0 : std::min(1.0, 0.2 * attempt);
}

}  // namespace

std::string_view rung_name(Rung rung) { return rung == Rung::kReemit ? "reemit" : "reask"; }

bool may_retry(std::string_view code) {
  static constexpr std::array kRetried = {
      ErrorCode::kNameMissing,    ErrorCode::kInvalidJson,   ErrorCode::kRepairFailed,
      ErrorCode::kSchemaMismatch, ErrorCode::kRepairTimeout, ErrorCode::kStreamBroken,
      ErrorCode::kTooDeep,        ErrorCode::kTruncated,     ErrorCode::kRepeatedCall};
  return std::any_of(kRetried.begin(), kRetried.end(), [code](ErrorCode known) { return code_name(known) == code; });
}

std::chrono::milliseconds backoff(const Policy& policy, unsigned attempt, double random) {
  using std::chrono::milliseconds;
  milliseconds delay = std::min(policy.delay, policy.max_delay);
  for (unsigned i = 1; i < attempt && delay < policy.max_delay; ++i) delay = std::min(delay * 2, policy.max_delay);
  const double spread = 0.8 + 0.4 * std::clamp(random, 0.0, 1.0);
  return std::min(milliseconds(static_cast<milliseconds::rep>(static_cast<double>(delay.count()) * spread)),
                  policy.max_delay);
}

Ladder::Ladder(ToolCall call, const schema::Tool* tool, Policy policy)
    : call_(std::move(call)), tool_(tool), policy_(std::move(policy)) {}

bool Ladder::may_constrain() const {
  return policy_.can_constrain && !is_repeated(call_) && (tool_ != nullptr || has_no_tool(call_));
}

bool Ladder::may_ask(const Finding& error) const {
  if (has_code(error, ErrorCode::kUnknownTool)) return policy_.unknown_tools;
  if (has_code(error, ErrorCode::kTruncated)) return policy_.truncated_calls != pipeline::TruncatedCalls::kReject;
  return may_retry(error.code);
}

Rung Ladder::rung() const {
  const bool plain = may_constrain() && !is_cut_off(call_) && !lacks_values(call_);
  return retries_ == 0 && plain ? Rung::kReemit : Rung::kReask;
}

std::optional<Plan> Ladder::next(double random) {
  const Finding* error = call_.error();
  if (error == nullptr || !may_ask(*error) || retries_ >= policy_.max_retries) return std::nullopt;
  Plan plan;
  plan.rung = rung();
  plan.attempt = ++retries_;
  plan.whole_call = has_no_tool(call_) || is_repeated(call_);
  plan.shorter = is_cut_off(call_);
  plan.constrained = plan.rung == Rung::kReemit || (plan.attempt >= kConstrainedFrom && may_constrain());
  plan.delay = backoff(policy_, plan.attempt, random);
  plan.temperature = temperature_of(plan.rung, plan.attempt);
  plan.seed = plan.attempt;
  plan.prompt = feedback(call_, tool_, policy_.prompt_template);
  return plan;
}

void Ladder::failed(ToolCall call, const schema::Tool* tool) {
  call_ = std::move(call);
  tool_ = tool;
}

ToolCall Ladder::exhausted() const {
  ToolCall call = call_;
  const Finding* last = call.error();
  if (retries_ == 0 || last == nullptr) return call;
  Finding end;
  end.kind = Finding::Kind::kError;
  end.stage = last->stage;
  end.code = code_name(ErrorCode::kRetriesExhausted);
  end.message = "the model was asked again " + (retries_ == 1 ? "once" : std::to_string(retries_) + " times") +
                " and did not get the call of " + (base::is_blank(call.name) ? "a tool" : call.name) +
                " right; say what you want in other words, or try another model. The last error is " + last->code +
                ": " + last->message;
  end.path = last->path;
  end.position = last->position;
  call.findings.insert(call.findings.begin() + (last - call.findings.data()), std::move(end));
  return call;
}

}  // namespace acode::retry
