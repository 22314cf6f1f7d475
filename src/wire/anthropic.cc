// Anthropic's /v1/messages: a message of blocks, whole or as events block by block.
//
//   event: content_block_start
//   data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t_1","name":"f","input":{}}}
//   data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a\":"}}
//   data: {"type":"content_block_stop","index":1}
//   data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":12}}
//   data: {"type":"message_stop"}
#include <map>

#include "wire/dialect.h"
#include "wire/fields.h"
#include "wire/message_parts.h"
#include "wire/provider_error.h"

namespace acode::wire::detail {
namespace {

using json::Value;

std::string_view type_of(const Event& event) {
  const std::string_view type = string_in(event.value, "type");
  if (!type.empty()) return type;
  return event.name.empty() && array_in(event.value, "content") ? std::string_view("message") : event.name;
}

StreamPart::Kind kind_of(Value block) {
  const std::string_view type = string_in(block, "type");
  if (type == "text") return StreamPart::Kind::kText;
  return type == "thinking" ? StreamPart::Kind::kReasoning : StreamPart::Kind::kOther;
}

class AnthropicReader final : public EventReader {
 public:
  bool take(const Event& event, Collector& out) override {
    const std::string_view type = type_of(event);
    auto error = provider_error(event.value);
    if (error) out.error(std::move(*error));
    if (type == "message") {
      take_message(event, event.value, out);
      out.whole();
    } else if (type == "message_start") {
      if (const auto message = object_in(event.value, "message")) take_message(event, *message, out);
    } else if (type == "content_block_start") {
      take_start(event, out);
    } else if (type == "content_block_delta") {
      take_delta(event.value, out);
    } else if (type == "content_block_stop") {
      take_stop(event.value, out);
    } else if (type == "message_delta") {
      take_usage(event.value, out);
      if (const auto delta = object_in(event.value, "delta")) out.finish(string_in(*delta, "stop_reason"));
    } else if (type == "message_stop") {
      out.end();
    } else {
      return error || type == "ping";
    }
    return true;
  }

 private:
  // A block of the stream: whether it is a call, and its id.
  struct Block {
    bool call = false;
    std::string id;
  };

  void take_message(const Event& event, Value message, Collector& out) {
    if (const auto content = message.find("content")) {
      take_content(*content, out);
      for (const Value block : content->elements()) take_call(event, block, out);
    }
    take_usage(message, out);
    out.finish(string_in(message, "stop_reason"));
  }

  static CallPiece call_of(const Event& event, Value block) {
    CallPiece piece;
    piece.id = string_in(block, "id");
    piece.name = string_in(block, "name");
    piece.begins = true;
    if (const auto input = block.find("input")) piece.arguments = arguments_text(event, *input);
    return piece;
  }

  static void take_call(const Event& event, Value block, Collector& out) {
    if (string_in(block, "type") != "tool_use") return;
    CallPiece piece = call_of(event, block);
    const auto input = block.find("input");
    if (input) piece.ending = ending_of(event, *input);
    out.call(piece);
  }

  void take_start(const Event& event, Collector& out) {
    const auto block = object_in(event.value, "content_block");
    if (!block) return;
    const std::int64_t index = integer_in(event.value, "index").value_or(static_cast<std::int64_t>(blocks_.size()));
    last_ = index;
    const bool call = string_in(*block, "type") == "tool_use";
    blocks_[index] = {call, std::string(string_in(*block, "id"))};
    if (index >= 0) out.begin_part({.index = static_cast<std::size_t>(index), .kind = kind_of(*block)});
    if (call) {
      CallPiece piece = call_of(event, *block);
      piece.index = index;
      out.call(piece);
    } else {
      out.text(string_in(*block, "text"));
      out.reasoning(string_in(*block, "thinking"));
    }
  }

  void take_delta(Value event, Collector& out) {
    const auto delta = object_in(event, "delta");
    if (!delta) return;
    const std::int64_t index = integer_in(event, "index").value_or(last_);
    out.text(string_in(*delta, "text"));
    out.reasoning(string_in(*delta, "thinking"));
    const auto block = blocks_.find(index);
    // The input of a tool that the provider runs itself is no call of ours.
    if (block != blocks_.end() && !block->second.call) return;
    CallPiece piece;
    piece.index = index;
    piece.arguments = string_in(*delta, "partial_json");
    if (block != blocks_.end()) piece.id = block->second.id;
    if (!piece.arguments.empty()) out.call(piece);
  }

  void take_stop(Value event, Collector& out) {
    const std::int64_t index = integer_in(event, "index").value_or(last_);
    if (index >= 0) out.end_part(static_cast<std::size_t>(index));
    const auto block = blocks_.find(index);
    if (block == blocks_.end() || block->second.call) {
      out.end_call(block == blocks_.end() ? std::string_view{} : block->second.id, index);
    }
  }

  // What is cached is counted apart here, and as a part of the input with us. A count that is not given stays.
  void take_usage(Value holder, Collector& out) {
    const auto usage = object_in(holder, "usage");
    if (!usage) return;
    if (usage->find("input_tokens")) {
      usage_.cached = count_in(*usage, "cache_read_input_tokens");
      usage_.input = count_in(*usage, "input_tokens") + usage_.cached + count_in(*usage, "cache_creation_input_tokens");
    }
    if (usage->find("output_tokens")) usage_.output = count_in(*usage, "output_tokens");
    out.usage(usage_);
  }

  std::map<std::int64_t, Block> blocks_;
  std::int64_t last_ = -1;
  Usage usage_;
};

}  // namespace

bool is_anthropic(const Event& event) {
  const std::string_view type = type_of(event);
  if (type == "message") return array_in(event.value, "content").has_value();
  if (type == "error") return object_in(event.value, "error").has_value() && event.value.find("type").has_value();
  return type == "ping" || type.starts_with("message_") || type.starts_with("content_block_");
}

std::unique_ptr<EventReader> anthropic_reader() { return std::make_unique<AnthropicReader>(); }

}  // namespace acode::wire::detail
