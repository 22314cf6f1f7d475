// Reading tool definitions, and words for what is wrong with them.
#include "cli/tools_file.h"

#include <algorithm>
#include <utility>

#include "acode/json/reader.h"
#include "cli/error_view.h"
#include "cli/inputs.h"

namespace acode::cli {

ToolsFile load_tools_file(const std::string& name, std::string_view command, const schema::ToolOptions& options,
                          Streams& streams) {
  const Limits limits = schema::CompileOptions{}.limits;
  std::variant<std::string, Error, Problem> read = read_named(name, command, limits.max_bytes, streams);
  if (Problem* problem = std::get_if<Problem>(&read)) return {"", std::move(*problem)};
  if (Error* error = std::get_if<Error>(&read)) return {"", std::move(*error)};

  std::string text = std::move(std::get<std::string>(read));
  const Result<json::Document> parsed = json::parse(text, limits);
  if (!parsed) return {std::move(text), parsed.error()};
  return {std::move(text), schema::load_tools(parsed->root(), options)};
}

std::string_view json_hint(const Error& error, std::string_view text) {
  if (error.code != ErrorCode::kInvalidJson) return {};
  if (only_space(text)) return "the input is empty: check where it comes from";
  return "acode repair mends what has one plain meaning";
}

std::string problem_words(const schema::ToolProblem& problem) {
  const bool error = problem.severity == schema::ToolProblem::Severity::kError;
  std::string words = (error ? "error " : "warning ") + std::string(code_name(problem.code)) + ": " + problem.message;
  if (!problem.where.empty()) words += " at " + problem.where;
  return words;
}

Error missing_tool(const schema::LoadedTools& loaded, std::string_view name) {
  const auto found =
      std::find_if(loaded.problems.begin(), loaded.problems.end(), [name](const schema::ToolProblem& problem) {
        return problem.tool == name && problem.severity == schema::ToolProblem::Severity::kError;
      });
  Error error;
  if (found == loaded.problems.end()) {
    error.code = ErrorCode::kUnknownTool;
    error.message = loaded.tools.unknown_tool_message(name);
  } else {
    error.code = found->code;
    error.message = "the tool " + found->tool + " cannot be used: " + found->message;
    error.path = found->where;
  }
  return error;
}

}  // namespace acode::cli
