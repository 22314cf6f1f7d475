// Whole answers: looked at, and written anew only where something is wrong.
#include "gateway/body_guard.h"

#include <algorithm>
#include <utility>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "gateway/failure_text.h"
#include "gateway/graft.h"

namespace acode::gateway {
namespace {

using pipeline::ToolCall;

bool is_wrong(const Item& item) {
  const auto* const judged = std::get_if<JudgedCall>(&item);
  return std::holds_alternative<Failure>(item) || (judged != nullptr && !judged->as_sent);
}

std::vector<const ToolCall*> calls_with_errors(const std::vector<Item>& items) {
  std::vector<const ToolCall*> calls;
  for (const Item& item : items) {
    const auto* const judged = std::get_if<JudgedCall>(&item);
    if (judged != nullptr && judged->is_bad()) calls.push_back(&judged->call);
  }
  return calls;
}

}  // namespace

BodyGuard::BodyGuard(const pipeline::Pipeline& pipeline, GuardPlan plan)
    : pipeline_(pipeline), plan_(std::move(plan)) {}

void BodyGuard::read(std::string_view body, Look look) {
  body_ = body;
  if (look == Look::kClose || !is_right()) judge();
}

// Whether the client may have the answer as it came, for sure.
bool BodyGuard::is_right() {
  if (!plan_.is_same_dialect()) return false;
  result_ = pipeline_.process(body_, plan_.upstream);
  const bool is_plain = result_.regular && !result_.truncated && result_.rejected.empty() && result_.findings.empty() &&
                        result_.invented.empty();
  return is_plain && std::all_of(result_.calls.begin(), result_.calls.end(), [this](const ToolCall& call) {
           return is_as_sent(call) && !plan_.repetition.has(call);
         });
}

void BodyGuard::judge() {
  judge_.emplace(pipeline_, plan_);
  judge_->feed(body_);
  judge_->finish();
  while (std::optional<Item> item = judge_->next()) items_.push_back(std::move(*item));
  // It may be known by its id already.
  if (!result_.correlation_id.view().empty()) judge_->result().correlation_id = result_.correlation_id;
}

std::vector<JudgedCall*> BodyGuard::rejected() {
  std::vector<JudgedCall*> calls;
  for (Item& item : items_) {
    auto* const judged = std::get_if<JudgedCall>(&item);
    if (judged != nullptr && judged->is_bad()) calls.push_back(judged);
  }
  return calls;
}

void BodyGuard::demand(const ToolCall& missing) {
  if (result().total_count() > 0 || plan_.only_looks()) return;
  if (!judge_) judge();
  items_.emplace_back(JudgedCall{missing});
}

bool BodyGuard::has_good_calls() const {
  if (!judge_) return !result_.calls.empty();
  return std::any_of(items_.begin(), items_.end(), [](const Item& item) {
    const auto* const judged = std::get_if<JudgedCall>(&item);
    return judged != nullptr && judged->is_good();
  });
}

bool BodyGuard::must_change() const {
  if (!plan_.is_same_dialect()) return true;
  if (!judge_ || plan_.only_looks()) return false;
  const bool is_readable = judge_->decoder().regular() || plan_.one_tool_was_named;
  return !is_readable || std::any_of(items_.begin(), items_.end(), is_wrong);
}

GuardedBody BodyGuard::close() {
  if (!must_change()) return {std::string(body_)};
  if (auto error = failure()) {
    wire::Answer nothing;
    nothing.errors.push_back(std::move(*error));
    return {wire::encode(plan_.client, nothing, envelope()), true, true};
  }
  const Result<json::Document> original =
      plan_.is_same_dialect() ? json::parse(body_) : Result<json::Document>(json::Document());
  if (original && original->root().is_object()) {
    return {graft(plan_.client, original->root(), answer(), envelope()), true};
  }
  return {wire::encode(plan_.client, answer(), envelope()), true};
}

GuardedBody BodyGuard::close_as_stream() {
  if (!judge_) judge();
  wire::Encoder encoder(plan_.client, envelope());
  if (auto error = failure()) return {encoder.encode(*error) + encoder.finish(), true, true};
  const wire::Answer whole = answer();
  std::string out;
  if (!whole.reasoning.empty()) out += encoder.encode(wire::ReasoningDelta{whole.reasoning});
  if (!whole.text.empty()) out += encoder.encode(wire::TextDelta{whole.text});
  for (std::size_t i = 0; i < whole.calls.size(); ++i) {
    const wire::WireCall& call = whole.calls[i];
    out += encoder.encode(wire::CallDelta{i, call.id, call.name, call.arguments, true});
  }
  out += encoder.encode(wire::FinishDelta{whole.finish, whole.native_finish});
  if (plan_.wants_usage) out += encoder.encode(wire::UsageDelta{whole.usage});
  return {out + encoder.finish(), true};
}

// The error that the client gets instead of an answer, if there is nothing better.
std::optional<wire::ErrorDelta> BodyGuard::failure() const {
  const bool looks_on = plan_.mode == GuardMode::kObserve;
  const std::vector<const ToolCall*> bad = calls_with_errors(items_);
  if (has_good_calls() || (looks_on && !bad.empty())) return std::nullopt;
  if (!bad.empty()) return failure_of(bad);
  for (const Item& item : items_) {
    if (const auto* const told = std::get_if<Failure>(&item)) return told->error;
  }
  return std::nullopt;
}

wire::Answer BodyGuard::answer() const {
  wire::Answer out;
  for (const Item& item : items_) {
    if (const auto* const words = std::get_if<Words>(&item)) {
      out.text += judge_->text().substr(words->begin, words->end - words->begin);
    } else if (const auto* const inner = std::get_if<InnerWords>(&item)) {
      out.reasoning += inner->text;
    } else if (const auto* const judged = std::get_if<JudgedCall>(&item)) {
      const ToolCall& call = judged->call;
      if (judged->said_instead) out.text += *judged->said_instead;
      if (call.ok()) out.calls.push_back({call.id, call.name, json::write(call.arguments->value())});
      if (judged->is_bad() && plan_.mode == GuardMode::kObserve)
        out.calls.push_back({call.id, call.name, call.raw_arguments});
    }
  }
  const std::vector<const ToolCall*> bad = calls_with_errors(items_);
  if (!bad.empty() && plan_.mode != GuardMode::kObserve) out.text += note_of(bad);
  const wire::FinishDelta finish = judge_->finish_with(!out.calls.empty());
  out.finish = finish.reason;
  if (plan_.is_same_dialect()) out.native_finish = finish.native;
  out.usage = judge_->usage() + extra_usage_;
  return out;
}

wire::Envelope BodyGuard::envelope() const { return judge_->envelope(plan_.model); }

}  // namespace acode::gateway
