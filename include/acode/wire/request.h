// A request to a model in our words, and our words as a provider's request.
//
//   auto request = acode::wire::decode_request(acode::wire::Dialect::kAnthropic, body);          // what a client sent
//   if (!request) return refuse(request.error());
//   std::string out = acode::wire::encode_request(acode::wire::Dialect::kOllama, *request);      // for another server
//
// Where the dialect stays the same, a request is written as it came, and only what was changed is written anew: members
// that we have no word for, their order and their spelling survive (`members`, `native`). Where it does not, what we
// have a word for is said in the words of the other dialect, and the rest is left out. What we read back is what was
// written, as far as the dialect can say it.
//
// What the dialects cannot say to each other, and what is done about it:
//   system prompts   Anthropic and Responses have those at the beginning apart (`system`, `instructions`). One that
//                    comes later is a text of the user for Anthropic, between <system> and </system>.
//   several texts    Ollama has one: they are joined by a newline.
//   pictures         Ollama takes bytes only: an address goes into the text, `[image: https://…]`. Pictures in a result
//                    follow in a message of the user for OpenAI's chat.
//   arguments        Ollama and Anthropic have an object: text that is none becomes `{}`. Repair it before.
//   ids of calls     Who has none gets one where the dialect needs it, always the same for the same conversation, and
//                    results find their calls by id, else by name, else in order. For Anthropic, other characters than
//                    letters, digits, `_` and `-` become `_`, and an id that comes again gets a number behind it.
//   failed results   Only Anthropic can say so; elsewhere the text begins with `Error: ` unless it does already.
//   lone results     Kept as they are. Anthropic refuses them, so there they become a text of the user; and a call that
//                    has no result gets one that fails and says so.
//   reasoning        Anthropic and Responses take back only what they signed themselves: what came from elsewhere is
//                    left out there. Ollama and OpenAI's chat get all of it.
//   effort           low, medium, high are for Anthropic 1024, 8192 and 24576 tokens of thinking, and half of
//                    `max_tokens` at most; less than 4096 is low, less than 16384 medium. There is none while a tool is
//                    forced or a turn with calls is open, which Anthropic refuses, and neither temperature nor
//                    `top_p` with it. For Ollama they are the levels of `think`, and `true` is medium.
//   choice of tools  Ollama has none: no calls means no tools, a named tool is the only one that is sent.
//   stop, seed       Responses has neither, Anthropic no seed; temperatures end at 1 for Anthropic.
//   a stream         is asked for or refused in so many words where the dialects differ in what is usual, and OpenAI's
//                    chat is asked for the tokens that the others always tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "acode/error.h"
#include "acode/json/value.h"
#include "acode/limits.h"
#include "acode/wire/wire.h"

