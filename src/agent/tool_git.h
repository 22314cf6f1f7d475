// The tools for git: git_status and git_commit.
#pragma once

#include <string>

#include "acode/json/value.h"
#include "agent/tool_outcome.h"

namespace acode::agent {

ToolOutcome git_status(const ToolContext& context, json::Value arguments);
ToolOutcome git_commit(const ToolContext& context, json::Value arguments);

/// The branch that the workspace is on; empty if it is not in a git repository, on no branch, or git is not there.
std::string git_branch(const ToolContext& context);

}  // namespace acode::agent
