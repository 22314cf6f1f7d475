// get_workspace_summary: what a model should know before it begins.
#pragma once

#include "acode/json/value.h"
#include "agent/tool_outcome.h"

namespace acode::agent {

ToolOutcome get_workspace_summary(const ToolContext& context, json::Value arguments);

}  // namespace acode::agent
