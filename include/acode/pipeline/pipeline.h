// The whole story: whatever a model or its server sent, in; calls that are whole, typed and checked, out.
//
//   acode::pipeline::Pipeline pipeline(&tools);                          // once: immutable, for any number of threads
//   acode::pipeline::ParseResult result = pipeline.process(bytes);       // a text, a response, a recorded stream
//   for (const auto& call : result.calls) run(call.name, call.arguments->value());
//   for (const auto& call : result.rejected) std::cerr << call.error()->message << '\n';
//
//   acode::pipeline::Session session = pipeline.session(acode::wire::Dialect::kOpenAiChat);     // as the bytes come
//   while (auto piece = stream.next()) for (auto& event : session.feed(*piece)) pass_on(event);
//   acode::pipeline::ParseResult result = session.finish();
//
// Lenient in, strict out: a call that comes out fits the schema of its tool. What was changed is said, and what could not
// be mended is an error with a code, a place and a way forward; one bad call never costs the others (TC-4).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "acode/coerce/coerce.h"
#include "acode/json/repair.h"
#include "acode/limits.h"
#include "acode/pipeline/call.h"
#include "acode/schema/toolset.h"
#include "acode/wire/wire.h"

namespace acode::pipeline {

/// What to do with a call that was cut off (RP-8). Who asks the model again tells the first two apart.
enum class TruncatedCalls : std::uint8_t { kRetry, kReject, kAccept };

/// How far the story is told.
enum class Extent : std::uint8_t {
  kValidate,  ///< to its end
  kExtract,   ///< calls as they were written: unknown tools and arguments that do not fit are kept
};

/// How far the story is told, and what may be done on the way.
struct PipelineOptions {
  Extent extent = Extent::kValidate;  ///< to its end, or only to calls as they were written

  /// Of the arguments of one call (AR-5).
  Limits limits;

  /// Whether broken arguments are repaired, how far that may go, and how long it may take.
  bool repair = true;
  json::RepairLevel repair_level = json::RepairLevel::kNormal;  ///< how far it may go
  std::chrono::milliseconds repair_timeout{100};                ///< how long it may take, for one call

  coerce::Level coercion = coerce::Level::kSafe;            ///< how far values may be made to fit
  TruncatedCalls truncated_calls = TruncatedCalls::kRetry;  ///< what becomes of calls that were cut off

  /// The only format that is looked for in text; empty for all (TX-4).
  std::string format;

  /// Calls that stand in the text stay there: only the reasoning is taken out of it. Those of the provider are read as ever.
  bool leaves_calls = false;

  /// Violations that are told of one call.
  std::size_t max_errors = 20;

  /// Calls in one answer, and bytes of one event of a stream (ST-7).
  wire::WireLimits wire;
};

/// What the bytes are.
enum class Input : std::uint8_t {
  kAuto,      ///< seen from the bytes
  kText,      ///< what the model wrote
  kResponse,  ///< a provider's answer, whole or as a stream
};

/// Where in all the text of the answer something stands that the provider did not send as text.
inline constexpr std::size_t kNotInText = static_cast<std::size_t>(-1);

/// The next text for the reader.
struct Text {
  std::string text;        ///< a piece of it
  std::size_t offset = 0;  ///< in what the model wrote
};
/// The next of what the model wrote for itself.
struct Thought {
  std::string text;                 ///< a piece of it
  std::size_t offset = kNotInText;  ///< likewise, if the model wrote it into its text
};
/// All text so far was thought: its closing marker came without an opening one.
struct TextWasThought {};
/// A call that is still coming can no longer become valid (ST-8).
struct Doomed {
  std::size_t call = 0;  ///< counted as the provider's calls begin
  Finding why;           ///< the error that it will have
};
/// What can be said while an answer is coming: text as it comes, calls as soon as they are whole, good or not.
using SessionEvent = std::variant<Text, Thought, TextWasThought, ToolCall, Doomed>;

class PipelineParts;

/// One answer, on one thread.
class Session {
 public:
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  /// The next bytes, cut anywhere.
  std::vector<SessionEvent> feed(std::string_view bytes);

  /// The same for whoever has a decoder of its own; to a text_session().
  std::vector<SessionEvent> feed(const wire::Delta& delta);

  /// The bytes end here. All that came of them; what feed() told is in it too.
  ParseResult finish();

  /// The same, and what there was still to tell.
  ParseResult finish(std::vector<SessionEvent>& last_events);

  /// The call that is being streamed, as far as it goes (ST-4); nothing if there is none, or it is written in text as
  /// something else than JSON. Lives until the next feed().
  struct PartialCall {
    std::string_view name;  ///< of the tool
    json::Value arguments;  ///< an object, as far as it goes
  };
  /// See PartialCall.
  [[nodiscard]] std::optional<PartialCall> partial();

  /// What logs and events will know the answer by, from its first byte on.
  [[nodiscard]] std::string_view correlation_id() const;

 private:
  friend class Pipeline;
  class Impl;
  Session(std::shared_ptr<const PipelineParts> parts, std::unique_ptr<Impl> impl);

  std::shared_ptr<const PipelineParts> parts_;  // outlive what uses them
  std::unique_ptr<Impl> impl_;
};

/// From bytes to calls that fit. Immutable and cheap to copy; any number of threads may use one.
class Pipeline {
 public:
  /// `tools` may be null if none are known: then any name is one, and arguments are not checked against anything.
  explicit Pipeline(const schema::Toolset* tools, const PipelineOptions& options = {});

  /// The same for other tools, in less time than one from scratch takes.
  [[nodiscard]] Pipeline with_tools(const schema::Toolset* tools) const;

  /// Has the processor fetch what every answer needs: for those who have many pipelines, and know a moment before which of
  /// them comes next.
  void fetch() const;

  /// The same for what most answers need besides, a moment later.
  void fetch_more() const;

  /// One whole answer. `starts_in_reasoning`: the prompt has opened it (TX-8).
  [[nodiscard]] ParseResult process(std::string_view bytes, Input input = Input::kAuto,
                                    bool starts_in_reasoning = false) const;

  /// The same for an answer of a provider whose dialect is known.
  [[nodiscard]] ParseResult process(std::string_view bytes, wire::Dialect dialect) const;

  /// An answer in pieces: what the model writes, or what a provider of this dialect sends.
  [[nodiscard]] Session text_session(bool starts_in_reasoning = false) const;
  /// The same for a provider's answer in this dialect.
  [[nodiscard]] Session session(wire::Dialect dialect, bool starts_in_reasoning = false) const;

 private:
  explicit Pipeline(std::shared_ptr<const PipelineParts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const PipelineParts> parts_;
};

}  // namespace acode::pipeline
