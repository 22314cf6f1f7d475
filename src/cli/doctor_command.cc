// `acode doctor`: all checks there are.
#include "cli/doctor_command.h"

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "agent/examination.h"
#include "cli/args.h"
#include "cli/display.h"
#include "cli/error_view.h"
#include "cli/examine.h"
#include "cli/provider_choice.h"
#include "cli/tools_file.h"

namespace acode::cli {
namespace {

struct Plan {
  ProviderWords provider;
  std::optional<std::string> tools;
  bool json = false;
  bool quick = false;
  bool help = false;
};

std::vector<Option> options_of(Plan& plan) {
  std::vector<Option> options = provider_options(plan.provider);
  options.push_back(
      {"tools", 't', "FILE", "the tools that the model will get: are they sound, do they fit", set_file(plan.tools)});
  options.push_back({"quick", 0, "", "ask the server only, and not the model", set_true(plan.quick)});
  options.push_back({"json", 0, "", "print one JSON object", set_true(plan.json)});
  options.push_back({"help", 'h', "", "print this help and leave", set_true(plan.help)});
  return options;
}

// Looks at the tools of a file. False if it could not be read, which was told.
bool look_at_tools(const std::string& name, agent::Examination& examination, Streams& streams) {
  const ToolsFile file = load_tools_file(name, "tools", {}, streams);
  if (const Problem* problem = std::get_if<Problem>(&file.content)) {
    streams.complain(printable(name), *problem);
    return false;
  }
  if (const Error* error = std::get_if<Error>(&file.content)) {
    streams.tell(render_error(printable(name), *error, file.text, ""));
    return false;
  }
  examination.tools(std::get<schema::LoadedTools>(file.content));
  return true;
}

ExitCode status_of(const std::vector<agent::Check>& checks) {
  ExitCode status = ExitCode::kGood;
  for (const agent::Check& check : checks) {
    if (check.status == agent::Check::Status::kWarn) status = worse(status, ExitCode::kWarnings);
    if (check.status == agent::Check::Status::kFail) status = worse(status, ExitCode::kRefused);
  }
  return status;
}

}  // namespace

Syntax doctor_syntax() {
  auto plan = std::make_shared<Plan>();
  return {plan, options_of(*plan), {}, {}};
}

std::string doctor_help() {
  Plan plan;
  return "Says what is wrong with a server and its model for tool calling, and what to do:\n"
         "not reachable, no such model, a template without tools, a context too small for\n"
         "the tools, definitions that cannot be used, calls that do not come, or come as\n"
         "text, or with the same index.\n\n"
         "Usage: acode doctor [OPTIONS]\n\n"
         "Options:\n" +
         describe_options(options_of(plan)) +
         "\n"
         "Examples:\n"
         "  acode doctor --tools tools.json\n"
         "  acode doctor --provider openai --model some-model --quick\n"
         "\n"
         "Exit status:\n"
         "  0  all is well\n"
         "  1  something does not work\n"
         "  2  the command line was not understood\n"
         "  3  a file could not be read\n"
         "  4  it works, but not as well as it could\n";
}

ExitCode run_doctor(Words words, Streams& streams) {
  Plan plan;
  ParsedWords parsed = parse_words(options_of(plan), words);
  if (plan.help) {
    streams.out.write(doctor_help());
    return ExitCode::kGood;
  }
  for (const std::string& operand : parsed.operands)
    parsed.problems.push_back("'" + printable(operand, 60) + "' is one word too many");
  if (!parsed.problems.empty()) return misused("doctor", parsed.problems, streams);
  const auto checks = examine_provider(plan.provider, plan.json, streams, [&](agent::Examination& examination) {
    examination.server();
    const bool reachable = !examination.has_failed();
    if (plan.tools && !look_at_tools(*plan.tools, examination, streams)) return ExitCode::kInputOutput;
    if (reachable && !plan.quick) {
      examination.chat();
      examination.tool_calls();
      examination.parallel_calls();
    }
    return ExitCode::kGood;
  });
  if (const auto* failed = std::get_if<ExitCode>(&checks)) return *failed;
  return status_of(std::get<std::vector<agent::Check>>(checks));
}

}  // namespace acode::cli
