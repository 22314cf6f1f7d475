// OpenAI's /v1/responses: a list of items, whole or as numbered events item by item.
//
//   data: {"type":"response.output_item.added","sequence_number":2,"output_index":0,
//          "item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"f","arguments":""}}
//   data: {"type":"response.function_call_arguments.delta","sequence_number":3,"item_id":"fc_1","delta":"{\"a\":"}
//   data: {"type":"response.output_item.done","sequence_number":5,"output_index":0,"item":{…}}
//   data: {"type":"response.completed","sequence_number":6,"response":{"status":"completed","output":[…],"usage":{…}}}
//
// Pieces name the item they belong to, not the call; what is whole in a later event is taken only as far as the pieces
// before did not bring it.
#include <map>
#include <set>

#include "acode/json/reader.h"
#include "acode/json/writer.h"
#include "wire/dialect.h"
#include "wire/fields.h"
#include "wire/message_parts.h"
#include "wire/provider_error.h"
#include "wire/sequence.h"

namespace acode::wire::detail {
namespace {

using json::Value;

std::string_view type_of(const Event& event) {
  const std::string_view type = string_in(event.value, "type");
  return type.empty() ? event.name : type;
}

bool is_call(std::string_view item_type) { return item_type == "function_call" || item_type == "custom_tool_call"; }

Usage usage_of(Value usage) {
  Usage out{.input = count_in(usage, "input_tokens"), .output = count_in(usage, "output_tokens")};
  if (const auto details = object_in(usage, "input_tokens_details")) out.cached = count_in(*details, "cached_tokens");
  if (const auto details = object_in(usage, "output_tokens_details")) {
    out.reasoning = count_in(*details, "reasoning_tokens");
  }
  return out;
}

class OpenAiResponsesReader final : public EventReader {
 public:
  bool take(const Event& event, Collector& out) override {
    const auto number = integer_in(event.value, "sequence_number");
    const bool now = sequence_.is_next(number);
    bool recognised = true;
    if (now) {
      recognised = take_now(event, out);
    } else {
      sequence_.hold(*number, {std::string(event.name), json::write(event.value)});
    }
    while (const auto held = sequence_.release()) take_held(*held, out);
    return recognised;
  }

  bool may_pass(std::optional<std::int64_t> number) override { return sequence_.empty() && sequence_.is_next(number); }

  [[nodiscard]] bool is_holding() const override { return !sequence_.empty(); }

  void finish(Collector& out) override {
    while (const auto held = sequence_.release(true)) take_held(*held, out);
  }

