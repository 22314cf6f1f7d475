// The tools for files: list_files, read_file, write_file, create_directory, delete_file.
#pragma once

#include "acode/json/value.h"
#include "agent/tool_outcome.h"

namespace acode::agent {

ToolOutcome list_files(const ToolContext& context, json::Value arguments);
ToolOutcome read_file(const ToolContext& context, json::Value arguments);
ToolOutcome write_file(const ToolContext& context, json::Value arguments);
ToolOutcome create_directory(const ToolContext& context, json::Value arguments);
ToolOutcome delete_file(const ToolContext& context, json::Value arguments);

}  // namespace acode::agent
