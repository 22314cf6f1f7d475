// Tools and what is wrong with their definitions, for people and for programs.
//
//   read_file   1.2.0  (path: string, lines?: integer = 100)
//   write_file  -      (path: string, content: string)
//
//   tools.json: read_file: error ACODE-SCH-001: "type" must be a string … at /0/function/parameters/type
//   tools.json: 2 tools, 1 error, 0 warnings
#pragma once

#include <string>
#include <string_view>

#include "acode/error.h"
#include "acode/schema/toolset.h"
#include "cli/problem.h"

namespace acode::cli {

/// A line for each tool, in columns.
std::string render_list(const schema::Toolset& tools);

/// All about a tool.
std::string render_tool(const schema::Tool& tool);

/// A line for each problem, and, unless `quiet`, one that counts.
std::string render_check(std::string_view name, const schema::LoadedTools& loaded, bool quiet);

/// The same as JSON objects, each on a line.
std::string tools_row(std::string_view name, const schema::LoadedTools& loaded);
std::string tool_row(const schema::Tool& tool);
std::string check_row(std::string_view name, const schema::LoadedTools& loaded);

/// A file that could not be read or used, or has no such tool.
std::string error_row(std::string_view name, const Error& error);
std::string error_row(std::string_view name, const Problem& problem);

}  // namespace acode::cli
