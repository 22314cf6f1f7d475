// execute_command: a command line in the workspace.
#pragma once

#include "acode/json/value.h"
#include "agent/tool_outcome.h"
#include "agent/tool_process.h"

namespace acode::agent {

ToolOutcome execute_command(const ToolContext& context, json::Value arguments);

/// A program's end in words, as a line of its own: `[exit status 2]`.
std::string end_note(const ProcessEnd& end, const RunOptions& options);

}  // namespace acode::agent
