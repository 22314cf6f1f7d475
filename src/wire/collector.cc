// From what a dialect reads to deltas: calls completed, the finish reason put right, a cut noticed.
#include "wire/collector.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "wire/finish_words.h"
#include "wire/provider_error.h"

namespace acode::wire::detail {
namespace {

// Whether an answer that ended so may have ended inside a call.
bool may_cut_calls(FinishReason reason) {
  return reason == FinishReason::kLength || reason == FinishReason::kContentFilter || reason == FinishReason::kError;
}

}  // namespace

void Collector::text(std::string_view text) {
  if (text.empty()) return;
  has_text_ = true;
  was_reasoning_ = false;
  part_is_fresh_ = false;
  out_.emplace_back(TextDelta{std::string(text)});
}

void Collector::reasoning(std::string_view text) {
  if (text.empty()) return;
  has_reasoning_ = true;
  was_reasoning_ = true;
  out_.emplace_back(ReasoningDelta{std::string(text)});
}

// Numbers come from outside, and somebody may count up to them: those that no answer has are passed over.
void Collector::begin_part(StreamPart part) {
  constexpr std::size_t kMostParts = 10'000;
  if (part.index >= kMostParts || parts_.begun.size() == kMostParts) return;
  part_is_fresh_ = part.kind == StreamPart::Kind::kText;
  parts_.begun.push_back(std::move(part));
}

void Collector::end_part(std::size_t index, std::string json) {
  part_is_fresh_ = false;
  if (parts_.done.size() == parts_.begun.size()) return;
  const auto begun = std::find_if(parts_.begun.rbegin(), parts_.begun.rend(),
                                  [index](const StreamPart& part) { return part.index == index; });
  if (begun == parts_.begun.rend()) return;
  parts_.done.push_back(*begun);
  parts_.done.back().json = std::move(json);
}

std::string_view Collector::only_words() const {
  if (out_.size() != event_begin_ + 1) return {};
  if (const auto* const text = std::get_if<TextDelta>(&out_.back())) return text->text;
  const auto* const reasoning = std::get_if<ReasoningDelta>(&out_.back());
  return reasoning == nullptr ? std::string_view() : std::string_view(reasoning->text);
}

void Collector::more_words(std::string_view words) {
  if (was_reasoning_) {
    reasoning(words);
  } else {
    text(words);
  }
}

void Collector::call(const CallPiece& piece) {
  const Taken taken = calls_.take(piece, out_);
  if (taken == Taken::kTooLong) {
    error(own_error(ErrorDelta::Kind::kTooLarge, "the arguments of a call are larger than the limit of " +
                                                     std::to_string(limits_.max_event_bytes) + " bytes"));
  }
  if (taken != Taken::kTooMany || too_many_) return;
  too_many_ = true;
  error(own_error(ErrorDelta::Kind::kTooLarge, "the answer has more than " + std::to_string(limits_.max_calls) +
                                                   " calls; those beyond are left out"));
}

void Collector::usage(const Usage& usage) {
  if (usage == usage_) return;
  usage_ = usage;
  out_.emplace_back(UsageDelta{usage});
}

void Collector::error(ErrorDelta error) {
  // Some say the same twice: as an event of its own, and at the end.
  const bool again = has_error_ && error.code == last_code_ && error.message == last_message_;
  if (error.kind == ErrorDelta::Kind::kProvider && again) return;
  if (error.kind == ErrorDelta::Kind::kProvider) {
    has_error_ = true;
    last_code_ = error.code;
    last_message_ = error.message;
  }
  out_.emplace_back(std::move(error));
}

void Collector::finish(std::string_view word) {
  const FinishReason reason = finish_reason_of(word);
  if (word.empty() || (reading_cut_ && reason == FinishReason::kUnknown)) return;
  finish(reason, word);
}

void Collector::finish(FinishReason reason, std::string_view word) {
  pending_ = FinishDelta{reason, std::string(word)};
}

void Collector::end() {
  if (ended_ && !pending_) return;
  ended_ = true;
  const FinishDelta said = std::exchange(pending_, std::nullopt).value_or(FinishDelta{});
  cut_off_ = may_cut_calls(said.reason);
  calls_.finish(!cut_off_, out_);
  const FinishReason reason = derived(said.reason);
  if (reason != said.reason && !habits_.end_like_text) odd_ = true;
  out_.emplace_back(FinishDelta{reason, said.native});
}

void Collector::close() {
  if (pending_ || whole_) return end();
  if (ended_) return calls_.finish(!cut_off_, out_);
  calls_.finish(false, out_);
  if (!has_error_) error(cut());
}

FinishReason Collector::derived(FinishReason reason) const {
  const bool plain = reason == FinishReason::kStop || reason == FinishReason::kUnknown;
  if (plain && calls_.size() > 0) return FinishReason::kToolCalls;
  return reason == FinishReason::kToolCalls && calls_.size() == 0 ? FinishReason::kStop : reason;
}

ErrorDelta Collector::cut() const {
  const std::size_t open = calls_.unfinished();
  std::string message = "the stream ended before the answer did";
  if (open != 0) message += ", with " + std::to_string(open) + (open == 1 ? " call" : " calls") + " unfinished";
  return own_error(ErrorDelta::Kind::kCut, message);
}

}  // namespace acode::wire::detail
