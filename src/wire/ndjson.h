// JSON texts one behind the other: from bytes to texts, cut anywhere.
//
//   {"message": …, "done": false}           one a line, and blank lines, CRLF, no newline at the end
//   {"done": true}
//   {"a": 1}{"b": 2}                        two on a line
//   {                                       one over several lines
//     "choices": …
//
// A text ends where its brackets close. If it turns out to be no JSON, the brackets are not to be trusted: then it goes
// on to the next line that begins with `{`, or to the end, and is handed out as broken (EX-8). So one broken line costs
// none of the others. A text that is still open where the bytes end was cut.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace acode::wire::detail {

/// What takes the texts.
class TextSink {
 public:
  TextSink() = default;
  TextSink(const TextSink&) = delete;
  TextSink& operator=(const TextSink&) = delete;
  virtual ~TextSink() = default;

  /// Brackets close. False says that it is no JSON: then it may be asked once more, and comes again as broken, with what
  /// follows it.
  virtual bool closed(std::string_view text) = 0;
  virtual void broken(std::string_view text) = 0;
  virtual void cut(std::string_view text, bool in_string) = 0;
  virtual void too_large() = 0;
};

class NdjsonFramer {
 public:
  /// A text of more than `max_bytes` is passed over and said to be so.
  NdjsonFramer(std::size_t max_bytes, TextSink& sink) : max_bytes_(max_bytes), sink_(&sink) {}

  void feed(std::string_view bytes);

  /// The bytes have ended.
  void finish();

  /// Whether no text is open.
  [[nodiscard]] bool is_between() const { return state_ == State::kBetween; }

 private:
  enum class State : unsigned char { kBetween, kInside, kBroken };

  std::size_t take_whole(std::string_view bytes);
  void begin(char byte);
  std::size_t pass_plain(std::string_view bytes);
  bool inside(char byte);
  void close();
  void cut_at_line();
  void keep(std::string_view bytes);
  void reset();

  std::size_t max_bytes_;
  TextSink* sink_;
  State state_ = State::kBetween;
  std::string text_;
  std::size_t depth_ = 0;
  char last_ = '\0';  // the last byte that is no white space
  bool in_string_ = false;
  bool escaped_ = false;
  bool line_start_ = false;
  bool too_large_ = false;
};

}  // namespace acode::wire::detail
