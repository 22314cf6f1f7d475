// The table of dialects, and the one that some bytes are written in.
#include <algorithm>
#include <array>

#include "wire/body.h"
#include "wire/dialect.h"
#include "wire/event_source.h"

namespace acode::wire {
namespace detail {
namespace {

constexpr CallHabits kOllamaCalls{.have_objects = true, .end_like_text = true};
constexpr CallHabits kOpenAiChatCalls{.have_ids = true, .have_numbers = true};
constexpr CallHabits kOpenAiResponsesCalls{.have_ids = true, .end_like_text = true};
constexpr CallHabits kAnthropicCalls{.have_ids = true};

// In the order of the enumeration.
constexpr std::array kDialects = {
    DialectEntry{Dialect::kOllama, "ollama", kOllamaCalls, is_ollama, ollama_reader, ollama_writer, ollama_body,
                 &kOllamaRequest},
    DialectEntry{Dialect::kOpenAiChat, "openai-chat", kOpenAiChatCalls, is_openai_chat, openai_chat_reader,
                 openai_chat_writer, openai_chat_body, &kOpenAiChatRequest},
    DialectEntry{Dialect::kOpenAiResponses, "openai-responses", kOpenAiResponsesCalls, is_openai_responses,
                 openai_responses_reader, openai_responses_writer, openai_responses_body, &kOpenAiResponsesRequest},
    DialectEntry{Dialect::kAnthropic, "anthropic", kAnthropicCalls, is_anthropic, anthropic_reader, anthropic_writer,
                 anthropic_body, &kAnthropicRequest},
};

// The first event that a dialect knows decides.
class Detector final : public EventSink {
 public:
  bool event(const Event& event) override {
    if (!found_) found_ = dialect_of(event);
    return found_.has_value();
  }
  [[nodiscard]] std::string_view only_words() const override { return {}; }
  bool alike(const AlikeEvent& /*event*/) override { return false; }
  void done() override {
    if (!found_) found_ = Dialect::kOpenAiChat;
  }
  void problem(ErrorDelta) override {}

  [[nodiscard]] std::optional<Dialect> found() const { return found_; }

 private:
  std::optional<Dialect> found_;
};

}  // namespace

const DialectEntry& dialect_entry(Dialect dialect) { return kDialects[static_cast<std::size_t>(dialect)]; }

std::optional<Dialect> dialect_of(const Event& event) {
  constexpr std::array kOrder = {Dialect::kAnthropic, Dialect::kOpenAiResponses, Dialect::kOpenAiChat,
                                 Dialect::kOllama};
  for (const Dialect dialect : kOrder) {
    if (dialect_entry(dialect).recognises(event)) return dialect;
  }
  return std::nullopt;
}

// A few events are enough; a piece at a time, so that the rest of a long stream is not read.
std::optional<Dialect> dialect_of_events(std::string_view bytes) {
  constexpr std::size_t kPiece = 4096;
  Detector detector;
  EventSource source({}, detector);
  for (; !bytes.empty() && !detector.found(); bytes.remove_prefix(std::min(kPiece, bytes.size()))) {
    source.feed(bytes.substr(0, kPiece));
  }
  if (!detector.found()) source.finish();
  return detector.found();
}

}  // namespace detail

std::string_view dialect_name(Dialect dialect) { return detail::dialect_entry(dialect).name; }

std::optional<Dialect> dialect_from_name(std::string_view name) {
  for (const detail::DialectEntry& entry : detail::kDialects) {
    if (entry.name == name) return entry.dialect;
  }
  return std::nullopt;
}

std::optional<Dialect> detect(std::string_view bytes) {
  const std::optional<detail::Body> body = detail::read_body(bytes);
  return body ? body->dialect : detail::dialect_of_events(bytes);
}

}  // namespace acode::wire
