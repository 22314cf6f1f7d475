// Passing frames as they are, until something is wrong; then writing the answer anew from there.
#include "gateway/stream_guard.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "acode/json/writer.h"
#include "gateway/failure_text.h"

namespace acode::gateway {
namespace {

Framing framing_of(wire::Dialect dialect) {
  return dialect == wire::Dialect::kOllama ? Framing::kLines : Framing::kEvents;
}

}  // namespace

StreamGuard::StreamGuard(const pipeline::Pipeline& pipeline, GuardPlan plan)
    : plan_(std::move(plan)), judge_(pipeline, plan_), cutter_(framing_of(plan_.upstream)) {
  if (!plan_.is_same_dialect()) take_over();
}

void StreamGuard::feed(std::string_view bytes, std::string& out) {
  if (plan_.only_looks()) {
    out += bytes;
    return look_at(bytes);
  }
  cutter_.feed(bytes);
  for (std::string_view frame = cutter_.next(); !frame.empty(); frame = cutter_.next()) take_frame(frame, out);
}

void StreamGuard::take_frame(std::string_view bytes, std::string& out) {
  // A sign of life waits for nobody who waits himself.
  const bool is_waited_for = encoder_ || (!frames_.empty() && is_blocked(frames_.front()));
  if (plan_.is_same_dialect() && is_waited_for && is_keep_alive(bytes)) {
    out += bytes;
    return;
  }
  read_frame(bytes);
  if (!encoder_ && !must_take_over()) return pass_frames(out);
  if (!encoder_) take_over();
  write_told(out);
}

void StreamGuard::read_frame(std::string_view bytes) {
  ++frames_seen_;
  const std::size_t events_before = judge_.decoder().progress().events;
  judge_.feed(bytes);
  const std::size_t told_before = told_.size();
  collect();
  if (encoder_) return;
  const std::size_t text_end = judge_.text().size();
  const bool says_something =
      told_.size() > told_before || text_end > last_text_end_ || judge_.calls_begun() > judge_.calls_told();
  const bool is_event = !is_keep_alive(bytes);
  const wire::StreamProgress progress = judge_.decoder().progress();
  const bool is_understood = !is_event || progress.events > events_before;
  frames_.emplace_back(Frame{std::string(bytes), frames_seen_, text_end, judge_.calls_begun(), says_something, is_event,
                             is_understood, progress});
  last_text_end_ = text_end;
}

// Nothing waits and nothing changes; what is told is for the books only.
void StreamGuard::look_at(std::string_view bytes) {
  judge_.feed(bytes);
  collect();
  told_.clear();
}

void StreamGuard::collect() {
  while (std::optional<Item> item = judge_.next()) told_.emplace_back(Told{std::move(*item), frames_seen_});
}

// Whether the client must not have what came as it came.
bool StreamGuard::must_take_over() const {
  const auto is_wrong = [](const Told& told) {
    const auto* const call = std::get_if<JudgedCall>(&told.item);
    const auto* const failure = std::get_if<Failure>(&told.item);
    const bool is_not_said = failure != nullptr && failure->error.kind != wire::ErrorDelta::Kind::kProvider;
    return is_not_said || (call != nullptr && !call->as_sent);
  };
  const bool may_end_like_text = plan_.one_tool_was_named && ended();
  const bool is_readable = judge_.decoder().regular() || may_end_like_text;
  return !is_readable || std::any_of(told_.begin(), told_.end(), is_wrong);
}

// --- frames as they are ---

// Those that nothing speaks against. What says nothing waits if it is the end of the answer, or the beginning of a text,
// which may have to be written otherwise, and if it is not known to say nothing.
void StreamGuard::pass_frames(std::string& out) {
  std::size_t count = 0;
  bool are_understood = true;  // all since the last that says something
  for (std::size_t i = 0; i < frames_.size() && !is_blocked(frames_[i]); ++i) {
    const Frame& frame = frames_[i];
    are_understood = frame.says_something || (are_understood && frame.is_understood);
    const bool may_change = frame.progress.is_ending || frame.progress.is_fresh;
    const bool may_pass = frame.says_something || (are_understood && !may_change);
    if (may_pass && frame.progress.is_at_rest) count = i + 1;
  }
  pass(count, out);
}

bool StreamGuard::is_blocked(const Frame& frame) const {
  return frame.text_end > judge_.told_text() || frame.calls_begun > judge_.calls_told();
}

void StreamGuard::pass(std::size_t count, std::string& out) {
  for (std::size_t i = 0; i < count; ++i) {
    out += frames_.front().bytes;
    if (frames_.front().is_event) ++passed_events_;
    mark_as_passed(frames_.front());
    frames_.pop_front();
  }
}

void StreamGuard::mark_as_passed(const Frame& last) {
  while (!told_.empty() && pop_passed(last)) told_.pop_front();
  passed_text_ = last.text_end;
  passed_ = last.progress;
}

// Whether the first of what was told was in the frames up to this one. Words may go on in the next.
bool StreamGuard::pop_passed(const Frame& last) {
  Told& first = told_.front();
  if (auto* const words = std::get_if<Words>(&first.item)) {
    const std::size_t end = std::min(words->end, last.text_end);
    if (words->begin < end) remember(Words{words->begin, end});
    words->begin = std::max(words->begin, end);
    return words->end <= last.text_end;
  }
  if (first.frame > last.number) return false;
  remember(first.item);
  return true;
}

// For an encoder that has to go on from here.
void StreamGuard::remember(const Item& item) {
  if (const auto* const told = std::get_if<Words>(&item)) {
    const std::string text(judge_.text().substr(told->begin, told->end - told->begin));
    auto* const last = said_.empty() ? nullptr : std::get_if<wire::TextDelta>(&said_.back());
    if (last != nullptr) {
      last->text += text;
    } else {
      said_.emplace_back(wire::TextDelta{text});
    }
  } else if (const auto* const inner = std::get_if<InnerWords>(&item)) {
    auto* const last = said_.empty() ? nullptr : std::get_if<wire::ReasoningDelta>(&said_.back());
    if (last != nullptr) {
      last->text += inner->text;
    } else {
      said_.emplace_back(wire::ReasoningDelta{inner->text});
    }
  } else if (const auto* const judged = std::get_if<JudgedCall>(&item)) {
    const pipeline::ToolCall& call = judged->call;
    said_.emplace_back(wire::CallDelta{calls_sent_++, call.id, call.name, call.raw_arguments, true});
  }
}

// --- written anew ---

// From here on an encoder writes. What has passed is told to it, and what it makes of that is forgotten.
void StreamGuard::take_over() {
  encoder_.emplace(plan_.client, judge_.envelope(plan_.model));
  std::string already_sent;
  for (const wire::Delta& delta : said_) write(delta, already_sent);
  if (passed_events_ > 0) encoder_->go_on_behind(passed_events_, passed_parts());
  said_.clear();
  frames_.clear();
}

// Others may have begun since, in frames that the client does not get.
wire::StreamParts StreamGuard::passed_parts() const {
  wire::StreamParts parts = judge_.decoder().parts();
  parts.begun.resize(passed_.begun);
  parts.done.resize(passed_.done);
  return parts;
}

// Lines know no comments.
std::string StreamGuard::sign_of_life() const {
  if (framing_of(plan_.client) == Framing::kEvents) return ": keep-alive\n\n";
  return wire::Encoder(plan_.client, judge_.envelope(plan_.model)).encode(wire::TextDelta{});
}

void StreamGuard::write_told(std::string& out) {
  for (; !told_.empty(); told_.pop_front()) {
    Item& item = told_.front().item;
    const auto* const judged = std::get_if<JudgedCall>(&item);
    const bool is_bad = judged != nullptr && judged->is_bad() && plan_.mode != GuardMode::kObserve;
    const bool is_failure = std::holds_alternative<Failure>(item);
    if (!waiting_.empty() || is_bad || is_failure) {
      waiting_.push_back(std::move(item));
    } else {
      write(item, out);
    }
  }
}

void StreamGuard::write(const Item& item, std::string& out) {
  if (const auto* const told = std::get_if<Words>(&item)) {
    std::string text = words(*told);
    if (!text.empty()) write(wire::TextDelta{std::move(text)}, out);
  } else if (const auto* const inner = std::get_if<InnerWords>(&item)) {
    write(wire::ReasoningDelta{inner->text}, out);
  } else if (const auto* const judged = std::get_if<JudgedCall>(&item)) {
    if (judged->said_instead) return write(wire::TextDelta{*judged->said_instead}, out);
    write_call(judged->call, out);
  }
}

std::string StreamGuard::words(const Words& words) const {
  const std::size_t begin = std::max(words.begin, passed_text_);
  return begin < words.end ? std::string(judge_.text().substr(begin, words.end - begin)) : std::string();
}

void StreamGuard::write_call(const pipeline::ToolCall& call, std::string& out) {
  std::string arguments = call.ok() ? json::write(call.arguments->value()) : call.raw_arguments;
  write(wire::CallDelta{calls_sent_++, call.id, call.name, std::move(arguments), true}, out);
}

// --- the end ---

void StreamGuard::finish(std::string& out) {
  if (std::exchange(is_finished_, true)) return;
  // An event without its end is one only if the answer turns out to be whole.
  if (const std::string_view rest = cutter_.rest(); !rest.empty() && !is_abandoned_) read_frame(rest);
  judge_.finish();
  collect();
  if (plan_.only_looks()) return told_.clear();
  if (is_abandoned_) forget_the_cut();
  if (!encoder_ && must_take_over()) take_over();
  if (encoder_) write_told(out);
}

// The stream was cut by us: what is wrong with the call is what made us do so.
void StreamGuard::forget_the_cut() {
  told_.erase_if([](const Told& told) { return std::holds_alternative<Failure>(told.item); });
  for (Told& told : told_) {
    auto* const judged = std::get_if<JudgedCall>(&told.item);
    if (judged == nullptr || !judged->call.truncated || !judge_.doomed()) continue;
    judged->call.truncated = false;
    judged->call.findings = {*judge_.doomed()};
  }
}

std::vector<JudgedCall*> StreamGuard::rejected() {
  std::vector<JudgedCall*> calls;
  for (Item& item : waiting_) {
    auto* const judged = std::get_if<JudgedCall>(&item);
    if (judged != nullptr && judged->is_bad()) calls.push_back(judged);
  }
  return calls;
}

void StreamGuard::demand(const pipeline::ToolCall& missing) {
  if (judge_.result().total_count() > 0 || plan_.only_looks()) return;
  if (!encoder_) take_over();
  waiting_.emplace_back(JudgedCall{missing});
}

void StreamGuard::close(std::string& out) {
  if (plan_.only_looks()) return;
  if (!encoder_) return pass(frames_.size(), out);
  write_end(out);
}

void StreamGuard::write_end(std::string& out) {
  std::vector<const pipeline::ToolCall*> bad;
  const wire::ErrorDelta* failure = nullptr;
  std::size_t good = calls_sent_;
  for (const Item& item : waiting_) {
    const auto* const judged = std::get_if<JudgedCall>(&item);
    if (judged != nullptr && judged->is_good()) ++good;
    if (judged != nullptr && judged->is_bad()) bad.push_back(&judged->call);
    if (const auto* const told = std::get_if<Failure>(&item)) failure = &told->error;
  }
  for (const Item& item : waiting_) {
    const auto* const judged = std::get_if<JudgedCall>(&item);
    if (judged == nullptr || !judged->is_bad()) write(item, out);
  }
  if (!bad.empty() && good > 0) write(wire::TextDelta{note_of(bad)}, out);
  has_failed_ = good == 0 && (!bad.empty() || failure != nullptr);
  if (!has_failed_) {
    write_finish(out);
  } else {
    write(bad.empty() ? *failure : failure_of(bad), out);
  }
  out += encoder_->finish();
}

// The provider's own word is one of its dialect.
void StreamGuard::write_finish(std::string& out) {
  wire::FinishDelta finish = judge_.finish_with(calls_sent_ > 0);
  if (!plan_.is_same_dialect()) finish.native.clear();
  write(finish, out);
  if (plan_.wants_usage) write(wire::UsageDelta{judge_.usage() + extra_usage_}, out);
}

}  // namespace acode::gateway
