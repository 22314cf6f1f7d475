// What a scripted model server says: a list of answers, good and bad.
//
//   {"steps": [
//      {"calls": [{"name": "read_file", "arguments": "{\"path\": \"a.txt\",}"}]},      arguments as text: sent as they are
//      {"text": "It says hello."},
//      {"status": 500, "body": "error parsing tool call: raw='…'"},
//      {"text": "too slow", "delay_ms": 2000, "piece_bytes": 1, "piece_delay_ms": 50},
//      {"text": "half of this", "cut_after": 20}],
//    "then": "repeat_last"}
//
// A script is also just the list, or one step.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/error.h"
#include "acode/json/value.h"
#include "acode/wire/wire.h"

namespace acode::script {

/// One answer to one request.
struct Step {
  wire::Answer answer;  ///< what the model says; written in the dialect of whoever asks

  int status = 200;
  std::optional<std::string> body;  ///< sent instead of the answer, as it is
  std::string content_type;         ///< of such a body; empty: application/json if it looks like it, else text/plain
  std::vector<std::pair<std::string, std::string>> headers;

  std::chrono::milliseconds delay{0};        ///< before anything is sent
  std::size_t piece_bytes = 0;               ///< the body in pieces of so many bytes; 0: as it comes
  std::chrono::milliseconds piece_delay{0};  ///< between two pieces
  std::optional<std::size_t> cut_after;      ///< the connection is cut behind so many bytes of the body
  bool reset = false;                        ///< it is cut hard, with an RST
  bool index_zero = false;                   ///< all calls of a stream have the number 0, as some servers have it
};

struct Script {
  /// What comes behind the last step.
  enum class Then : std::uint8_t {
    kRepeatLast,  ///< the last one again
    kRepeatAll,   ///< from the beginning
    kFail,        ///< 500, with a message that the script is at its end
  };
  std::vector<Step> steps;
  Then then = Then::kRepeatLast;
};

/// Reads a script. The error has a JSON Pointer to the place and says what may stand there.
Result<Script> read_script(std::string_view text);

/// The answer with one call of a tool with this text for arguments.
Step calling(std::string name, std::string arguments);
/// The answer with this text.
Step saying(std::string text);

}  // namespace acode::script
