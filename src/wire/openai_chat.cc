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

Usage usage_of(Value usage) {
  Usage out{.input = count_in(usage, "prompt_tokens"), .output = count_in(usage, "completion_tokens")};
  if (const auto details = object_in(usage, "prompt_tokens_details")) out.cached = count_in(*details, "cached_tokens");
  if (const auto details = object_in(usage, "completion_tokens_details")) {
    out.reasoning = count_in(*details, "reasoning_tokens");
  }
  return out;
}

// Groq has its own place for the usage of a stream.
std::optional<Value> usage_in(Value event) {
  if (const auto usage = object_in(event, "usage")) return usage;
  const auto groq = object_in(event, "x_groq");
  return groq ? object_in(*groq, "usage") : std::nullopt;
}

class OpenAiChatReader final : public EventReader {
 public:
  bool take(const Event& event, Collector& out) override {
    auto error = provider_error(event.value);
    if (error) out.error(std::move(*error));
    const auto choices = array_in(event.value, "choices");
    if (choices) take_choices(event, *choices, out);
    const auto usage = usage_in(event.value);
    if (usage) out.usage(usage_of(*usage));
    return error || choices || usage || is_openai_chat(event);
  }

 private:
  void take_choices(const Event& event, Value choices, Collector& out) {
    for (const Value choice : choices.elements()) {
      if (is_ours(choice)) {
        take_choice(event, choice, out);
      } else if (out.calls().size() == 0) {
        // Some gateways give the text as one choice and the calls as the next.
        if (const auto message = object_in(choice, "message")) take_tool_calls(event, *message, true, out);
      }
    }
  }

  // One answer is read: that of the choice seen first.
  bool is_ours(Value choice) {
    const std::int64_t index = integer_in(choice, "index").value_or(0);
    if (!choice_) choice_ = index;
    return *choice_ == index;
  }

  void take_choice(const Event& event, Value choice, Collector& out) {
    const auto delta = object_in(choice, "delta");
    const auto message = object_in(choice, "message");
    if (delta) {
      streamed_ = true;
      take_message(event, *delta, false, out);
    } else if (message && streamed_) {
      take_tool_calls(event, *message, true, out);  // the whole once more at the end of a stream (quirk 19)
    } else if (message) {
      out.whole();
      take_message(event, *message, true, out);
    }
    if (auto error = provider_error(choice)) out.error(std::move(*error));
    out.finish(string_in(choice, "finish_reason"));
  }

  static void take_message(const Event& event, Value message, bool whole, Collector& out) {
    take_reasoning(message, out);
    if (const auto content = message.find("content")) take_content(*content, out);
    out.text(string_in(message, "refusal"));
    take_tool_calls(event, message, whole, out);
  }

  std::optional<std::int64_t> choice_;
  bool streamed_ = false;
};

}  // namespace

bool is_openai_chat(const Event& event) {
  if (array_in(event.value, "choices") || string_in(event.value, "object").starts_with("chat.completion")) return true;
  return object_in(event.value, "error") && !event.value.find("type");
}

std::unique_ptr<EventReader> openai_chat_reader() { return std::make_unique<OpenAiChatReader>(); }

}  // namespace acode::wire::detail
