// One table of the tools: how each is run, whether it asks, and what it is mainly about.
#include "agent/builtin_tools.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "acode/schema/describe.h"
#include "agent/tool_arguments.h"
#include "agent/tool_command.h"
#include "agent/tool_definitions.h"
#include "agent/tool_files.h"
#include "agent/tool_git.h"
#include "agent/tool_summary.h"
#include "agent/tool_text.h"

namespace acode::agent {

namespace {

struct BuiltinTool {
  std::string_view name;
  std::string_view main_argument;
  bool asks_first;
  ToolOutcome (*run)(const ToolContext& context, json::Value arguments);
};

constexpr std::array<BuiltinTool, 9> kTools = {{
    {"get_workspace_summary", "", false, get_workspace_summary},
    {"list_files", "path", false, list_files},
    {"read_file", "path", false, read_file},
    {"write_file", "path", true, write_file},
    {"create_directory", "path", true, create_directory},
    {"delete_file", "path", true, delete_file},
    {"execute_command", "command", true, execute_command},
    {"git_status", "", false, git_status},
    {"git_commit", "message", true, git_commit},
}};

const BuiltinTool* find(std::string_view name) {
  const auto* found = std::find_if(kTools.begin(), kTools.end(), [&](const BuiltinTool& t) { return t.name == name; });
  return found == kTools.end() ? nullptr : found;
}

/// What is left to say about a call besides its main argument.
std::string details(std::string_view name, json::Value arguments) {
  if (name == "write_file") return " (" + counted(string_argument(arguments, "content").size(), "byte") + ")";
  if (name == "execute_command") {
    const std::string_view directory = string_argument(arguments, "directory");
    return directory.empty() ? "" : " (in " + visible(directory) + ")";
  }
  if (name != "git_commit") return "";
  if (bool_argument(arguments, "all")) return " (all changes)";
  std::string paths;
  for (const std::string_view path : strings_argument(arguments, "paths")) {
    paths += (paths.empty() ? " (" : ", ") + visible(path);
  }
  return paths.empty() ? " (what is staged)" : paths + ")";
}

}  // namespace

const schema::Toolset& builtin_tools() {
  static const schema::Toolset kToolset = [] {
    schema::LoadedTools loaded = schema::load_tools(kToolDefinitions);
    assert(loaded.problems.empty());
    return std::move(loaded.tools);
  }();
  return kToolset;
}

ToolRunner::ToolRunner(Workspace workspace, RunOptions options)
    : workspace_(std::move(workspace)), options_(std::move(options)) {}

ToolOutcome ToolRunner::run(std::string_view name, json::Value arguments) const {
  const BuiltinTool* tool = find(name);
  const schema::Tool* definition = builtin_tools().find(name);
  if (tool == nullptr || definition == nullptr) return failed(builtin_tools().unknown_tool_message(name));
  const std::vector<schema::Violation> violations = definition->parameters.validate(arguments, 1);
  if (!violations.empty()) return failed(schema::for_model(violations.front()));
  return tool->run({workspace_, options_}, arguments);
}

bool ToolRunner::asks_first(std::string_view name) {
  const BuiltinTool* tool = find(name);
  return tool == nullptr || tool->asks_first;
}

std::string ToolRunner::summary(std::string_view name, json::Value arguments) {
  const std::string about = visible(main_argument(name, arguments));
  std::string line = visible(name);
  if (about.empty()) return line;
  const bool is_a_path = name != "execute_command" && name != "git_commit";
  line += (is_a_path ? " " : ": ") + about;
  return line + details(name, arguments);
}

std::string ToolRunner::main_argument(std::string_view name, json::Value arguments) {
  const BuiltinTool* tool = find(name);
  return tool == nullptr ? std::string() : std::string(string_argument(arguments, tool->main_argument));
}

}  // namespace acode::agent
