// Where the JSON behind a marker ends.
//
//   {"a": "}"}</tool_call>          behind its last bracket
//   {"a": [1, 2</tool_call>         at the marker: the brackets never close, and the repair will see to it
//   {"a": "</tool_call>"}           behind its last bracket: the marker is a part of a string
//   {"a": "say "}" twice"}</…>      at the marker: the brackets close too early, inside a string with quotes in it
//
// It is shown the text again and again as more of it comes, and goes on where it stopped. First it is read strictly: most
// JSON is valid, and then nothing else needs to be asked. Once that has failed, and a marker has been seen inside an open
// value, only so much more is looked at: so a text full of them costs no more than its length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "acode/json/value.h"
#include "extract/json_span.h"
#include "extract/marker_match.h"
#include "extract/strict_json.h"

namespace acode::extract {

class JsonBody {
 public:
  enum class State : std::uint8_t {
    kMore,    ///< more text must come
    kClosed,  ///< its brackets have closed
    kMarked,  ///< a marker ends it
    kCut,     ///< the text ends inside it
  };

  /// `closers` end the JSON and belong to it; `openers` begin something else. Both must outlive this.
  JsonBody(Markers closers, Markers openers) : closers_(closers), openers_(openers) {}

  /// `text` is the same as before, or more of it; the value begins at `begin` with `{` or `[`.
  State look(std::string_view text, std::size_t begin, bool final);

  /// Behind the value, once look() has not said kMore.
  [[nodiscard]] std::size_t end() const { return end_; }

  /// What there is of the value so far, as long as it is valid. Lives until the next look().
  [[nodiscard]] std::optional<json::Value> partial(std::string_view text, std::size_t begin) {
    return strict_.partial(text.substr(begin));
  }

  /// Whether it is known not to be valid JSON.
  [[nodiscard]] bool is_wrong() const { return strict_.is_wrong(); }

  /// Whether what was looked at ends inside a string of a value that is valid so far.
  [[nodiscard]] bool in_string() const { return strict_.in_string(); }

  /// Null unless the value is valid and not nested deeper than kShallow.
  [[nodiscard]] StrictJson* value() { return strict_.has_value() ? &strict_ : nullptr; }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  State look_carefully(std::string_view text, std::size_t begin, bool final);
  bool read_value(std::string_view text, bool final);
  bool read_behind(std::string_view text, bool final);
  State ended(State state, std::size_t end);
  [[nodiscard]] Match marker_at(std::string_view text, std::size_t at, bool final) const;

  Markers closers_;
  Markers openers_;
  StrictJson strict_;
  JsonSpan span_;
  std::size_t at_ = 0;          // where to look next; 0 before the first look
  std::size_t marker_ = kNone;  // the first marker inside the value
  std::size_t closed_ = kNone;  // where the brackets have closed
  bool doubted_ = false;        // they have, but what they close is not JSON
  std::size_t end_ = 0;
  std::optional<State> ended_;  // what look() said last, once it is not kMore
};

}  // namespace acode::extract
