// Calls that a model wrote into its text: found, whatever the format, and told apart from prose and reasoning.
//
//   acode::extract::Recognizer recognizer(&tools);                       // once; the tools need not outlive it
//   acode::extract::Extractor extractor(recognizer);                     // for each text
//   while (auto piece = stream.next()) for (const auto& event : extractor.feed(*piece)) take(event);
//   for (const auto& event : extractor.finish()) take(event);
//
//   acode::extract::Extraction all = acode::extract::extract(text, {.tools = &tools});     // the same for a whole text
//
// Text may be cut anywhere; the calls, the content and the reasoning are the same however it was cut. Prose passes at
// once; only what may be the beginning of a marker is held back. Every byte of the text belongs to the content, the
// reasoning, a call or a marker around one of these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acode/json/repair.h"
#include "acode/json/value.h"
#include "acode/schema/toolset.h"

namespace acode::extract {

class Catalog;
class TextExtractor;

/// A way in which models write calls.
struct FormatInfo {
  std::string_view name;     ///< "hermes", "qwen3-xml" …
  std::string_view models;   ///< who writes like that
  std::string_view example;  ///< a real one
};

/// All that are known.
std::span<const FormatInfo> known_formats();

/// What is looked for, made ready once for many texts: the markers of the formats, and the names of the tools. Immutable
/// and cheap to copy; any number of threads may use one.
class Recognizer {
 public:
  /// `tools` may be null if none were given: then any name may be a tool's. `format`: only this one is looked for; empty
  /// for all. If it is not known nothing is found. `leaves_calls`: see Options.
  explicit Recognizer(const schema::Toolset* tools = nullptr, std::string_view format = {}, bool leaves_calls = false);

 private:
  friend class Extractor;
  friend class TextExtractor;
  std::shared_ptr<const Catalog> catalog_;
};

/// What is looked for in a text.
struct Options {
  /// The tools that there are, or null if none were given.
  const schema::Toolset* tools = nullptr;

  /// Only this format is looked for; empty for all.
  std::string_view format{};

  /// The text begins inside reasoning: the prompt has opened it (TX-8).
  bool starts_in_reasoning = false;

  /// Calls are content as they stand there: only the reasoning is taken out, and the markers around it.
  bool leaves_calls = false;
};

/// A call that is longer than this is no longer waited for: it is taken as if the text ended there.
inline constexpr std::size_t kMaxHeldBytes = std::size_t{16} << 20;

/// A change that was made to broken JSON around a call, so that the call could be found in it.
struct TextRepair {
  json::EditKind kind{};   ///< what was mended
  std::size_t offset = 0;  ///< in the text as a whole
  std::string removed;     ///< the bytes taken out
  std::string inserted;    ///< the bytes put in

  friend bool operator==(const TextRepair&, const TextRepair&) = default;
};

/// Arguments that were valid JSON, nested no deeper than this, are handed out as a value too.
inline constexpr std::uint32_t kShallow = 64;

/// A call as it was written.
struct TextCall {
  std::string name;                        ///< of the tool, as the model wrote it
  std::string arguments;                   ///< JSON text. As it was written where the format has JSON: it may be broken
  std::optional<json::SharedValue> value;  ///< the same as a value, if that was read on the way
  std::string id;                          ///< if the format has one
  std::string_view format;                 ///< "hermes", "qwen3-xml" …
  std::size_t offset = 0;                  ///< of what the call was read from, in the text as a whole
  std::size_t length = 0;                  ///< of the same
  std::string raw;                         ///< those bytes
  bool complete = true;                    ///< false if the text ended inside it
  std::vector<std::string> warnings;       ///< oddities that were accepted
  std::vector<TextRepair> repairs;         ///< what had to be mended around it to read it
  std::vector<std::string> variables;      ///< arguments that were given by a name, and no assignment to it was found