 private:
  void take_held(const HeldEvent& held, Collector& out) {
    const auto document = json::parse(held.json, {kMaxTextBytes, 100'000});
    if (document) take_now({.name = held.name, .value = document->root()}, out);
  }

  bool take_now(const Event& event, Collector& out) {
    const std::string_view type = type_of(event);
    if (string_in(event.value, "object") == "response" || (type.empty() && array_in(event.value, "output"))) {
      take_response(event, event.value, out);
      out.whole();
      return true;
    }
    auto error = provider_error(event.value);
    if (error) out.error(std::move(*error));
    if (type.starts_with("response.")) take_typed(event, type.substr(9), out);
    return error || type.starts_with("response.");
  }

  void take_typed(const Event& event, std::string_view type, Collector& out) {
    const Value value = event.value;
    if (type == "output_item.added" || type == "output_item.done") {
      const auto item = object_in(value, "item");
      if (item) take_item(event, *item, type == "output_item.done", out);
    } else if (type == "function_call_arguments.delta" || type == "custom_tool_call_input.delta") {
      take_arguments(value, string_in(value, "delta"), out);
    } else if (type == "function_call_arguments.done") {
      out.whole_arguments(call_of(value), string_in(value, "arguments"));
    } else if (type == "custom_tool_call_input.done") {
      out.whole_arguments(call_of(value), string_in(value, "input"));
    } else if (type == "completed" || type == "incomplete" || type == "failed" || type == "done") {
      if (const auto response = object_in(value, "response")) take_response(event, *response, out);
      out.end();
    } else {
      take_words(value, type, out);
    }
  }

  // Text and reasoning: `….delta` brings pieces, `….done` the whole.
  void take_words(Value value, std::string_view type, Collector& out) {
    const bool reasoning = type.starts_with("reasoning");
    const bool delta = type.ends_with(".delta");
    if (!reasoning && !type.starts_with("output_text.") && !type.starts_with("refusal.")) return;
    if (!delta && !type.ends_with(".done")) return;
    const std::string key = place_of(value);
    if (delta) {
      streamed_.insert(key);
    } else if (streamed_.contains(key) || type.find("part.") != std::string_view::npos) {
      return;
    }
    std::string_view text = string_in(value, delta ? "delta" : "text");
    if (text.empty() && !delta) text = string_in(value, "refusal");
    streamed_.insert(key);
    if (reasoning) return out.reasoning(text);
    out.text(text);
  }

  static std::string place_of(Value value) {
    std::string place(string_in(value, "item_id"));
    for (const std::string_view name : {"output_index", "content_index", "summary_index"}) {
      place += '/' + std::to_string(integer_in(value, name).value_or(0));
    }
    return place;
  }

  void take_item(const Event& event, Value item, bool done, Collector& out) {
    const std::string_view type = string_in(item, "type");
    note_part(integer_in(event.value, "output_index").value_or(-1), item, done, out);
    if (is_call(type)) return take_call(event, integer_in(event.value, "output_index"), item, done, out);
    if (!done) return;
    if (type == "message" && !out.has_text()) take_item_text(item, out);
    if (type == "reasoning" && !out.has_reasoning()) take_item_reasoning(item, out);
  }

  static void note_part(std::int64_t index, Value item, bool done, Collector& out) {
    const auto place = static_cast<std::size_t>(index);
    if (index < 0) return;
    if (done) return out.end_part(place, json::write(item));
    const std::string_view type = string_in(item, "type");
    const auto kind = type == "message"     ? StreamPart::Kind::kText
                      : type == "reasoning" ? StreamPart::Kind::kReasoning
                                            : StreamPart::Kind::kOther;
    out.begin_part({.index = place, .kind = kind, .id = std::string(string_in(item, "id"))});
  }

  void take_call(const Event& event, std::optional<std::int64_t> index, Value item, bool done, Collector& out) {
    std::string_view id = string_in(item, "call_id");
    if (id.empty()) id = string_in(item, "id");
    const std::string_view item_id = string_in(item, "id");
    if (!item_id.empty()) by_item_[std::string(item_id)] = id;
    if (index) by_output_[*index] = id;
    const auto arguments = item.find(string_in(item, "type") == "custom_tool_call" ? "input" : "arguments");
    const std::string text = arguments ? arguments_text(event, *arguments) : std::string();
    if (!out.calls().has(id)) {
      CallPiece piece;
      piece.index = index;
      piece.id = id;
      piece.name = string_in(item, "name");
      piece.arguments = text;
      piece.begins = true;
      if (arguments && arguments->is_object() && done) piece.ending = ending_of(event, *arguments);
      out.call(piece);
    } else if (done) {
      out.whole_arguments(id, text);
    }
    if (done) out.end_call(id, std::nullopt);
  }

  void take_arguments(Value event, std::string_view text, Collector& out) {
    CallPiece piece;
    piece.index = integer_in(event, "output_index");
    piece.id = call_of(event);
    piece.arguments = text;
    out.call(piece);
  }

  std::string call_of(Value event) const {
    const auto item = by_item_.find(std::string(string_in(event, "item_id")));
    if (item != by_item_.end()) return item->second;
    const auto index = integer_in(event, "output_index");
    const auto output = index ? by_output_.find(*index) : by_output_.end();
    return output == by_output_.end() ? std::string() : output->second;
  }

  static void take_item_text(Value item, Collector& out) {
    if (const auto content = item.find("content")) take_content(*content, out);
  }

  static void take_item_reasoning(Value item, Collector& out) {
    for (const std::string_view name : {"summary", "content"}) {
      const auto parts = array_in(item, name);
      if (!parts || out.has_reasoning()) continue;
      for (const Value part : parts->elements()) out.reasoning(string_in(part, "text"));
    }
  }

  // The whole response: a body, or what the last event repeats.
  void take_response(const Event& event, Value response, Collector& out) {
    const bool had_text = out.has_text();
    const bool had_reasoning = out.has_reasoning();
    const auto output = array_in(response, "output");
    if (output) {
      for (const Value item : output->elements()) {
        const std::string_view type = string_in(item, "type");
        if (is_call(type)) take_call(event, std::nullopt, item, true, out);
        if (type == "message" && !had_text) take_item_text(item, out);
        if (type == "reasoning" && !had_reasoning) take_item_reasoning(item, out);
      }
    }
    if (auto error = provider_error(response)) out.error(std::move(*error));
    if (const auto usage = object_in(response, "usage")) out.usage(usage_of(*usage));
    // It stands before the output: of one that was cut it says nothing.
    if (!event.cut) take_status(response, out);
  }

  static void take_status(Value response, Collector& out) {
    const std::string_view status = string_in(response, "status");
    const auto details = object_in(response, "incomplete_details");
    if (status == "incomplete" && details) return out.finish(string_in(*details, "reason"));
    if (status != "in_progress" && status != "queued") out.finish(status);
  }

  Sequence sequence_;
  std::map<std::string, std::string> by_item_;     // item to call
  std::map<std::int64_t, std::string> by_output_;  // output index to call
  std::set<std::string> streamed_;                 // places whose text has come
};

}  // namespace

bool is_openai_responses(const Event& event) {
  if (type_of(event).starts_with("response.") || string_in(event.value, "object") == "response") return true;
  return array_in(event.value, "output") && event.value.find("status");
}

std::unique_ptr<EventReader> openai_responses_reader() { return std::make_unique<OpenAiResponsesReader>(); }

}  // namespace acode::wire::detail
