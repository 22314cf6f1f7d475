// Checking the choice, reading and compiling the schema.
#include "cli/schema_choice.h"

#include "acode/schema/toolset.h"
#include "cli/args.h"
#include "cli/error_view.h"
#include "cli/inputs.h"
#include "cli/tools_file.h"

namespace acode::cli {

namespace {

using MaybeSchema = std::variant<std::optional<schema::Schema>, ExitCode>;

ExitCode unusable(const std::string& name, const Error& error, std::string_view text, Streams& streams) {
  std::string_view hint = json_hint(error, text);
  if (error.code == ErrorCode::kUnknownReference) {
    hint = "make the document known with --resource-dir URI=DIR";
  }
  streams.tell(render_error(display_name(name), error, text, hint));
  return ExitCode::kInputOutput;
}

MaybeSchema from_file(const std::string& name, std::string_view command, const schema::CompileOptions& options,
                      Streams& streams) {
  const std::variant<std::string, Error, Problem> read = read_named(name, command, options.limits.max_bytes, streams);
  if (const Problem* problem = std::get_if<Problem>(&read)) return streams.complain(display_name(name), *problem);
  if (const Error* error = std::get_if<Error>(&read)) return unusable(name, *error, "", streams);

  const auto& text = std::get<std::string>(read);
  const Result<schema::Schema> schema = schema::Schema::compile(text, options);
  if (!schema) return unusable(name, schema.error(), text, streams);
  return std::optional(*schema);
}

MaybeSchema from_tools(const std::string& name, const std::string& tool_name, std::string_view command,
                       const schema::CompileOptions& options, Streams& streams) {
  const schema::ToolOptions tool_options = {
      .strict = options.strict, .formats = options.formats, .documents = options.documents};
  const ToolsFile file = load_tools_file(name, command, tool_options, streams);
  if (const Problem* problem = std::get_if<Problem>(&file.content)) {
    return streams.complain(display_name(name), *problem);
  }
  if (const Error* error = std::get_if<Error>(&file.content)) return unusable(name, *error, file.text, streams);

  const auto& loaded = std::get<schema::LoadedTools>(file.content);
  const schema::Tool* tool = loaded.tools.find(tool_name);
  if (tool == nullptr) return unusable(name, missing_tool(loaded, tool_name), "", streams);
  return std::optional(tool->parameters);
}

}  // namespace

void check_choice(const SchemaChoice& choice, UsageProblems& problems) {
  if (choice.schema && choice.tools) problems.push_back(not_together("--schema", "--tools"));
  if (choice.tool && !choice.tools) problems.emplace_back("--tool needs the file of the tools: --tools FILE");
  if (choice.tools && !choice.tool) problems.emplace_back("--tools needs the name of a tool: --tool NAME");
}

void check_files(const SchemaChoice& choice, const std::vector<std::string>& inputs, std::string_view doing,
                 UsageProblems& problems) {
  if (inputs.empty() && (choice.schema == "-" || choice.tools == "-")) {
    problems.push_back("standard input is the schema already: name the files to " + std::string(doing));
  }
  std::vector<std::string> names = inputs;
  if (choice.schema) names.push_back(*choice.schema);
  if (choice.tools) names.push_back(*choice.tools);
  check_names(names, problems);
}

MaybeSchema load_schema(const SchemaChoice& choice, std::string_view command, const schema::CompileOptions& options,
                        Streams& streams) {
  if (choice.schema) return from_file(*choice.schema, command, options, streams);
  if (choice.tools) return from_tools(*choice.tools, choice.tool.value_or(""), command, options, streams);
  return std::optional<schema::Schema>();
}

}  // namespace acode::cli
