// Answers as Ollama's /api/chat writes them. Calls go out only whole; ids are optional here.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "wire/dialect.h"
#include "wire/finish_words.h"
#include "wire/object_text.h"
#include "wire/out_calls.h"

namespace acode::wire::detail {
namespace {

// Seconds since 1970 as `2026-01-31T12:00:00Z`; years of four digits.
std::string timestamp(std::int64_t seconds) {
  constexpr std::int64_t kLast = 253402300799;  // the end of 9999
  const std::chrono::sys_seconds time{std::chrono::seconds(std::clamp<std::int64_t>(seconds, 0, kLast))};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  char out[32];
  std::snprintf(out, sizeof out, "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return out;
}

std::string_view usual_word(FinishReason reason) {
  switch (reason) {
    case FinishReason::kUnknown:
      return {};
    case FinishReason::kLength:
      return "length";
    case FinishReason::kContentFilter:
      return "content_filter";
    case FinishReason::kError:
      return "error";
    case FinishReason::kStop:
    case FinishReason::kToolCalls:
      break;
  }
  return "stop";  // also behind calls
}

std::string call_text(const OutCall& call, std::size_t number) {
  ObjectText function;
  function.number("index", number).string("name", call.name).json("arguments", object_or_empty(call.arguments));
  ObjectText out;
  if (!call.id.empty()) out.string("id", call.id);
  return out.json("function", function.take()).take();
}

ObjectText header(const Envelope& envelope) {
  ObjectText out;
  out.string("model", envelope.model).string("created_at", timestamp(envelope.created));
  return out;
}

ObjectText message(std::string_view content, std::string_view thinking) {
  ObjectText out;
  out.string("role", "assistant").string("content", content);
  if (!thinking.empty()) out.string("thinking", thinking);
  return out;
}

void add_end(ObjectText& out, const FinishDelta& finish, const Usage& usage) {
  out.boolean("done", true);
  // The word for calls is that for any end here.
  const FinishReason reason = finish.reason == FinishReason::kToolCalls ? FinishReason::kStop : finish.reason;
  const std::string_view word = finish_word(finish.native, reason, usual_word(finish.reason));
  if (!word.empty()) out.string("done_reason", word);
  out.number("prompt_eval_count", usage.input).number("eval_count", usage.output);
}

class OllamaWriter final : public EventWriter {
 public:
  explicit OllamaWriter(Envelope envelope) : envelope_(std::move(envelope)) {}

  std::string write(const Delta& delta) override {
    return std::visit([this](const auto& which) { return take(which); }, delta);
  }

  std::string finish() override {
    std::string calls = send_calls(true);
    if (failed_ && !finish_) return calls;
    ObjectText out = header(envelope_);
    out.json("message", message("", "").take());
    add_end(out, finish_.value_or(FinishDelta{}), usage_);
    return calls + out.take() + '\n';
  }

 private:
  std::string line(std::string_view message) const {
    return header(envelope_).json("message", message).boolean("done", false).take() + '\n';
  }

  std::string take(const TextDelta& delta) { return line(message(delta.text, "").take()); }
  std::string take(const ReasoningDelta& delta) { return line(message("", delta.text).take()); }
  std::string take(const CallDelta& delta) {
    OutCall& call = calls_.take(delta);
    call.ended = call.ended || delta.complete;
    return send_calls(false);
  }

  // Calls that are whole, in their order: one that is not holds back those behind it, until the end.
  std::string send_calls(bool at_end) {
    std::string out;
    for (; next_ < calls_.all().size(); ++next_) {
      const OutCall& call = calls_.all()[next_];
      if (!call.ended && !at_end) break;
      if (call.ended) out += line(message("", "").json("tool_calls", array_text({call_text(call, sent_++)})).take());
    }
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
    return ObjectText().string("error", delta.message).take() + '\n';
  }

  Envelope envelope_;
  OutCalls calls_;
  std::optional<FinishDelta> finish_;
  Usage usage_;
  std::size_t next_ = 0;  // the first call not looked at
  std::size_t sent_ = 0;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<EventWriter> ollama_writer(const Envelope& envelope) {
  return std::make_unique<OllamaWriter>(envelope);
}

std::string ollama_body(const Answer& answer, const Envelope& envelope) {
  ObjectText body = header(envelope);
  ObjectText content = message(answer.text, answer.reasoning);
  std::vector<std::string> calls;
  for (const WireCall& call : answer.calls) {
    if (call.complete) calls.push_back(call_text({call.id, call.name, call.arguments}, calls.size()));
  }
  if (!calls.empty()) content.json("tool_calls", array_text(calls));
  body.json("message", content.take());
  add_end(body, {answer.finish, answer.native_finish}, answer.usage);
  if (!answer.errors.empty()) body.string("error", answer.errors.front().message);
  return body.take();
}

}  // namespace acode::wire::detail
