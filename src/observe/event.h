// What became of a call, as it is kept: enough to count and to explain, and no value of its arguments.
//
//   CallEvent event = make_event(story);      // the one place where values are masked; see call_story.h
//
// The store, the logs, the statistics and `acode debug tool-call` all tell of this.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "observe/line_text.h"

namespace acode::observe {

enum class Outcome : std::uint8_t {
  kSuccess,   ///< as it was sent, or with values converted
  kRepaired,  ///< its text had to be mended
  kRetried,   ///< the model was asked again, and that helped
  kFailed,
  kWithdrawn,  ///< the model was asked again, and took the call back: it answered in words
};
inline constexpr std::size_t kOutcomes = 5;

/// "success", "repaired", "retry", "fail", "withdrawn": the words of parse_result (OB-2).
std::string_view outcome_name(Outcome outcome);

struct RepairCount {
  std::string kind;  ///< "trailing_comma"
  std::uint64_t count = 0;

  friend bool operator==(const RepairCount&, const RepairCount&) = default;
};

/// A change of the text, without the characters that came and went.
struct EditNote {
  std::string kind;
  std::optional<std::size_t> offset;  ///< in the original, if it has a place there
  std::size_t removed = 0;            ///< bytes
  std::size_t inserted = 0;           ///< bytes
  std::string punctuation;            ///< what was inserted, if it is nothing but that: `"`, `]}`

  friend bool operator==(const EditNote&, const EditNote&) = default;
};

/// One answer of the model: a call, or words, of which nothing is kept.
struct Attempt {
  unsigned number = 1;
  std::string rung;      ///< how it was asked: "first", "reemit", "reask"
  std::string original;  ///< masked, of the same length as what was sent; its beginning, if that is very long
  std::vector<EditNote> edits;
  std::string repaired;  ///< masked; empty if nothing was repaired, or nothing came of it
  std::string error_code;
  std::string error_message;  ///< names of fields and types, no values
  bool in_words = false;      ///< there was no call in it

  friend bool operator==(const Attempt&, const Attempt&) = default;
};

struct CallEvent {
  WallTime time{};
  std::string provider;
  std::string model;
  std::string correlation_id;
  std::string tool_name;
  std::string tool_call_id;
  Outcome outcome = Outcome::kSuccess;
  bool coerced = false;
  bool truncated = false;
  std::vector<RepairCount> repairs;            ///< kinds in the order in which they came first
  std::vector<std::string> coercions;          ///< "count string_to_number": path and rule
  std::vector<std::string> validation_errors;  ///< "count type": path and keyword
  unsigned retry_count = 0;
  std::chrono::nanoseconds parse_time{0};
  std::chrono::nanoseconds repair_time{0};
  std::chrono::nanoseconds retry_time{0};
  std::uint64_t total_tokens = 0;
  std::string error_code;
  std::optional<std::size_t> error_position;  ///< offset
  std::vector<Attempt> attempts;
  std::string execution;  ///< what running the tool came to, if it was run

  friend bool operator==(const CallEvent&, const CallEvent&) = default;
};

}  // namespace acode::observe
