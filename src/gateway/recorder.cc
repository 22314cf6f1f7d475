// From settled calls to lines, events and counts.
#include "gateway/recorder.h"

#include <chrono>
#include <utility>

#include "observe/fields.h"

namespace acode::gateway {
namespace {

using pipeline::Verdict;

constexpr std::size_t kMostModels = 1000;  // clients name them

retry::WallTime now() { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

// What was wrong at first.
const pipeline::Finding* first_error(const SettledCall& settled) {
  return settled.earlier.empty() ? settled.call.error() : settled.earlier.front().call.error();
}

}  // namespace

CallOutcome outcome_of(const SettledCall& settled) {
  if (settled.withdrawn) return CallOutcome::kWithdrawn;
  if (!settled.call.ok()) return CallOutcome::kFailed;
  if (settled.retries > 0) return CallOutcome::kRetried;
  if (settled.as_sent) return CallOutcome::kAsSent;
  return settled.call.verdict == Verdict::kCoerced ? CallOutcome::kCoerced : CallOutcome::kRepaired;
}

Recorder::Recorder(observe::Logger& logger, observe::EventStore* store, std::string upstream, bool keep_values,
                   std::vector<std::string> secrets, Remembered remembered)
    : logger_(logger),
      store_(store),
      upstream_(std::move(upstream)),
      keep_values_(keep_values),
      secrets_(std::move(secrets)),
      remembered_(std::move(remembered)) {}

void Recorder::settled(std::string_view model, const pipeline::ParseResult& result, SettledCall&& settled) {
  const CallOutcome outcome = outcome_of(settled);
  metrics_.count_call(model, settled.call.name, outcome);
  metrics_.count_tokens(model, "retry", settled.tokens);
  const pipeline::Finding* const error = first_error(settled);
  if (error != nullptr) metrics_.count_error(error->code);
  const observe::Level level = outcome == CallOutcome::kFailed ? observe::Level::kWarn : observe::Level::kInfo;
  if (logger_.logs(level, "gateway")) {
    logger_.at(level, "gateway", "tool call",
               {{observe::field::kCorrelationId, result.correlation_id},
                {observe::field::kToolName, settled.call.name},
                {observe::field::kToolCallId, settled.call.id},
                {"outcome", outcome_name(outcome)},
                {observe::field::kRetryCount, settled.retries},
                {observe::field::kErrorCode, error == nullptr ? std::string_view() : std::string_view(error->code)}});
  }
  if (store_ == nullptr) return;
  if (settled.retries == 0 && settled.as_sent) return store_->record(origin_of(model), result, settled.call);
  observe::CallStory story = observe::story_of(origin_of(model), result, std::move(settled.call));
  story.rung = settled.rung;
  story.earlier = std::move(settled.earlier);
  story.retries = settled.retries;
  story.withdrawn = settled.withdrawn;
  story.retry_time = settled.retry_time;
  story.total_tokens += settled.tokens;
  store_->record(std::move(story));
}

void Recorder::asking_again(std::string_view correlation_id, const pipeline::ToolCall& call, const retry::Plan& plan) {
  logger_.at(observe::Level::kInfo, "gateway", "asking again",
             {{observe::field::kCorrelationId, correlation_id},
              {observe::field::kToolName, call.name},
              {observe::field::kRetryCount, plan.attempt},
              {"rung", retry::rung_name(plan.rung)},
              {observe::field::kErrorCode, call.error()->code}});
}

std::shared_ptr<const observe::Origin> Recorder::origin_of(std::string_view model) {
  const std::lock_guard lock(mutex_);
  const auto found = origins_.find(model);
  if (found != origins_.end()) return found->second;
  auto made =
      std::make_shared<const observe::Origin>(observe::Origin{upstream_, std::string(model), keep_values_, secrets_});
  if (origins_.size() < kMostModels) origins_.emplace(model, made);
  return made;
}

retry::Breaker& Recorder::breaker_of(std::string_view model, const retry::BreakerPolicy& policy) {
  const auto found = breakers_.find(model);
  if (found != breakers_.end()) return found->second;
  if (breakers_.size() >= kMostModels && !model.empty()) return breaker_of({}, policy);
  const retry::BreakerMemory memory = remembered_ ? remembered_(model) : retry::BreakerMemory{};
  return breakers_.emplace(std::string(model), retry::Breaker(policy, memory)).first->second;
}

void Recorder::keep(std::string_view model, const retry::Breaker& breaker) {
  if (store_ != nullptr) store_->save_breaker(upstream_, std::string(model), breaker.memory());
}

bool Recorder::may_ask_again(std::string_view model, const retry::BreakerPolicy& policy) {
  const std::lock_guard lock(mutex_);
  return breaker_of(model, policy).allows(now());
}

void Recorder::asked_in_vain(std::string_view model, const retry::BreakerPolicy& policy) {
  const std::lock_guard lock(mutex_);
  retry::Breaker& breaker = breaker_of(model, policy);
  breaker.exhausted(now());
  keep(model, breaker);
}

void Recorder::asked_with_success(std::string_view model, const retry::BreakerPolicy& policy) {
  const std::lock_guard lock(mutex_);
  retry::Breaker& breaker = breaker_of(model, policy);
  if (breaker.memory() == retry::BreakerMemory{}) return;
  breaker.recovered();
  keep(model, breaker);
}

}  // namespace acode::gateway