  friend bool operator==(const TextCall&, const TextCall&) = default;
};

/// A call that is written as nearly all are, and of which there is nothing else to tell: JSON that is valid, the name of a
/// tool to the letter, its arguments an object.
struct PlainCall {
  const schema::Tool* tool;     ///< one of those that were given
  json::SharedValue arguments;  ///< an object
  std::string_view format;      ///< as TextCall's, and so are the others
  std::size_t offset = 0;       ///< of what it was read from, in the text as a whole
  std::size_t length = 0;       ///< of the same
};

/// A call that is still being written.
struct PartialTextCall {
  std::string_view name;  ///< of the tool
  json::Value arguments;  ///< an object: the members that there are, the last of them as far as it goes
};

/// Text for the reader.
struct Content {
  std::string text;        ///< the next of it
  std::size_t offset = 0;  ///< in the text as a whole
  friend bool operator==(const Content&, const Content&) = default;
};

/// Text of the model for itself.
struct Reasoning {
  std::string text;        ///< the next of it
  std::size_t offset = 0;  ///< in the text as a whole
  friend bool operator==(const Reasoning&, const Reasoning&) = default;
};

/// All content so far was reasoning: its closing marker came without an opening one.
struct ContentWasReasoning {
  friend bool operator==(const ContentWasReasoning&, const ContentWasReasoning&) = default;
};

/// Bytes that are calls, or markers and white space around calls and text.
struct Framing {
  std::size_t offset = 0;  ///< in the text as a whole
  std::size_t length = 0;  ///< in bytes
  friend bool operator==(const Framing&, const Framing&) = default;
};

/// What the model wrote in somebody else's name, and all behind it: a tool's result, a next question.
struct Invented {
  std::string text;        ///< the next of it
  std::size_t offset = 0;  ///< in the text as a whole
  friend bool operator==(const Invented&, const Invented&) = default;
};

/// Something odd that was accepted.
struct Oddity {
  std::size_t offset = 0;  ///< in the text as a whole
  std::string message;     ///< one sentence for a person
  friend bool operator==(const Oddity&, const Oddity&) = default;
};

/// Every byte of the text is in exactly one of Content, Reasoning, Framing and Invented.
using Event = std::variant<Content, Reasoning, ContentWasReasoning, TextCall, Framing, Invented, Oddity>;

/// Whoever wants to be told without copies being made.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  Listener(Listener&&) = delete;
  Listener& operator=(Listener&&) = delete;
  virtual ~Listener() = default;

  /// The next text for the reader.
  virtual void content(std::string_view text, std::size_t offset) = 0;
  /// The next of what the model wrote for itself.
  virtual void reasoning(std::string_view text, std::size_t offset) = 0;
  /// All content so far was reasoning: see ContentWasReasoning.
  virtual void content_was_reasoning() = 0;
  /// Where the call has a value, the text of its arguments may be empty.
  virtual void call(TextCall&& call) = 0;
  /// A plain call, and the bytes that it was read from. Those for whom all calls are alike hear of it by call().
  virtual void plain_call(PlainCall&& call, std::string_view raw);
  /// Bytes that are calls, or markers around something.
  virtual void framing(std::size_t offset, std::size_t length) = 0;
  /// The next of what the model wrote in somebody else's name.
  virtual void invented(std::string_view text, std::size_t offset) = 0;
  /// Something odd that was accepted.
  virtual void oddity(Oddity&& oddity) = 0;
};

/// Reads one text, whole or in pieces.
class Extractor {
 public:
  /// The recognizer must outlive the extractor.
  explicit Extractor(const Recognizer& recognizer, bool starts_in_reasoning = false);
  /// The same with a recognizer of its own.
  explicit Extractor(const Options& options = {});
  Extractor(Extractor&&) noexcept;
  Extractor& operator=(Extractor&&) noexcept;
  Extractor(const Extractor&) = delete;
  Extractor& operator=(const Extractor&) = delete;
  ~Extractor();

  /// The next piece of the text. What can be said by now, in order.
  [[nodiscard]] std::vector<Event> feed(std::string_view piece);

  /// The text ends here.
  [[nodiscard]] std::vector<Event> finish();

  /// Takes a short piece if nothing can come of it: it goes on with a string inside a call, or with a value between tags.
  /// False if it must be fed.
  bool absorb(std::string_view piece);

  /// The call that is being written, as far as it goes (ST-4); nothing if there is none, its arguments have not begun, or
  /// they are not written as JSON. Lives until the next piece.
  [[nodiscard]] std::optional<PartialTextCall> partial();

  /// feed() and finish(), told to a listener. finish() takes the last piece too, if there is one: a whole text is read where it
  /// stands.
  void feed(std::string_view piece, Listener& listener);
  /// The last piece, and the end of the text.
  void finish(std::string_view last, Listener& listener);

 private:
  std::unique_ptr<TextExtractor> impl_;
};

/// What is in a text, as a whole.
struct Extraction {
  std::string content;           ///< for the reader
  std::string reasoning;         ///< of the model for itself
  std::string invented;          ///< written in somebody else's name
  std::vector<TextCall> calls;   ///< in the order of the text
  std::vector<Oddity> oddities;  ///< that were accepted, in the same order
};

/// All that is in a whole text.
Extraction extract(std::string_view text, const Options& options = {});

/// Adds what an event says.
void add(Extraction& extraction, const Event& event);

}  // namespace acode::extract
