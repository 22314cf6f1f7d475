// Server-sent events: from bytes to events, cut anywhere.
//
//   event: content_block_delta          an event with a name and data of one line
//   data: {"type": …}
//
//   : OPENROUTER PROCESSING             a comment, no event
//
//   data:[DONE]                         no space behind the colon, and the stream ends without the blank line
//
// The grammar is that of the HTML standard: CRLF, CR and LF, a byte order mark, data of several lines, `id` and `retry`
// passed over. Beyond it, because servers do so: the last event needs no blank line, nor does one whose data is a JSON
// text if that of the next follows; a line that begins with a bracket is data without its name; `error: {…}`, as older
// llama.cpp servers write it, is an event named error (quirks 17 and 20).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace acode::wire::detail {

struct SseEvent {
  std::string_view name;  ///< empty if it has none
  std::string_view data;
  bool too_large = false;  ///< it was beyond the limit; there is no data
};

class SseParser {
 public:
  using Sink = std::function<void(const SseEvent&)>;

  /// `sink` is called with each event. An event with more than `max_bytes` of data is passed over and said to be so.
  SseParser(std::size_t max_bytes, Sink sink) : max_bytes_(max_bytes), sink_(std::move(sink)) {}

  void feed(std::string_view bytes);

  /// The bytes have ended: what stands in an event that was not closed is handed out.
  void finish();

 private:
  void keep(std::string_view piece);
  void end_line();
  void take_line(std::string_view line);
  void field(std::string_view name, std::string_view value);
  void add_data(std::string_view value);
  void dispatch();

  std::size_t max_bytes_;
  Sink sink_;
  std::string line_;
  std::string name_;
  std::string data_;
  bool has_data_ = false;
  bool too_large_ = false;     // the event so far
  bool line_cut_ = false;      // the line so far
  bool first_line_ = true;     // a byte order mark may stand here
  bool skip_newline_ = false;  // the last byte was CR: an LF belongs to it
};

/// Whether a stream that begins with these bytes is one of server-sent events; nothing if they are too few to tell.
enum class LooksLikeSse : unsigned char { kNo, kYes, kUnknown };
LooksLikeSse looks_like_sse(std::string_view beginning);

}  // namespace acode::wire::detail
