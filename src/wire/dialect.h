// What a dialect is to the rest of the module. A new one is three files (answers in and out, and requests), one
// test, and one line in the table in dialects.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "acode/json/value.h"
#include "acode/wire/wire.h"
#include "wire/collector.h"
#include "wire/request_form.h"

namespace acode::wire::detail {

/// One JSON text of an answer: the body, or an event of the stream. What it points to lives only while it is taken.
struct Event {
  std::string_view name;   ///< of a server-sent event; may be empty
  json::Value value;       ///< an object
  bool cut = false;        ///< it ended before its end; containers may be open (see json::Reader::partial)
  bool in_string = false;  ///< … and that inside a string or a key
  bool mended = false;     ///< it was no valid JSON
};

/// Reads the events of one answer.
class EventReader {
 public:
  EventReader() = default;
  EventReader(const EventReader&) = delete;
  EventReader& operator=(const EventReader&) = delete;
  virtual ~EventReader() = default;

  /// Says to `out` what an event says. False if it is none of this dialect.
  virtual bool take(const Event& event, Collector& out) = 0;

  /// An event need not be taken, since it is like the last one but for words that are known, and its number. False if it
  /// must be taken all the same.
  virtual bool may_pass(std::optional<std::int64_t> /*number*/) { return true; }

  /// Whether an event waits for others before it.
  [[nodiscard]] virtual bool is_holding() const { return false; }

  /// No more events come. For what was held back.
  virtual void finish(Collector& out) { static_cast<void>(out); }
};

/// Writes the events of one answer.
class EventWriter {
 public:
  EventWriter() = default;
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;
  virtual ~EventWriter() = default;

  /// The bytes for a delta; those for what has to wait come later.
  virtual std::string write(const Delta& delta) = 0;
  virtual std::string finish() = 0;

  /// See Encoder::go_on_behind(); nothing where a stream has no beginning.
  virtual void go_on_behind(std::uint64_t /*events*/, const StreamParts& /*parts*/) {}
};

struct DialectEntry {
  Dialect dialect;
  std::string_view name;
  CallHabits habits;
  bool (*recognises)(const Event& event);
  std::unique_ptr<EventReader> (*reader)();
  std::unique_ptr<EventWriter> (*writer)(const Envelope& envelope);
  std::string (*body)(const Answer& answer, const Envelope& envelope);
  const RequestForm* request;
};

const DialectEntry& dialect_entry(Dialect dialect);

/// The dialect that knows an event; nothing if none does. The stricter marks are asked for first.
std::optional<Dialect> dialect_of(const Event& event);

/// The dialect of the first event in some bytes that one knows.
std::optional<Dialect> dialect_of_events(std::string_view bytes);

bool is_ollama(const Event& event);
std::unique_ptr<EventReader> ollama_reader();
std::unique_ptr<EventWriter> ollama_writer(const Envelope& envelope);
std::string ollama_body(const Answer& answer, const Envelope& envelope);

bool is_openai_chat(const Event& event);
/// What the member `usage` says.
Usage openai_chat_usage(json::Value usage);
std::unique_ptr<EventReader> openai_chat_reader();
std::unique_ptr<EventWriter> openai_chat_writer(const Envelope& envelope);
std::string openai_chat_body(const Answer& answer, const Envelope& envelope);

bool is_openai_responses(const Event& event);
std::unique_ptr<EventReader> openai_responses_reader();
std::unique_ptr<EventWriter> openai_responses_writer(const Envelope& envelope);
std::string openai_responses_body(const Answer& answer, const Envelope& envelope);

bool is_anthropic(const Event& event);
std::unique_ptr<EventReader> anthropic_reader();
std::unique_ptr<EventWriter> anthropic_writer(const Envelope& envelope);
std::string anthropic_body(const Answer& answer, const Envelope& envelope);

}  // namespace acode::wire::detail
