// Characters beyond the basic plane that a gateway has cut in two.
//
//   {"content":"a\ud83d"}        half a character at the end of a string: no valid JSON …
//   {"content":"\ude42b"}        … and its other half at the beginning of the next one
//
// Gateways that count in UTF-16 cut a text so. The first half is held back and put before the second (ST-3).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace acode::wire::detail {

class SurrogateJoiner {
 public:
  /// The text of an event with halves moved to where they belong; nothing if there are none.
  std::optional<std::string> join(std::string_view text);

 private:
  std::string first_half_;  // `\ud83d`, or nothing
};

}  // namespace acode::wire::detail
