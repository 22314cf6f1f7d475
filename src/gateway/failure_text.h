// What a client is told about calls that it does not get.
#pragma once

#include <string>
#include <vector>

#include "acode/pipeline/call.h"
#include "acode/wire/wire.h"

namespace acode::gateway {

/// The error instead of an answer: `acode` could not make these calls valid.
wire::ErrorDelta failure_of(const std::vector<const pipeline::ToolCall*>& calls);

/// One sentence for the text of an answer that has other calls, so that nobody takes them for all.
std::string note_of(const std::vector<const pipeline::ToolCall*>& calls);

}  // namespace acode::gateway
