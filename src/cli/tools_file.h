// A file of tool definitions, as the commands read it.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "acode/error.h"
#include "acode/schema/toolset.h"
#include "cli/problem.h"
#include "cli/streams.h"

namespace acode::cli {

struct ToolsFile {
  std::string text;  ///< empty if it could not be read
  /// The tools; or why there are none: the text is not JSON, or there is no text.
  std::variant<schema::LoadedTools, Error, Problem> content;
};

/// Reads the definitions in a file, or in standard input for "-", for a command that is explained under its name.
ToolsFile load_tools_file(const std::string& name, std::string_view command, const schema::ToolOptions& options,
                          Streams& streams);

/// What a person can do about a text that should be JSON and is not.
std::string_view json_hint(const Error& error, std::string_view text);

/// `error ACODE-SCH-001: message at /2/parameters/type`.
std::string problem_words(const schema::ToolProblem& problem);

/// Why there is no tool of this name: what is wrong with its definition if it has one, else the names there are.
Error missing_tool(const schema::LoadedTools& loaded, std::string_view name);

}  // namespace acode::cli
