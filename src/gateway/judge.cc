// From bytes to judged items.
#include "gateway/judge.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/overloaded.h"

namespace acode::gateway {

using pipeline::ToolCall;

bool is_as_sent(const ToolCall& call) {
  return call.format.empty() && call.verdict == pipeline::Verdict::kAsIs && call.findings.empty();
}

// A client that speaks the same dialect may look for thoughts where the model put them.
Judge::Judge(const pipeline::Pipeline& pipeline, const GuardPlan& plan)
    : decoder_(plan.upstream, {}, plan.tool_names),
      session_(pipeline.text_session()),
      thoughts_(plan.is_same_dialect() ? ThoughtsInText::kStay : ThoughtsInText::kLeave),
      repetition_(plan.repetition) {}

void Judge::feed(std::string_view bytes) {
  for (const wire::Delta& delta : decoder_.feed(bytes)) take(delta);
}

void Judge::finish() {
  for (const wire::Delta& delta : decoder_.finish()) take(delta);
  std::vector<pipeline::SessionEvent> last;
  result_ = session_.finish(last);
  for (pipeline::SessionEvent& event : last) take(std::move(event));
  // The session has found nothing wrong with them.
  const auto refused = std::stable_partition(result_.calls.begin(), result_.calls.end(),
                                             [this](ToolCall& call) { return !refuse_if_repeated(repetition_, call); });
  std::move(refused, result_.calls.end(), std::back_inserter(result_.rejected));
  result_.calls.erase(refused, result_.calls.end());
  // Behind the last words, or the last call, only markers can stand.
  if (thoughts_ == ThoughtsInText::kStay && !call_since_words_ && told_text_ < text_.size()) {
    tell_words(told_text_, text_.size() - told_text_);
  }
}

wire::Envelope Judge::envelope(const std::string& model) const {
  wire::Envelope envelope = decoder_.envelope();
  if (envelope.model.empty()) envelope.model = model;
  return envelope;
}

wire::FinishDelta Judge::finish_with(bool has_calls) const {
  using wire::FinishReason;
  wire::FinishDelta finish = finish_.value_or(wire::FinishDelta{});
  const bool is_plain = finish.reason == FinishReason::kStop || finish.reason == FinishReason::kUnknown;
  if (has_calls && is_plain) finish.reason = FinishReason::kToolCalls;
  if (!has_calls && finish.reason == FinishReason::kToolCalls) finish.reason = FinishReason::kStop;
  return finish;
}

std::optional<Item> Judge::next() {
  if (items_.empty()) return std::nullopt;
  Item item = std::move(items_.front());
  items_.pop_front();
  return item;
}

void Judge::take(const wire::Delta& delta) {
  std::visit([this](const auto& which) { this->note(which); }, delta);
  for (pipeline::SessionEvent& event : session_.feed(delta)) take(std::move(event));
}

void Judge::note(const wire::TextDelta& delta) { text_ += delta.text; }

void Judge::note(const wire::CallDelta& delta) { calls_begun_ = std::max(calls_begun_, delta.call + 1); }

// What the provider could not read itself is the model's text like any other (EX-10).
void Judge::note(const wire::ErrorDelta& delta) {
  text_ += delta.model_text;
  if (delta.model_text.empty()) items_.emplace_back(Failure{delta});
}

void Judge::take(pipeline::SessionEvent&& event) {
  std::visit(base::Overloaded{
                 [this](pipeline::Text& words) { tell_words(words.offset, words.text.size()); },
                 [this](pipeline::Thought& thought) {
                   const bool is_in_text = thought.offset != pipeline::kNotInText;
                   if (is_in_text && thoughts_ == ThoughtsInText::kStay) {
                     return tell_words(thought.offset, thought.text.size());
                   }
                   if (is_in_text) told_text_ = thought.offset + thought.text.size();
                   items_.emplace_back(InnerWords{std::move(thought.text)});
                 },
                 [](pipeline::TextWasThought&) {},
                 [this](ToolCall& call) { tell(std::move(call)); },
                 [this](pipeline::Doomed& doomed) { doomed_ = std::move(doomed.why); },
             },
             event);
}

void Judge::tell(ToolCall&& call) {
  const bool is_in_text = !call.format.empty();
  call_since_words_ = call_since_words_ || is_in_text;
  if (!is_in_text) ++calls_told_;
  refuse_if_repeated(repetition_, call);
  const bool as_sent = is_as_sent(call);
  items_.emplace_back(JudgedCall{std::move(call), as_sent});
}

void Judge::tell_words(std::size_t begin, std::size_t size) {
  const bool has_gap = thoughts_ == ThoughtsInText::kStay && !call_since_words_;
  items_.emplace_back(Words{has_gap ? told_text_ : begin, begin + size});
  told_text_ = begin + size;
  call_since_words_ = false;
}

}  // namespace acode::gateway
