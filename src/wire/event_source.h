// From bytes to JSON: finds out how an answer is framed, cuts it into events, reads each, and mends what is broken
// (EX-8).
//
//   data: {…}\n\n       server-sent events
//   {…}\n{…}\n          one object a line, or one body over several lines
//   [{…}, {…}]          a list of them
//   <html>…             none of it: a problem
//
// Any framing is read for any dialect: proxies change it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "acode/json/reader.h"
#include "acode/wire/wire.h"
#include "wire/dialect.h"
#include "wire/event_mould.h"
#include "wire/ndjson.h"
#include "wire/sse.h"
#include "wire/surrogates.h"

namespace acode::wire::detail {

/// How much of one event is read.
Limits json_limits(const WireLimits& limits);

/// What takes the events.
class EventSink {
 public:
  EventSink() = default;
  EventSink(const EventSink&) = delete;
  EventSink& operator=(const EventSink&) = delete;
  virtual ~EventSink() = default;

  /// False if it is none that the sink knows.
  virtual bool event(const Event& event) = 0;
  /// The words that came of the last event; empty if there were none, or something else came of it too.
  [[nodiscard]] virtual std::string_view only_words() const = 0;
  /// An event that is like the last one but for its words and its number. False if it must be read all the same.
  virtual bool alike(const AlikeEvent& event) = 0;
  /// `[DONE]`.
  virtual void done() = 0;
  virtual void problem(ErrorDelta error) = 0;
};

class EventSource final : private TextSink {
 public:
  EventSource(const WireLimits& limits, EventSink& sink);

  void feed(std::string_view bytes);
  void finish();

  /// Whether any event was known to the sink.
  [[nodiscard]] bool recognised() const { return recognised_; }
  /// Whether nothing that has come waits for what follows.
  [[nodiscard]] bool is_at_rest() const { return beginning_.empty() && json_.is_between(); }
  /// Whether there was anything but white space.
  [[nodiscard]] bool empty() const { return empty_; }

 private:
  enum class Framing : unsigned char { kUnknown, kSse, kJson };

  void pass(std::string_view bytes);
  void sniff(std::string_view bytes, bool at_end);
  void take_sse(const SseEvent& event);

  bool closed(std::string_view text) override;
  void broken(std::string_view text) override;
  void cut(std::string_view text, bool in_string) override;
  void too_large() override;

  bool take_value(std::string_view text);
  void mend(std::string_view text, bool cut);
  bool take(Event event);
  bool take_object(const Event& event);
  void note_unknown(std::string_view text);
  void malformed(std::string_view text);

  WireLimits limits_;
  EventSink* sink_;
  SseParser sse_;
  NdjsonFramer json_;
  json::Reader reader_;
  SurrogateJoiner surrogates_;
  EventMould mould_;
  Framing framing_ = Framing::kUnknown;
  std::string beginning_;  // until the framing is known
  std::string_view name_;  // of the server-sent event at hand
  std::string unknown_;    // the first event that the sink does not know
  bool first_ = true;      // a byte order mark may stand here
  bool ending_ = false;
  bool recognised_ = false;
  bool empty_ = true;
};

}  // namespace acode::wire::detail
