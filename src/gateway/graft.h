// Puts a mended answer into the body that it came in: what was not changed stays as the upstream wrote it, members that
// nobody here knows included.
//
//   {"id":"c1", "x":1, "choices":[{"message":{"content":"<tool_call>…","y":2}, "finish_reason":"stop"}]}
//   {"id":"c1","x":1,"choices":[{"message":{"content":null,"y":2,"tool_calls":[…]},"finish_reason":"tool_calls"}]}
#pragma once

#include <string>

#include "acode/json/value.h"
#include "acode/wire/wire.h"

namespace acode::gateway {

/// `body` is an object of this dialect. The answer's reasoning is not looked at: it stays what it is in the body.
std::string graft(wire::Dialect dialect, json::Value body, wire::Answer answer, const wire::Envelope& envelope);

}  // namespace acode::gateway
