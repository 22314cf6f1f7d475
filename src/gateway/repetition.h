// Conversations that have got stuck: the model makes the same call over and over, and gets the same result each time.
//
//   const Repetition repetition = repetition_in(dialect, body);
//   if (repetition.times >= 5) refuse_if_repeated(repetition, call);
//
// The gateway remembers nothing of a conversation: the request tells all of it. A result that differs is progress (who
// polls gets another one some day), and so is any word of the user.
#pragma once

#include <string>
#include <vector>

#include "acode/json/value.h"
#include "acode/pipeline/call.h"
#include "acode/wire/wire.h"

namespace acode::gateway {

/// A call that was made, by what makes it equal to another.
struct MadeCall {
  std::string name;
  std::string arguments;  ///< as we write them
  friend bool operator==(const MadeCall&, const MadeCall&) = default;
};

/// The turns at the end of a conversation that are all alike.
struct Repetition {
  unsigned times = 0;           ///< how many; 1 if only the last one is like itself, 0 if it does not end with results
  std::vector<MadeCall> calls;  ///< of each of them

  [[nodiscard]] bool has(const pipeline::ToolCall& call) const;
};

/// Looks at the history of a request from its end, no further than turns are alike.
Repetition repetition_in(wire::Dialect dialect, json::Value body);

/// Gives a good call that is one of those an error: it is one time too many. Whether it is.
bool refuse_if_repeated(const Repetition& repetition, pipeline::ToolCall& call);

}  // namespace acode::gateway
