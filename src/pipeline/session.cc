// The story in pieces: deltas or text in, text and calls out. A whole answer is one piece.
#include "pipeline/session.h"

#include <algorithm>
#include <utility>

#include "acode/json/writer.h"

namespace acode::pipeline {
namespace {

template <class... Types>
struct Overloaded : Types... {
  using Types::operator()...;
};
template <class... Types>
Overloaded(Types...) -> Overloaded<Types...>;

}  // namespace

Session::Impl::Impl(const PipelineParts& parts, std::optional<wire::Dialect> dialect, bool starts_in_reasoning,
                    Telling telling)
    : parts_(parts),
      telling_(telling),
      clock_(parts.ticks()),
      extractor_(parts.recognizer(), starts_in_reasoning),
      reader_(parts, clock_) {
  result_.correlation_id = parts_.make_correlation_id();
  if (dialect) decoder_.emplace(*dialect, parts_.options().wire, parts_.tool_names());
}

void Session::Impl::feed(std::string_view bytes) {
  clock_.start();
  if (!decoder_) return take_text(bytes);
  const std::vector<wire::Delta> deltas = decoder_->feed(bytes);
  clock_.lap(Stage::kWire);
  for (const wire::Delta& delta : deltas) take(delta);
}

ParseResult Session::Impl::finish() {
  clock_.start();
  if (decoder_) {
    for (const wire::Delta& delta : decoder_->finish()) take(delta);
    clock_.lap(Stage::kWire);
  }
  return end_text({});
}

ParseResult Session::Impl::finish_text(std::string_view text) {
  clock_.start();
  return end_text(text);
}

ParseResult Session::Impl::end_text(std::string_view last) {
  extractor_.finish(last, *this);
  clock_.lap(Stage::kExtract);
  cut_incoming();
  result_.times = clock_.times();
  return std::move(result_);
}

std::optional<Session::PartialCall> Session::Impl::partial() {
  for (auto& [index, incoming] : incoming_) {
    if (incoming.done || !incoming.watcher) continue;
    const std::optional<json::Value> value = incoming.watcher->partial();
    if (value) return PartialCall{incoming.raw.call.name, *value};
  }
  if (const std::optional<extract::PartialTextCall> call = extractor_.partial()) {
    return PartialCall{call->name, call->arguments};
  }
  return std::nullopt;
}

// --- from the provider ---

void Session::Impl::take(const wire::Delta& delta) {
  std::visit(Overloaded{[this](const wire::TextDelta& text) { take_text(text.text); },
                        [this](const wire::ReasoningDelta& reasoning) { take_reasoning(reasoning.text); },
                        [this](const wire::UsageDelta& usage) { result_.usage = usage.usage; },
                        [this](const auto& other) { take(other); }},
             delta);
}

void Session::Impl::take(const wire::CallDelta& delta) {
  Incoming& incoming = incoming_[delta.call];
  if (incoming.done) return;
  if (!delta.id.empty()) incoming.raw.call.id = delta.id;
  incoming.raw.call.name += delta.name;
  incoming.raw.arguments += delta.arguments;
  if (delta.complete) return complete(incoming);
  if (!delta.arguments.empty()) watch(delta.call, delta.arguments);
}

// A name is whole once arguments come.
void Session::Impl::watch(std::size_t index, std::string_view piece) {
  Incoming& incoming = incoming_[index];
  if (!incoming.watcher) {
    const schema::Toolset* const tools = parts_.tools();
    incoming.watcher.emplace(tools == nullptr ? nullptr : tools->find(incoming.raw.call.name), parts_.options());
  }
  if (std::optional<Finding> finding = incoming.watcher->feed(piece)) {
    if (parts_.options().extent == Extent::kValidate) tell(Doomed{index, std::move(*finding)});
  }
}

void Session::Impl::take(const wire::FinishDelta& delta) {
  result_.finish = delta.reason;
  if (delta.reason == wire::FinishReason::kLength) result_.truncated = true;
}

// A failure that carries the model's text is read like an answer (EX-10).
void Session::Impl::take(const wire::ErrorDelta& delta) {
  if (!delta.model_text.empty()) {
    note(Finding::Kind::kWarning, Stage::kWire, "rescued",
         "the provider failed to read the model's text: " + delta.message);
    return take_text(delta.model_text);
  }
  using Kind = wire::ErrorDelta::Kind;
  if (delta.kind == Kind::kCut) broken_ = true;
  const ErrorCode code = delta.kind == Kind::kCut        ? ErrorCode::kStreamBroken
                         : delta.kind == Kind::kTooLarge ? ErrorCode::kTooLarge
                                                         : ErrorCode::kInvalidJson;
  note(Finding::Kind::kError, Stage::kWire, delta.kind == Kind::kProvider ? "provider" : code_name(code),
       delta.message);
  result_.findings.back().before = delta.raw;
}

void Session::Impl::complete(Incoming& incoming) {
  incoming.done = true;
  incoming.watcher.reset();
  for (RawCall& read : reader_.read_merged(std::move(incoming.raw))) deliver(std::move(read.call));
}

// Calls that never became whole.
void Session::Impl::cut_incoming() {
  for (auto& [index, incoming] : incoming_) {
    if (incoming.done) continue;
    incoming.raw.complete = false;
    incoming.raw.broken = broken_;
    complete(incoming);
  }
}

// --- from the text ---

void Session::Impl::take_text(std::string_view text) {
  extractor_.feed(text, *this);
  clock_.lap(Stage::kExtract);
}

void Session::Impl::take_reasoning(std::string_view text) {
  result_.reasoning += text;
  tell(Thought{std::string(text)});
}

void Session::Impl::content(std::string_view text, std::size_t /*offset*/) {
  result_.content += text;
  tell(Text{std::string(text)});
}

void Session::Impl::reasoning(std::string_view text, std::size_t /*offset*/) { take_reasoning(text); }

void Session::Impl::content_was_reasoning() {
  result_.reasoning += std::exchange(result_.content, {});
  tell(TextWasThought{});
}

void Session::Impl::call(extract::TextCall&& call) {
  RawCall raw;
  raw.call.name = std::move(call.name);
  raw.arguments = std::move(call.arguments);
  raw.value = std::move(call.value);
  raw.call.id = std::move(call.id);
  raw.call.format = call.format;
  raw.complete = call.complete;
  raw.call.findings.reserve(call.warnings.size() + call.repairs.size());
  for (std::string& message : call.warnings) {
    raw.call.findings.push_back({Finding::Kind::kWarning, Stage::kExtract, "oddity", std::move(message)});
  }
  Locator locator(call.raw);
  for (extract::TextRepair& repair : call.repairs) {
    Finding& finding = raw.call.findings.emplace_back();
    finding.kind = Finding::Kind::kRepair;
    finding.stage = Stage::kExtract;
    finding.code = finding.message = json::edit_kind_name(repair.kind);
    finding.position = locator.at(repair.offset - call.offset);
    finding.before = std::move(repair.removed);
    finding.after = std::move(repair.inserted);
  }
  raw.call.raw_arguments = std::move(call.raw);
  clock_.lap(Stage::kExtract);
  reader_.read(raw);
  deliver(std::move(raw.call));
}

void Session::Impl::framing(std::size_t /*offset*/, std::size_t /*length*/) {}

void Session::Impl::invented(std::string_view text, std::size_t /*offset*/) { result_.invented += text; }

void Session::Impl::oddity(extract::Oddity&& oddity) {
  note(Finding::Kind::kWarning, Stage::kExtract, "oddity", std::move(oddity.message));
}

// --- to the caller ---

void Session::Impl::deliver(ToolCall&& call) {
  if (is_told_twice(call)) {
    note(Finding::Kind::kWarning, Stage::kExtract, "repeated_call",
         "the call of " + call.name + " came as a call and in the text; it counts once");
    return;
  }
  call.index = result_.total_count();
  result_.truncated = result_.truncated || call.truncated;
  if (telling_ == Telling::kAtOnce) events_.emplace_back(call);
  (call.ok() ? result_.calls : result_.rejected).push_back(std::move(call));
}

// A server that takes calls out of the text, and leaves them there.
bool Session::Impl::is_told_twice(const ToolCall& call) {
  if (!call.arguments) return false;
  return std::any_of(result_.calls.begin(), result_.calls.end(), [&](const ToolCall& other) {
    return other.format.empty() != call.format.empty() && other.name == call.name &&
           other.arguments->value().equals(call.arguments->value());
  });
}

void Session::Impl::note(Finding::Kind kind, Stage stage, std::string_view code, std::string message) {
  result_.findings.push_back({kind, stage, std::string(code), std::move(message)});
}

// --- the public face ---

Session::Session(std::shared_ptr<const PipelineParts> parts, std::unique_ptr<Impl> impl)
    : parts_(std::move(parts)), impl_(std::move(impl)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

std::vector<SessionEvent> Session::feed(std::string_view bytes) {
  if (impl_->absorb(bytes)) return {};
  impl_->feed(bytes);
  return impl_->take_events();
}
ParseResult Session::finish() { return impl_->finish(); }
std::optional<Session::PartialCall> Session::partial() { return impl_->partial(); }

}  // namespace acode::pipeline
