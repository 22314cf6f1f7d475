// Reading and compiling the schema.
#include "cli/validate_schema.h"

#include <string>
#include <string_view>

#include "acode/schema/toolset.h"
#include "cli/display.h"
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

void tell_warnings(const std::string& name, const schema::Schema& schema, Streams& streams) {
  for (const schema::Warning& warning : schema.warnings()) {
    const std::string place = warning.where.text();
    streams.tell("acode: " + printable(display_name(name)) +
                 ": warning: " + printable(warning.message + (place.empty() ? "" : " at " + place)) + "\n");
  }
}

MaybeSchema from_file(const ValidatePlan& plan, const schema::CompileOptions& options, Streams& streams) {
  const std::string& name = plan.schema;
  const std::variant<std::string, Error, Problem> read =
      read_named(name, "validate", options.limits.max_bytes, streams);
  if (const Problem* problem = std::get_if<Problem>(&read)) return streams.complain(display_name(name), *problem);
  if (const Error* error = std::get_if<Error>(&read)) return unusable(name, *error, "", streams);

  const auto& text = std::get<std::string>(read);
  Result<schema::Schema> schema = schema::Schema::compile(text, options);
  if (!schema) return unusable(name, schema.error(), text, streams);
  if (!plan.quiet) tell_warnings(name, *schema, streams);
  return std::optional(*schema);
}

MaybeSchema from_tools(const ValidatePlan& plan, const schema::CompileOptions& options, Streams& streams) {
  const std::string& name = plan.tools;
  const schema::ToolOptions tool_options = {
      .strict = options.strict, .formats = options.formats, .documents = options.documents};
  const ToolsFile file = load_tools_file(name, "validate", tool_options, streams);
  if (const Problem* problem = std::get_if<Problem>(&file.content)) {
    return streams.complain(display_name(name), *problem);
  }
  if (const Error* error = std::get_if<Error>(&file.content)) return unusable(name, *error, file.text, streams);

  const auto& loaded = std::get<schema::LoadedTools>(file.content);
  const schema::Tool* tool = loaded.tools.find(plan.tool);
  if (tool == nullptr) return unusable(name, missing_tool(loaded, plan.tool), "", streams);
  return std::optional(tool->parameters);
}

}  // namespace

MaybeSchema load_schema(const ValidatePlan& plan, const schema::CompileOptions& options, Streams& streams) {
  if (!plan.schema.empty()) return from_file(plan, options, streams);
  if (!plan.tools.empty()) return from_tools(plan, options, streams);
  return std::optional<schema::Schema>();
}

}  // namespace acode::cli
