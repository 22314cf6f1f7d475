// Providers' answers in our words, and our words as providers' answers.
//
//   acode::wire::Decoder decoder(acode::wire::Dialect::kOpenAiChat);          // a stream, as its bytes come
//   while (auto bytes = connection.read()) for (const auto& delta : decoder.feed(*bytes)) take(delta);
//   for (const auto& delta : decoder.finish()) take(delta);
//
//   acode::wire::Answer answer = acode::wire::decode(acode::wire::Dialect::kAnthropic, body);    // a whole answer
//
// What differs between providers stays in here (EX-7): framing, names of fields, how calls are numbered and when they
// are whole. What comes out is the same for all: text, reasoning, calls with the text of their arguments untouched, why
// it ended, what it cost, and errors. Nothing is parsed beyond the envelope: whether arguments are JSON is for others
// to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "acode/json/value.h"

namespace acode::wire {

/// Whose words they are, by the path of the provider's API.
enum class Dialect : std::uint8_t {
  kOllama,           ///< /api/chat: one JSON object, or one a line
  kOpenAiChat,       ///< /v1/chat/completions, and all who imitate it: one JSON object, or server-sent events
  kOpenAiResponses,  ///< /v1/responses
  kAnthropic,        ///< /v1/messages
};

/// "ollama", "openai-chat", "openai-responses", "anthropic".
std::string_view dialect_name(Dialect dialect);
/// The dialect with this name, or nothing.
std::optional<Dialect> dialect_from_name(std::string_view name);

/// Why an answer ended.
enum class FinishReason : std::uint8_t {
  kUnknown,        ///< not said
  kStop,           ///< the model was done
  kToolCalls,      ///< it wants tools to be run
  kLength,         ///< it was cut off
  kContentFilter,  ///< the provider withheld the rest
  kError,          ///< the provider failed
};

/// Tokens, as far as the provider tells; 0 where it does not.
struct Usage {
  std::uint64_t input = 0;      ///< of the request
  std::uint64_t output = 0;     ///< of the answer
  std::uint64_t reasoning = 0;  ///< a part of the output
  std::uint64_t cached = 0;     ///< a part of the input

  friend bool operator==(const Usage&, const Usage&) = default;
  /// Of several answers together.
  friend Usage operator+(const Usage& a, const Usage& b) {
    return {a.input + b.input, a.output + b.output, a.reasoning + b.reasoning, a.cached + b.cached};
  }
};

/// The next text for the reader.
struct TextDelta {
  std::string text;  ///< a piece of it
  friend bool operator==(const TextDelta&, const TextDelta&) = default;
};

/// The next of what the model thinks.
struct ReasoningDelta {
  std::string text;  ///< a piece of it
  friend bool operator==(const ReasoningDelta&, const ReasoningDelta&) = default;
};

/// How deep a value may be nested that is handed on beside its text.
inline constexpr std::uint32_t kMaxValueDepth = 64;

/// A piece of a call. Calls are numbered from 0 in the order in which they begin, whatever the provider's numbers are.
struct CallDelta {
  std::size_t call = 0;   ///< which one
  std::string id;         ///< with the first piece that tells it; empty otherwise
  std::string name;       ///< the next piece of the name; empty once it is whole
  std::string arguments;  ///< the next piece of the text of the arguments
  bool complete = false;  ///< it is whole, and nothing more comes for it

  /// The arguments, if this is all of them and they were read on the way: an object that is nested no deeper than
  /// kMaxValueDepth. It says nothing that the text does not.
  std::optional<json::SharedValue> value{};

