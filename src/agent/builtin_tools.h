// The tools that acode brings along (CL-3): what models are told about them, and running them in a workspace.
//
//   ToolRunner runner(workspace, {.command_timeout = std::chrono::seconds(30)});
//   if (!ToolRunner::asks_first(call.name) || user_agrees(ToolRunner::summary(call.name, arguments)))
//     ToolOutcome outcome = runner.run(call.name, arguments);
#pragma once

#include <string>
#include <string_view>

#include "acode/json/value.h"
#include "acode/schema/toolset.h"
#include "agent/tool_outcome.h"
#include "agent/workspace.h"

namespace acode::agent {

/// get_workspace_summary, list_files, read_file, write_file, create_directory, delete_file, execute_command, git_status,
/// git_commit.
const schema::Toolset& builtin_tools();

class ToolRunner {
 public:
  explicit ToolRunner(Workspace workspace, RunOptions options = {});

  /// Runs a tool. Whatever the name and the arguments, the outcome says what became of it; arguments that do not fit the
  /// tool's schema are not acted upon.
  [[nodiscard]] ToolOutcome run(std::string_view name, json::Value arguments) const;

  /// Whether a tool changes things, so that the user is asked before it runs. Unknown ones do.
  static bool asks_first(std::string_view name);

  /// The question in one line, with nothing hidden in it: `write_file a.txt (120 bytes)`, `execute_command: ls -la`.
  static std::string summary(std::string_view name, json::Value arguments);

  /// The argument that says most: a path, a command, a message; empty if there is none.
  static std::string main_argument(std::string_view name, json::Value arguments);

  [[nodiscard]] const Workspace& workspace() const { return workspace_; }

 private:
  Workspace workspace_;
  RunOptions options_;
};

}  // namespace acode::agent
