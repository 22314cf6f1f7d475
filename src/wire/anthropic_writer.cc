// Answers as Anthropic's /v1/messages writes them: block by block.
#include "wire/dialect.h"
#include "wire/error_text.h"
#include "wire/finish_words.h"
#include "wire/object_text.h"
#include "wire/out_calls.h"
#include "wire/stream_parts.h"

namespace acode::wire::detail {
namespace {

std::string_view usual_word(FinishReason reason) {
  constexpr std::string_view kWords[] = {"", "end_turn", "tool_use", "max_tokens", "refusal", "error"};
  return kWords[static_cast<std::size_t>(reason)];
}

std::string stop_reason(const FinishDelta& finish) {
  return string_or_null(finish_word(finish.native, finish.reason, usual_word(finish.reason)));
}

// What is cached is counted apart from the input here.
std::string usage_text(const Usage& usage) {
  const std::uint64_t cached = std::min(usage.cached, usage.input);
  return ObjectText()
      .number("input_tokens", usage.input - cached)
      .number("cache_read_input_tokens", cached)
      .number("output_tokens", usage.output)
      .take();
}

ObjectText header(const Envelope& envelope) {
  ObjectText out;
  out.string("id", response_id(envelope, "msg_")).string("type", "message").string("role", "assistant");
  out.string("model", envelope.model);
  return out;
}

ObjectText tool_use(std::string_view id, std::string_view name, std::string_view input) {
  ObjectText out;
  out.string("type", "tool_use").string("id", id).string("name", name).json("input", input);
  return out;
}

ObjectText text_block(std::string_view text) {
  ObjectText out;
  out.string("type", "text").string("text", text);
  return out;
}

ObjectText thinking_block(std::string_view text) {
  ObjectText out;
  out.string("type", "thinking").string("thinking", text).string("signature", "");
  return out;
}

class AnthropicWriter final : public EventWriter {
 public:
  explicit AnthropicWriter(Envelope envelope) : envelope_(std::move(envelope)) {}

  std::string write(const Delta& delta) override {
    return std::visit([this](const auto& which) { return take(which); }, delta);
  }

  std::string finish() override {
    if (failed_ && !finish_) return {};
    std::string out = begin() + close_words();
    for (std::size_t i = 0; i < calls_.all().size(); ++i) {
      if (!calls_.all()[i].begun) out += begin_call(calls_.all()[i], i);
      if (!calls_.all()[i].ended) out += stop(calls_.all()[i].place);
    }
    const FinishDelta finish = finish_.value_or(FinishDelta{});
    ObjectText delta;
    delta.json("stop_reason", stop_reason(finish)).json("stop_sequence", "null");
    out +=
        event("message_delta", std::move(ObjectText().json("delta", delta.take()).json("usage", usage_text(usage_))));
    return out + event("message_stop", {});
  }

  void go_on_behind(std::uint64_t /*events*/, const StreamParts& parts) override {
    begun_ = true;
    if (parts.begun.empty()) return;  // where they have no numbers, those that would have been given are as good as any
    places_ = next_index(parts);
    const StreamPart* const open = open_part(parts);
    words_ = open == nullptr ? Words::kNone : words_of(open->kind);
    if (open != nullptr) words_place_ = open->index;
  }

 private:
  enum class Words : unsigned char { kNone, kText, kThinking, kOther };

  static Words words_of(StreamPart::Kind kind) {
    if (kind == StreamPart::Kind::kText) return Words::kText;
    return kind == StreamPart::Kind::kReasoning ? Words::kThinking : Words::kOther;
  }

  static std::string event(std::string_view type, ObjectText fields) {
    std::string rest = fields.take();
    std::string data = ObjectText().string("type", type).take();
    if (rest.size() > 2) data.replace(data.size() - 1, 1, "," + rest.substr(1));
    return "event: " + std::string(type) + "\ndata: " + data + "\n\n";
  }

