// The story in pieces: deltas or text in, text and calls out. A whole answer is one piece.
#include "pipeline/answer_reader.h"

#include <algorithm>
#include <utility>

#include "acode/json/writer.h"
#include "base/overloaded.h"

namespace acode::pipeline {

AnswerReader::AnswerReader(const PipelineParts& parts, std::optional<wire::Dialect> dialect, bool starts_in_reasoning,
                           Telling telling, ParseResult& result, extract::ReaderPlace* place)
    : parts_(parts),
      telling_(telling),
      clock_(parts.ticks()),
      extractor_(parts.catalog(), starts_in_reasoning, place),
      ids_(parts.ids()),
      reader_(parts, clock_, ids_),
      result_(result) {
  ids_.next("corr_", result_.correlation_id.resize(kIdBytes));
  if (dialect) decoder_.emplace(*dialect, parts_.options().wire, parts_.tool_names());
}

void AnswerReader::feed(std::string_view bytes) {
  clock_.start();
  if (!decoder_) return take_text(bytes);
  const std::vector<wire::Delta> deltas = decoder_->feed(bytes);
  clock_.lap(Stage::kWire);
  for (const wire::Delta& delta : deltas) take(delta);
}

void AnswerReader::feed(const wire::Delta& delta) {
  clock_.start();
  take(delta);
}

void AnswerReader::finish() {
  clock_.start();
  if (decoder_) {
    for (const wire::Delta& delta : decoder_->finish()) take(delta);
    result_.regular = decoder_->regular();
    clock_.lap(Stage::kWire);
  }
  end_text({});
}

void AnswerReader::finish_text(std::string_view text) {
  clock_.start();
  text_size_ = text.size();
  end_text(text);
}

bool AnswerReader::finish_body(wire::detail::Body& body) {
  clock_.start();
  const wire::WireLimits& limits = parts_.options().wire;
  if (body.plain && body.plain->calls().size() <= limits.max_calls && wire::detail::is_one_event(body, limits)) {
    take(*body.plain);
    end_text({});
    return true;
  }
  const auto decoded = wire::detail::decode_body(body, limits, parts_.tool_names().list());
  if (!decoded) return false;
  result_.regular = decoded->regular;
  clock_.lap(Stage::kWire);
  for (const wire::Delta& delta : decoded->deltas) take(delta);
  end_text({});
  return true;
}

void AnswerReader::end_text(std::string_view last) {
  extractor_.finish(last, *this);
  clock_.lap(Stage::kExtract);
  cut_incoming();
  clock_.tell(result_.times);
}

std::optional<Session::PartialCall> AnswerReader::partial() {
  for (auto& [index, incoming] : incoming_) {
    if (incoming.done || !incoming.watcher) continue;
    const std::optional<json::Value> value = incoming.watcher->partial();
    if (value) return Session::PartialCall{incoming.call.name, *value};
  }
  if (const std::optional<extract::PartialTextCall> call = extractor_.partial()) {
    return Session::PartialCall{call->name, call->arguments};
  }
  return std::nullopt;
}

// --- from the provider ---

void AnswerReader::take(wire::detail::PlainChat& chat) {
  clock_.lap(Stage::kWire);
  result_.usage = chat.usage();
  if (!chat.content().empty()) take_text(chat.content());
  for (wire::detail::PlainChatCall& said : chat.calls()) {
    Incoming incoming;
    incoming.call.id = said.id;
    incoming.call.name = said.name;
    incoming.raw.text = said.text;
    incoming.raw.value = std::move(said.value);
    complete(incoming);
  }
  result_.finish = chat.finish();
}

void AnswerReader::take(const wire::Delta& delta) {
  std::visit(
      base::Overloaded{[this](const wire::TextDelta& text) { take_text(text.text); },
                       [this](const wire::ReasoningDelta& reasoning) { take_reasoning(reasoning.text, kNotInText); },
                       [this](const wire::UsageDelta& usage) { result_.usage = usage.usage; },
                       [this](const auto& other) { take(other); }},
      delta);
}

void AnswerReader::take(const wire::CallDelta& delta) {
  Incoming& incoming = incoming_[delta.call];
  if (incoming.done) return;
  if (!delta.id.empty()) incoming.call.id = delta.id;
  incoming.call.name += delta.name;
  incoming.raw.text += delta.arguments;
  incoming.raw.value = delta.value;
  if (delta.complete) return complete(incoming);
  if (!delta.arguments.empty()) watch(delta.call, delta.arguments);
}

// A name is whole once arguments come.
void AnswerReader::watch(std::size_t index, std::string_view piece) {
  Incoming& incoming = incoming_[index];
  if (!incoming.watcher) {
    const schema::Toolset* const tools = parts_.tools();
    incoming.watcher.emplace(tools == nullptr ? nullptr : tools->find(incoming.call.name), parts_.options());
  }
  if (std::optional<Finding> finding = incoming.watcher->feed(piece)) {
    if (parts_.options().extent == Extent::kValidate) tell([&] { return Doomed{index, std::move(*finding)}; });
  }
}

void AnswerReader::take(const wire::FinishDelta& delta) {
  result_.finish = delta.reason;
  if (delta.reason == wire::FinishReason::kLength) result_.truncated = true;
}

// A failure that carries the model's text is read like an answer (EX-10).
void AnswerReader::take(const wire::ErrorDelta& delta) {
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

void AnswerReader::complete(Incoming& incoming) {
  incoming.done = true;
  incoming.watcher.reset();
  RawArguments& raw = incoming.raw;
  if (raw.value && raw.complete && reader_.read_plain(incoming.call, raw.text, *raw.value)) {
    clock_.lap(Stage::kParse);
    incoming.call.raw_arguments = std::move(raw.text);
    result_.calls.push_back(std::move(incoming.call));
    return deliver();
  }
  for (ToolCall& call : reader_.read_merged(std::move(incoming.call), std::move(incoming.raw))) {
    result_.calls.push_back(std::move(call));
    deliver();
  }
}

// Calls that never became whole.
void AnswerReader::cut_incoming() {
  for (auto& [index, incoming] : incoming_) {
    if (incoming.done) continue;
    incoming.raw.complete = false;
    incoming.raw.broken = broken_;
    complete(incoming);
  }
}

// --- from the text ---

void AnswerReader::take_text(std::string_view text) {
  extractor_.feed(text, *this);
  clock_.lap(Stage::kExtract);
}

void AnswerReader::take_reasoning(std::string_view text, std::size_t offset) {
  result_.reasoning += text;
  tell([&] { return Thought{std::string(text), offset}; });
}

void AnswerReader::content(std::string_view text, std::size_t offset) {
  if (result_.content.empty())
    result_.content.reserve(std::max(text.size(), text_size_ - std::min(text_size_, offset)));
  result_.content += text;
  tell([&] { return Text{std::string(text), offset}; });
}

void AnswerReader::reasoning(std::string_view text, std::size_t offset) { take_reasoning(text, offset); }

void AnswerReader::content_was_reasoning() {
  result_.reasoning += std::exchange(result_.content, {});
  tell([] { return TextWasThought{}; });
}

ToolCall& AnswerReader::new_call() {
  constexpr std::size_t kUsualCalls = 4;
  if (result_.calls.capacity() == 0) result_.calls.reserve(kUsualCalls);
  return result_.calls.emplace_back();
}

// The call is made where it will stay.
void AnswerReader::call(extract::TextCall&& found) {
  ToolCall& call = new_call();
  call.name = std::move(found.name);
  call.format = found.format;
  call.raw_arguments = std::move(found.raw);
  if (!found.id.empty()) call.id = std::move(found.id);
  const bool plain = found.value && found.complete && found.warnings.empty() && found.repairs.empty();
  if (!plain || !reader_.read_plain(call, found.arguments, *found.value)) read_other(call, found);
  deliver();
}

void AnswerReader::plain_call(extract::PlainCall&& found, std::string_view raw) {
  ToolCall& call = new_call();
  call.name = found.tool->name;
  call.format = found.format;
  call.raw_arguments = std::string(raw);  // made at its size: one that grows to it takes longer
  if (!reader_.read_plain(call, *found.tool, found.arguments)) {
    RawArguments arguments{{}, std::move(found.arguments)};
    clock_.lap(Stage::kExtract);
    reader_.read(call, arguments);
  }
  deliver();
}

void AnswerReader::read_other(ToolCall& call, extract::TextCall& found) {
  take_remarks(call, found);
  RawArguments raw{std::move(found.arguments), std::move(found.value), found.complete};
  clock_.lap(Stage::kExtract);
  reader_.read(call, raw);
}

void AnswerReader::take_remarks(ToolCall& call, extract::TextCall& found) {
  call.findings.reserve(found.warnings.size() + found.repairs.size());
  for (std::string& message : found.warnings) {
    call.findings.push_back({Finding::Kind::kWarning, Stage::kExtract, "oddity", std::move(message)});
  }
  Locator locator(call.raw_arguments);
  for (extract::TextRepair& repair : found.repairs) {
    Finding& finding = call.findings.emplace_back();
    finding.kind = Finding::Kind::kRepair;
    finding.stage = Stage::kExtract;
    finding.code = finding.message = json::edit_kind_name(repair.kind);
    finding.position = locator.at(repair.offset - found.offset);
    finding.before = std::move(repair.removed);
    finding.after = std::move(repair.inserted);
  }
}

void AnswerReader::framing(std::size_t /*offset*/, std::size_t /*length*/) {}

void AnswerReader::invented(std::string_view text, std::size_t /*offset*/) { result_.invented += text; }

void AnswerReader::oddity(extract::Oddity&& oddity) {
  note(Finding::Kind::kWarning, Stage::kExtract, "oddity", std::move(oddity.message));
}

// --- to the caller ---

// The last call has been read: whether it counts, and where it belongs.
void AnswerReader::deliver() {
  ToolCall& call = result_.calls.back();
  if (is_told_twice()) {
    note(Finding::Kind::kWarning, Stage::kExtract, "repeated_call",
         "the call of " + call.name + " came as a call and in the text; it counts once");
    return result_.calls.pop_back();
  }
  call.index = result_.total_count() - 1;
  result_.truncated = result_.truncated || call.truncated;
  tell([&call] { return call; });
  if (call.ok()) return;
  result_.rejected.push_back(std::move(call));
  result_.calls.pop_back();
}

// A server that takes calls out of the text, and leaves them there.
bool AnswerReader::is_told_twice() const {
  const ToolCall& call = result_.calls.back();
  if (result_.calls.size() == 1 || !call.arguments) return false;
  return std::any_of(result_.calls.begin(), result_.calls.end() - 1, [&](const ToolCall& other) {
    return other.format.empty() != call.format.empty() && other.name == call.name &&
           other.arguments->value().equals(call.arguments->value());
  });
}

void AnswerReader::note(Finding::Kind kind, Stage stage, std::string_view code, std::string message) {
  result_.findings.push_back({kind, stage, std::string(code), std::move(message)});
}

}  // namespace acode::pipeline