  friend bool operator==(const CallDelta& a, const CallDelta& b) {
    return a.call == b.call && a.id == b.id && a.name == b.name && a.arguments == b.arguments &&
           a.complete == b.complete;
  }
};

/// The end of the answer.
struct FinishDelta {
  FinishReason reason = FinishReason::kUnknown;  ///< why it ended
  std::string native;                            ///< the provider's own word
  friend bool operator==(const FinishDelta&, const FinishDelta&) = default;
};

/// What the answer costs.
struct UsageDelta {
  Usage usage;  ///< so far, not since the last one
  friend bool operator==(const UsageDelta&, const UsageDelta&) = default;
};

/// Something went wrong on the provider's side, or on the way.
struct ErrorDelta {
  /// Whose fault it is.
  enum class Kind : std::uint8_t {
    kProvider,   ///< it says so itself
    kMalformed,  ///< what it sent could not be read
    kCut,        ///< the stream ended before the answer did (ACODE-TLP-008)
    kTooLarge,   ///< a line or an event beyond the limit (ACODE-TLP-009)
  };
  Kind kind = Kind::kProvider;  ///< whose fault it is
  std::string code;             ///< the provider's own; may be empty
  std::string message;          ///< one sentence, as far as possible the provider's
  std::string model_text;       ///< what the model wrote, if the error carries it (EX-10)
  std::string raw;              ///< what was sent, shortened
  friend bool operator==(const ErrorDelta&, const ErrorDelta&) = default;
};

/// What a piece of an answer says.
using Delta = std::variant<TextDelta, ReasoningDelta, CallDelta, FinishDelta, UsageDelta, ErrorDelta>;

/// How much may come.
struct WireLimits {
  std::size_t max_event_bytes = std::size_t{8} << 20;  ///< one line or event, or one call's arguments
  std::size_t max_calls = 128;                         ///< in one answer
};

/// The names of the tools there are. Made once for any number of answers: a copy shares them.
class ToolNames {
 public:
  ToolNames() = default;  ///< none are known
  /// These.
  ToolNames(std::vector<std::string> names)  // NOLINT(google-explicit-constructor): they are the same
      : names_(std::make_shared<const std::vector<std::string>>(std::move(names))) {}
  /// The same, written out.
  ToolNames(std::initializer_list<std::string> names) : ToolNames(std::vector<std::string>(names)) {}

  /// All of them. It lives as long as any copy of this.
  [[nodiscard]] std::span<const std::string> list() const {
    return names_ ? std::span<const std::string>(*names_) : std::span<const std::string>();
  }

 private:
  std::shared_ptr<const std::vector<std::string>> names_;
};

/// What an answer says of itself, beside what it says.
struct Envelope {
  std::string id;            ///< of the response; one is made if it is empty
  std::string model;         ///< that answered
  std::int64_t created = 0;  ///< seconds since 1970
  friend bool operator==(const Envelope&, const Envelope&) = default;
};

/// A part of a stream whose parts are numbered: a block of Anthropic's, an item of OpenAI's Responses.
struct StreamPart {
  /// What is in it.
  enum class Kind : std::uint8_t {
    kText,
    kReasoning,
    kOther,  ///< a call, or what is between the provider and the client: a search of its own, its result …
  };

  std::size_t index = 0;     ///< its number
  Kind kind = Kind::kOther;  ///< what is in it
  std::string id{};          ///< of an item
  std::string json{};        ///< of an item that is done: all of it
};

/// The parts of a stream, in the order in which they began, and those that are done, in the order of their ends.
struct StreamParts {
  std::vector<StreamPart> begun;  ///< without what is in them
  std::vector<StreamPart> done;   ///< the same again, and whole
};

/// How far a stream has come.
struct StreamProgress {
  std::size_t events = 0;  ///< that were understood, and do not wait for others before them
  std::size_t begun = 0;   ///< parts
  std::size_t done = 0;    ///< parts
  bool is_fresh = false;   ///< the last part is one for text, and has none yet
  bool is_ending = false;  ///< it was said why the answer ends
  bool is_at_rest = true;  ///< all that has come was read, and waits for nothing
};

/// Reads an answer as its bytes come, cut anywhere. Whether it is a stream or one whole body is seen from the bytes.
///
/// A call is complete as soon as its arguments are one whole JSON object (not `{}`, which some send ahead of the
/// arguments), and else when the provider says so. What a provider sends for a call behind its end is dropped. The
/// finish comes once, at the end, and is that of the calls: kToolCalls if there are any and the provider says «stop».
class Decoder {
 public:
  /// With `tool_names`, a name that comes in pieces can be told from two names; without, the pieces' own numbers
  /// decide.
  explicit Decoder(Dialect dialect, const WireLimits& limits = {}, ToolNames tool_names = {});
  Decoder(Decoder&&) noexcept;
  Decoder& operator=(Decoder&&) noexcept;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder();

