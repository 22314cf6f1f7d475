// Answers as OpenAI's /v1/chat/completions writes them.
#include "wire/dialect.h"
#include "wire/error_text.h"
#include "wire/finish_words.h"
#include "wire/object_text.h"
#include "wire/out_calls.h"

namespace acode::wire::detail {
namespace {

std::string_view usual_word(FinishReason reason) {
  constexpr std::string_view kWords[] = {"", "stop", "tool_calls", "length", "content_filter", "error"};
  return kWords[static_cast<std::size_t>(reason)];
}

std::string finish_text(const FinishDelta& finish) {
  return string_or_null(finish_word(finish.native, finish.reason, usual_word(finish.reason)));
}

std::string usage_text(const Usage& usage) {
  return ObjectText()
      .number("prompt_tokens", usage.input)
      .number("completion_tokens", usage.output)
      .number("total_tokens", usage.input + usage.output)
      .json("prompt_tokens_details", ObjectText().number("cached_tokens", usage.cached).take())
      .json("completion_tokens_details", ObjectText().number("reasoning_tokens", usage.reasoning).take())
      .take();
}

ObjectText header(const Envelope& envelope, std::string_view object) {
  ObjectText out;
  out.string("id", response_id(envelope, "chatcmpl-")).string("object", object);
  out.integer("created", envelope.created).string("model", envelope.model);
  return out;
}

class OpenAiChatWriter final : public EventWriter {
 public:
  explicit OpenAiChatWriter(Envelope envelope) : envelope_(std::move(envelope)) {}

  std::string write(const Delta& delta) override {
    return std::visit([this](const auto& which) { return this->take(which); }, delta);
  }

  std::string finish() override {
    std::string out;
    if (usage_) {
      out = event(header(envelope_, kChunk).json("choices", "[]").json("usage", usage_text(*usage_)).take());
    }
    return out + event("[DONE]");
  }

  void go_on_behind(std::uint64_t /*events*/, const StreamParts& /*parts*/) override { begun_ = true; }

 private:
  static constexpr std::string_view kChunk = "chat.completion.chunk";

  static std::string event(std::string_view data) { return "data: " + std::string(data) + "\n\n"; }

  // A chunk with this delta. The first of them says whose it is.
  std::string chunk(ObjectText delta, std::string_view finish_reason = "null") {
    std::string role = begun_ ? std::string() : begin();
    const std::string choice =
        ObjectText().number("index", 0).json("delta", delta.take()).json("finish_reason", finish_reason).take();
    return role + event(header(envelope_, kChunk).json("choices", array_text({choice})).take());
  }

  std::string begin() {
    begun_ = true;
    ObjectText delta;
    delta.string("role", "assistant").string("content", "");
    return chunk(std::move(delta));
  }

  std::string take(const TextDelta& delta) { return chunk(std::move(ObjectText().string("content", delta.text))); }
  std::string take(const ReasoningDelta& delta) {
    return chunk(std::move(ObjectText().string("reasoning_content", delta.text)));
  }

  std::string take(const CallDelta& delta) {
    OutCall& call = calls_.take(delta);
    if (call.ended || (delta.arguments.empty() && !(delta.complete && !call.begun))) return {};
    ObjectText entry;
    entry.number("index", delta.call);
    ObjectText function;
    if (!call.begun) {
      entry.string("id", id_or_made(call.id, delta.call)).string("type", "function");
      function.string("name", call.name);
    }
    function.string("arguments", delta.arguments);
    call.begun = true;
    call.ended = delta.complete;
    entry.json("function", function.take());
    return chunk(std::move(ObjectText().json("tool_calls", array_text({entry.take()}))));
  }

  std::string take(const FinishDelta& delta) {
    std::string out = begin_what_is_held();
    return out + chunk({}, finish_text(delta));
  }

  // Calls of which nothing but the name has come.
  std::string begin_what_is_held() {
    std::string out;
    for (std::size_t i = 0; i < calls_.all().size(); ++i) {
      if (!calls_.all()[i].begun) out += take(CallDelta{i, {}, {}, {}, true});
    }
    return out;
  }

  std::string take(const UsageDelta& delta) {
    usage_ = delta.usage;
    return {};
  }

  static std::string take(const ErrorDelta& delta) {
    return event(ObjectText().json("error", error_text(delta)).take());
  }

  Envelope envelope_;
  OutCalls calls_;
  std::optional<Usage> usage_;
  bool begun_ = false;
};

std::string call_text(const WireCall& call, std::size_t number) {
  ObjectText function;
  function.string("name", call.name).string("arguments", call.arguments);
  return ObjectText()
      .string("id", id_or_made(call.id, number))
      .string("type", "function")
      .json("function", function.take())
      .take();
}

std::string message_text(const Answer& answer) {
  ObjectText message;
  message.string("role", "assistant");
  // Beside calls an empty content is null.
  message.json("content", answer.calls.empty() && answer.text.empty() ? "\"\"" : string_or_null(answer.text));
  if (!answer.reasoning.empty()) message.string("reasoning_content", answer.reasoning);
  std::vector<std::string> calls;
  for (const WireCall& call : answer.calls) calls.push_back(call_text(call, calls.size()));
  if (!calls.empty()) message.json("tool_calls", array_text(calls));
  return message.take();
}

}  // namespace

std::unique_ptr<EventWriter> openai_chat_writer(const Envelope& envelope) {
  return std::make_unique<OpenAiChatWriter>(envelope);
}

std::string openai_chat_body(const Answer& answer, const Envelope& envelope) {
  const std::string choice = ObjectText()
                                 .number("index", 0)
                                 .json("message", message_text(answer))
                                 .json("finish_reason", finish_text({answer.finish, answer.native_finish}))
                                 .take();
  ObjectText body = header(envelope, "chat.completion");
  body.json("choices", array_text({choice})).json("usage", usage_text(answer.usage));
  if (!answer.errors.empty()) body.json("error", error_text(answer.errors.front()));
  return body.take();
}

}  // namespace acode::wire::detail
