// `acode tools`: reads the definitions and prints what was asked for.
#include "cli/tools_command.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "acode/schema/toolset.h"
#include "cli/display.h"
#include "cli/error_view.h"
#include "cli/inputs.h"
#include "cli/row_parts.h"
#include "cli/tools_file.h"
#include "cli/tools_plan.h"
#include "cli/tools_view.h"

namespace acode::cli {

namespace {

using Action = ToolsPlan::Action;

ExitCode list(const ToolsPlan& plan, const schema::LoadedTools& loaded, Streams& streams) {
  if (plan.json) {
    streams.out.write(tools_row(plan.file, loaded));
  } else {
    streams.out.write(render_list(loaded.tools));
  }
  if (!loaded.has_errors()) return ExitCode::kGood;
  if (!plan.json) {
    streams.tell("acode: " + printable(display_name(plan.file)) +
                 ": some definitions cannot be used and were left out\n"
                 "  hint: acode tools check says what is wrong with them\n");
  }
  return ExitCode::kRefused;
}

ExitCode show(const ToolsPlan& plan, const schema::LoadedTools& loaded, Streams& streams) {
  if (const schema::Tool* tool = loaded.tools.find(plan.tool)) {
    streams.out.write(plan.json ? tool_row(*tool) : render_tool(*tool));
    return ExitCode::kGood;
  }
  const Error error = missing_tool(loaded, plan.tool);
  if (plan.json) {
    streams.out.write(error_row(plan.file, error));
  } else {
    streams.tell(render_error(display_name(plan.file), error, "", ""));
  }
  return ExitCode::kRefused;
}

ExitCode check(const ToolsPlan& plan, const schema::LoadedTools& loaded, Streams& streams) {
  streams.out.write(plan.json ? check_row(plan.file, loaded)
                              : render_check(display_name(plan.file), loaded, plan.quiet));
  if (loaded.has_errors()) return ExitCode::kRefused;
  return loaded.problems.empty() ? ExitCode::kGood : ExitCode::kWarnings;
}

/// The text is not JSON.
ExitCode refused(const ToolsPlan& plan, const Error& error, std::string_view text, Streams& streams) {
  if (plan.json) {
    streams.out.write(error_row(plan.file, error));
  } else {
    streams.tell(render_error(display_name(plan.file), error, text, json_hint(error, text)));
  }
  return ExitCode::kRefused;
}

ExitCode run_plan(const ToolsPlan& plan, Streams& streams) {
  schema::Documents documents;
  const ExitCode resources = load_resources(plan.resource_dirs, documents, streams);
  if (resources != ExitCode::kGood) return resources;
  schema::ToolOptions options;
  options.documents = &documents;

  const ToolsFile file = load_tools_file(plan.file, "tools", options, streams);
  if (const Problem* problem = std::get_if<Problem>(&file.content)) {
    if (plan.json) streams.out.write(error_row(plan.file, *problem));
    return streams.complain(display_name(plan.file), *problem);
  }
  if (const Error* error = std::get_if<Error>(&file.content)) return refused(plan, *error, file.text, streams);
  const auto& loaded = std::get<schema::LoadedTools>(file.content);
  switch (plan.action) {
    case Action::kList:
      return list(plan, loaded, streams);
    case Action::kShow:
      return show(plan, loaded, streams);
    default:
      return check(plan, loaded, streams);
  }
}

}  // namespace

ExitCode run_tools(Words words, Streams& streams) {
  const std::variant<ToolsPlan, UsageProblems> planned = plan_tools(words);
  if (const auto* problems = std::get_if<UsageProblems>(&planned)) return misused("tools", *problems, streams);
  const auto& plan = std::get<ToolsPlan>(planned);
  if (plan.action != Action::kHelp) return run_plan(plan, streams);
  streams.out.write(tools_help());
  return ExitCode::kGood;
}

}  // namespace acode::cli
