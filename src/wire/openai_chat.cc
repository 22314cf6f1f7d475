// OpenAI's /v1/chat/completions, and all who imitate it: a body with `message`, or events with `delta` and `[DONE]`.
//
//   data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"call_1","function":{"name":"f","arguments":""}}]}}]}
//   data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"a\":"}}]}}]}
//   data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}
//   data: {"choices":[],"usage":{…}}
//   data: [DONE]
#include <optional>

#include "wire/dialect.h"
#include "wire/fields.h"
#include "wire/message_parts.h"
#include "wire/provider_error.h"

namespace acode::wire::detail {
namespace {

using json::Value;

class OpenAiChatReader final : public EventReader {
 public:
  bool take(const Event& event, Collector& out) override {
    auto error = provider_error(event.value);
    if (error) out.error(std::move(*error));
    const Fields<3> fields(event.value, {"choices", "usage", "x_groq"});
    const auto choices = fields.array(0);
    if (choices) take_choices(event, *choices, out);
    auto usage = fields.object(1);
    // Groq has its own place for the usage of a stream.
    if (const auto groq = usage ? std::nullopt : fields.object(2)) usage = object_in(*groq, "usage");
    if (usage) out.usage(openai_chat_usage(*usage));
    return error || choices || usage || is_openai_chat(event);
  }

 private:
  using ChoiceFields = Fields<4>;
  enum ChoiceField : std::size_t { kIndex, kDelta, kMessage, kFinishReason };

  void take_choices(const Event& event, Value choices, Collector& out) {
    for (const Value choice : choices.elements()) {
      const ChoiceFields fields(choice, {"index", "delta", "message", "finish_reason"});
      if (is_ours(fields)) {
        take_choice(event, choice, fields, out);
      } else if (out.calls().size() == 0) {
        // Some gateways give the text as one choice and the calls as the next.
        if (const auto message = fields.object(kMessage)) take_tool_calls(event, MessageFields(*message), true, out);
      }
    }
  }

  // One answer is read: that of the choice seen first.
  bool is_ours(const ChoiceFields& fields) {
    const std::int64_t index = fields[kIndex] ? fields[kIndex]->as_int64().value_or(0) : 0;
    if (!choice_) choice_ = index;
    return *choice_ == index;
  }

  void take_choice(const Event& event, Value choice, const ChoiceFields& fields, Collector& out) {
    const auto delta = fields.object(kDelta);
    const auto message = fields.object(kMessage);
    if (delta) {
      streamed_ = true;
      take_message(event, *delta, false, out);
    } else if (message && streamed_) {
      take_tool_calls(event, MessageFields(*message), true,
                      out);  // the whole once more at the end of a stream (quirk 19)
    } else if (message) {
      out.whole();
      take_message(event, *message, true, out);
    }
    if (auto error = provider_error(choice)) out.error(std::move(*error));
    out.finish(fields.string(kFinishReason));
  }

  static void take_message(const Event& event, Value message, bool whole, Collector& out) {
    const MessageFields fields(message);
    take_reasoning(fields, out);
    if (fields.content()) take_content(*fields.content(), out);
    out.text(fields.refusal());
    take_tool_calls(event, fields, whole, out);
  }

  std::optional<std::int64_t> choice_;
  bool streamed_ = false;
};

}  // namespace

Usage openai_chat_usage(Value usage) {
  Usage out{.input = count_in(usage, "prompt_tokens"), .output = count_in(usage, "completion_tokens")};
  if (const auto details = object_in(usage, "prompt_tokens_details")) out.cached = count_in(*details, "cached_tokens");
  if (const auto details = object_in(usage, "completion_tokens_details")) {
    out.reasoning = count_in(*details, "reasoning_tokens");
  }
  return out;
}

bool is_openai_chat(const Event& event) {
  if (array_in(event.value, "choices") || string_in(event.value, "object").starts_with("chat.completion")) return true;
  return object_in(event.value, "error") && !event.value.find("type");
}

std::unique_ptr<EventReader> openai_chat_reader() { return std::make_unique<OpenAiChatReader>(); }

}  // namespace acode::wire::detail