  static std::string start(std::size_t index, ObjectText block) {
    return event("content_block_start",
                 std::move(ObjectText().number("index", index).json("content_block", block.take())));
  }
  static std::string piece(std::size_t index, std::string_view type, std::string_view field, std::string_view text) {
    ObjectText delta;
    delta.string("type", type).string(field, text);
    return event("content_block_delta", std::move(ObjectText().number("index", index).json("delta", delta.take())));
  }
  static std::string stop(std::size_t index) {
    return event("content_block_stop", std::move(ObjectText().number("index", index)));
  }

  std::string begin() {
    if (std::exchange(begun_, true)) return {};
    ObjectText message = header(envelope_);
    message.json("content", "[]").json("stop_reason", "null").json("stop_sequence", "null");
    message.json("usage", usage_text(usage_));
    return event("message_start", std::move(ObjectText().json("message", message.take())));
  }

  // Opens a block of text or thinking, unless the one that is open is of this kind.
  std::string open_words(Words words) {
    std::string out = begin();
    if (words_ == words) return out;
    out += close_words();
    words_ = words;
    words_place_ = places_++;
    return out + start(words_place_, words == Words::kText ? text_block("") : thinking_block(""));
  }

  std::string close_words() {
    return std::exchange(words_, Words::kNone) == Words::kNone ? std::string() : stop(words_place_);
  }

  std::string begin_call(OutCall& call, std::size_t number) {
    std::string out = begin() + close_words();
    call.begun = true;
    call.place = places_++;
    return out + start(call.place, tool_use(id_or_made(call.id, number), call.name, "{}"));
  }

  std::string take(const TextDelta& delta) {
    std::string out = open_words(Words::kText);
    return out + piece(words_place_, "text_delta", "text", delta.text);
  }

  std::string take(const ReasoningDelta& delta) {
    std::string out = open_words(Words::kThinking);
    return out + piece(words_place_, "thinking_delta", "thinking", delta.text);
  }

  std::string take(const CallDelta& delta) {
    OutCall& call = calls_.take(delta);
    if (call.ended || (delta.arguments.empty() && !delta.complete)) return {};
    std::string out = call.begun ? std::string() : begin_call(call, delta.call);
    if (!delta.arguments.empty()) out += piece(call.place, "input_json_delta", "partial_json", delta.arguments);
    if (delta.complete) out += stop(call.place);
    call.ended = delta.complete;
    return out;
  }

  std::string take(const FinishDelta& delta) {
    finish_ = delta;
    return {};
  }
  std::string take(const UsageDelta& delta) {
    usage_ = delta.usage;
    return {};
  }
  std::string take(const ErrorDelta& delta) {
    failed_ = true;
    return event("error", std::move(ObjectText().json("error", error_text(delta))));
  }

  Envelope envelope_;
  OutCalls calls_;
  Usage usage_;
  std::optional<FinishDelta> finish_;
  Words words_ = Words::kNone;   // what is in the block that is open, if it is none of a call
  std::size_t words_place_ = 0;  // its index
  std::size_t places_ = 0;       // blocks so far
  bool begun_ = false;
  bool failed_ = false;
};

std::string content_text(const Answer& answer) {
  std::vector<std::string> blocks;
  if (!answer.reasoning.empty()) blocks.push_back(thinking_block(answer.reasoning).take());
  if (!answer.text.empty()) blocks.push_back(text_block(answer.text).take());
  for (std::size_t i = 0; i < answer.calls.size(); ++i) {
    const WireCall& call = answer.calls[i];
    if (!call.complete) continue;
    blocks.push_back(tool_use(id_or_made(call.id, i), call.name, object_or_empty(call.arguments)).take());
  }
  return array_text(blocks);
}

}  // namespace

std::unique_ptr<EventWriter> anthropic_writer(const Envelope& envelope) {
  return std::make_unique<AnthropicWriter>(envelope);
}

std::string anthropic_body(const Answer& answer, const Envelope& envelope) {
  ObjectText body = header(envelope);
  body.json("content", content_text(answer));
  body.json("stop_reason", stop_reason({answer.finish, answer.native_finish})).json("stop_sequence", "null");
  body.json("usage", usage_text(answer.usage));
  if (!answer.errors.empty()) body.json("error", error_text(answer.errors.front()));
  return body.take();
}

}  // namespace acode::wire::detail