  /// The next bytes. What they say, in order.
  [[nodiscard]] std::vector<Delta> feed(std::string_view bytes);

  /// The connection has ended. Completes calls that are still open, unless the answer was cut off inside them: by its
  /// length or a filter, or because the stream ended too early, which is an ErrorDelta.
  [[nodiscard]] std::vector<Delta> finish();

  /// Whether the answer is over, as its dialect says it: `[DONE]`, `message_stop`, `done: true`. What comes behind that
  /// says nothing more. A whole body is over when finish() was called.
  [[nodiscard]] bool ended() const;

  /// Whether everything so far was written as the dialect's documents have it, so that any client reads out of these bytes
  /// what was read here. False once something had to be put right: calls without a number or an id, several with the same
  /// number, arguments as an object where they are text, broken JSON, a finish that does not go with the calls …
  [[nodiscard]] bool regular() const;

  /// What the answer has said of itself so far.
  [[nodiscard]] const Envelope& envelope() const;

  /// How far it has come.
  [[nodiscard]] StreamProgress progress() const;

  /// Its numbered parts so far, where the dialect numbers them: for somebody who has to go on with the stream, see
  /// Encoder::go_on_behind().
  [[nodiscard]] const StreamParts& parts() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// A call as the provider sent it.
struct WireCall {
  std::string id;         ///< may be empty
  std::string name;       ///< may be blank
  std::string arguments;  ///< the text exactly as received; an object is written as JSON; none at all is `{}`
  bool complete = true;   ///< false if the answer was cut off inside it
  friend bool operator==(const WireCall&, const WireCall&) = default;
};

/// An answer as a whole.
struct Answer {
  std::string text;                              ///< for the reader
  std::string reasoning;                         ///< what the model thought
  std::vector<WireCall> calls;                   ///< in the order in which they begin
  FinishReason finish = FinishReason::kUnknown;  ///< why it ended
  std::string native_finish;                     ///< the provider's own word for that
  Usage usage;                                   ///< what it cost
  std::vector<ErrorDelta> errors;                ///< of the provider, or of the way
  friend bool operator==(const Answer&, const Answer&) = default;
};

/// Adds what a delta says to an answer.
void add(Answer& answer, const Delta& delta);

/// Reads a whole answer: a body, or a recorded stream.
Answer decode(Dialect dialect, std::string_view bytes, const WireLimits& limits = {}, const ToolNames& tool_names = {});

/// The dialect that a body or the beginning of a stream is written in; nothing if it is none of ours.
std::optional<Dialect> detect(std::string_view bytes);

/// An answer as a body of a dialect. Arguments that are not valid JSON go out as they are where the dialect has them as
/// a string; where it has them as an object they must be one (an empty object is sent if they are not, and a call that
/// is not complete is left out). A call without an id gets `call_` and its number where the dialect must have one. An
/// answer that is nothing but an error is the body of an error.
std::string encode(Dialect dialect, const Answer& answer, const Envelope& envelope = {});

/// An answer as a stream of a dialect, piece by piece.
class Encoder {
 public:
  /// A new stream. What the answer says of itself is `envelope`.
  explicit Encoder(Dialect dialect, const Envelope& envelope = {});
  Encoder(Encoder&&) noexcept;
  Encoder& operator=(Encoder&&) noexcept;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder();

  /// The bytes of the next events. Where a dialect has calls only whole (Ollama), they are held until they are
  /// complete.
  [[nodiscard]] std::string encode(const Delta& delta);

  /// The end of the stream.
  [[nodiscard]] std::string finish();

  /// The beginning of the stream, and so many events of it, were sent by somebody else: it is not written again, and events
  /// are counted on from there, and so are parts. What these events said is to be told before, and what comes of that
  /// forgotten. A part that is not done yet is gone on with, or ended.
  void go_on_behind(std::uint64_t events, const StreamParts& parts = {});

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace acode::wire