namespace acode::wire {

/// Who speaks.
enum class Role : std::uint8_t { kSystem, kUser, kAssistant, kTool };

/// Text.
struct TextPart {
  std::string text;  ///< what is said
  friend bool operator==(const TextPart&, const TextPart&) = default;
};

/// A picture: its bytes in base64, or where it is.
struct ImagePart {
  std::string media_type;  ///< "image/png"; empty if not said
  std::string data;        ///< in base64; empty if there is an address
  std::string url;         ///< where it is; empty if there are bytes
  friend bool operator==(const ImagePart&, const ImagePart&) = default;
};

/// What the model thought before.
struct ReasoningPart {
  std::string text;       ///< what it thought
  std::string signature;  ///< by which the provider knows it again; may be empty
  friend bool operator==(const ReasoningPart&, const ReasoningPart&) = default;
};

/// What a tool gave back.
struct ResultPart {
  std::string call_id;            ///< of the call that it answers; may be empty
  std::string tool_name;          ///< may be empty where there is an id
  std::string text;               ///< what it gave back
  std::vector<ImagePart> images;  ///< that it gave back
  bool is_error = false;          ///< the tool failed
  friend bool operator==(const ResultPart&, const ResultPart&) = default;
};

/// Something that only the dialect it came in knows, as JSON.
struct OtherPart {
  std::string json;  ///< as it was received
  friend bool operator==(const OtherPart&, const OtherPart&) = default;
};

/// One thing in a message.
using Part = std::variant<TextPart, ImagePart, ReasoningPart, WireCall, ResultPart, OtherPart>;

/// One message of the conversation. Several parts of text are several, so that nothing is glued together. Calls are as
/// they were received: one without an id gets it only where it is written.
struct Message {
  Role role = Role::kUser;  ///< kTool if there is nothing but results; they may stand among other parts of a user too
  std::vector<Part> parts;  ///< in their order
  /// As it was received, as JSON; of a system prompt that stands apart, or of an `input` that is a text, the value of
  /// that member. Where the dialect stays the same, this is what is written as long as the parts still say the same; if
  /// they do not, all of it that the change leaves alone. Emptied, it is forgotten.
  std::string native;
  friend bool operator==(const Message&, const Message&) = default;
};

/// A tool, as a model is told of it.
struct ToolDefinition {
  std::string name;            ///< by which it is called
  std::string description;     ///< what it does; may be empty
  std::string parameters;      ///< the JSON Schema, as JSON; empty if there is none
  std::optional<bool> strict;  ///< the provider shall hold calls to the schema, or shall not
  bool built_in = false;       ///< the provider's own, for which there is no word elsewhere
  std::string native;          ///< as in Message
  friend bool operator==(const ToolDefinition&, const ToolDefinition&) = default;
};

/// Whether the model may, must or must not call tools.
struct ToolChoice {
  /// What it may do.
  enum class Kind : std::uint8_t {
    kUnset,
    kAuto,
    kNone,      ///< no calls
    kRequired,  ///< at least one call, of any tool
    kNamed,     ///< a call of this tool
  };
  Kind kind = Kind::kUnset;  ///< what it may do
  std::string name;          ///< of the tool, with kNamed
  friend bool operator==(const ToolChoice&, const ToolChoice&) = default;
};

/// What the text of the answer shall be.
struct AnswerFormat {
  /// What it may be.
  enum class Kind : std::uint8_t { kText, kJson, kSchema };
  Kind kind = Kind::kText;     ///< what it may be
  std::string name;            ///< of the schema, where the dialect wants one
  std::string schema;          ///< as JSON
  std::optional<bool> strict;  ///< the provider shall hold the answer to the schema, or shall not
  friend bool operator==(const AnswerFormat&, const AnswerFormat&) = default;
};

/// A request to a model.
struct Request {
  Dialect dialect = Dialect::kOpenAiChat;  ///< that it came in: whose `native` and `members` these are
  std::string model;                       ///< the model's name
  std::vector<Message> messages;  ///< the system's among them, where it stood (first, for dialects that have it apart)
  std::vector<ToolDefinition> tools;   ///< that it may call
  ToolChoice tool_choice;              ///< whether it may
  std::optional<bool> parallel_calls;  ///< several calls in one answer are welcome, or are not
  std::optional<bool> stream;  ///< as the client says; what it means not to say it is the dialect's: see wants_stream()
  std::optional<bool> stream_usage;         ///< the client wants tokens at the end of a stream
  std::optional<std::uint64_t> max_tokens;  ///< of the answer, at most
  std::optional<double> temperature;        ///< how much is left to chance
  std::optional<double> top_p;              ///< of which part of what is likely it may choose
  std::optional<std::int64_t> seed;         ///< for answers that can be had again
  std::vector<std::string> stop;            ///< texts that end the answer
  AnswerFormat format;                      ///< what the answer shall be
  std::string reasoning_effort;             ///< "low", "medium", "high", "none"; empty if not said
  /// The members as they were received, as JSON, in their order: also those that have no word here, as Ollama's
  /// `keep_alive`. Those that hold the conversation and the tools are empty and only keep their place. Where the
  /// dialect stays the same, they are written again but for what was changed above; more may be added.
  std::vector<std::pair<std::string, std::string>> members;
  friend bool operator==(const Request&, const Request&) = default;
};

/// Whether the answer is to be a stream: Ollama streams unless told not to, the others only if told to.
bool wants_stream(const Request& request);

/// What a request may be: pictures make it large.
inline constexpr Limits kRequestLimits = {std::size_t{64} << 20, 512};

/// Reads a request. An error (ACODE-REQ-001) says which member is wrong and what may stand there; what a server would
/// put up with is put up with here. What is no JSON has the error of the reader.
Result<Request> decode_request(Dialect dialect, json::Value body);
/// The same from a text.
Result<Request> decode_request(Dialect dialect, std::string_view body, const Limits& limits = kRequestLimits);

/// The body of a request. Where the dialect must have something that the request lacks (Anthropic's `max_tokens`), the
/// usual is put there.
std::string encode_request(Dialect dialect, const Request& request);

}  // namespace acode::wire
