// `acode debug`: the plan, and its two actions.
#include "cli/debug_command.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "acode/pipeline/pipeline.h"
#include "agent/builtin_tools.h"
#include "cli/args.h"
#include "cli/call_report.h"
#include "cli/display.h"
#include "cli/error_view.h"
#include "cli/files.h"
#include "cli/observation.h"
#include "cli/parse_rows.h"
#include "cli/provider_choice.h"
#include "cli/row_parts.h"
#include "cli/settings.h"
#include "cli/story_view.h"
#include "cli/suggest.h"
#include "cli/tools_file.h"
#include "observe/event_source.h"

namespace acode::cli {
namespace {

struct Plan {
  std::optional<std::string> input;
  std::optional<std::string> tools;
  std::optional<std::string> provider;
  std::optional<std::string> settings;
  std::optional<std::string> correlation_id;
  bool strict = false;
  bool verbose = false;
  bool fleet = false;
  bool json = false;
  bool help = false;
};

std::vector<Option> options_of(Plan& plan) {
  return {
      {"input", 'i', "FILE", "parse-tool-call: what the model or its server sent; -: standard input",
       set_file(plan.input)},
      {"tools", 't', "FILE", "the tools there are; without this the nine of acode chat", set_file(plan.tools)},
      {"strict", 0, "", "parse-tool-call: nothing is repaired or converted", set_true(plan.strict)},
      {"verbose", 'v', "", "also arguments, texts and times", set_true(plan.verbose)},
      {"correlation-id", 0, "ID", "tool-call: the answer whose calls are told", set_text(plan.correlation_id)},
      {"fleet", 0, "", "tool-call: look in the database of database.url, to which all instances send",
       set_true(plan.fleet)},
      {"provider", 0, "NAME", "whose settings count", set_text(plan.provider, {Values::Kind::kProvider})},
      {"config", 0, "FILE", "this configuration instead of the one that is found", set_file(plan.settings)},
      {"json", 0, "", "print JSON: tool-call an object for each call, parse-tool-call the one of acode parse --json",
       set_true(plan.json)},
      {"help", 'h', "", "print this help and leave", set_true(plan.help)},
  };
}

// The tools of a file, or those that acode has.
std::variant<schema::Toolset, ExitCode> tools_of(const Plan& plan, const schema::ToolOptions& options,
                                                 Streams& streams) {
  if (!plan.tools) return agent::builtin_tools();
  ToolsFile file = load_tools_file(*plan.tools, "tools", options, streams);
  if (const Problem* problem = std::get_if<Problem>(&file.content))
    return streams.complain(printable(*plan.tools), *problem);
  if (const Error* error = std::get_if<Error>(&file.content)) {
    streams.tell(render_error(printable(*plan.tools), *error, file.text, ""));
    return ExitCode::kInputOutput;
  }
  return std::get<schema::LoadedTools>(file.content).tools;
}

std::variant<std::string, ExitCode> input_of(const std::string& name, Streams& streams) {
  auto opened = open_input(name, streams.in);
  if (const auto* problem = std::get_if<Problem>(&opened)) return streams.complain(printable(name), *problem);
  auto read = read_whole(std::get<File>(opened), std::size_t{64} << 20);
  if (const auto* problem = std::get_if<Problem>(&read)) return streams.complain(printable(name), *problem);
  if (auto* text = std::get_if<std::string>(&read)) return std::move(*text);
  return streams.complain(printable(name), {ProblemCode::kReadFailed, "it is larger than 64 MiB", ""});
}

ExitCode parse_tool_call(const Plan& plan, Streams& streams) {
  auto loaded = load_settings(plan.settings, {}, streams);
  if (const auto* failed = std::get_if<ExitCode>(&loaded)) return *failed;
  const config::Configuration& configuration = std::get<LoadedSettings>(loaded).configuration;
  config::ToolCallSettings settings =
      configuration.provider(plan.provider ? *plan.provider : configuration.default_provider()).tool_call;
  if (plan.strict) {
    settings.pipeline.repair = false;
    settings.pipeline.coercion = coerce::Level::kOff;
  }
  schema::ToolOptions options;
  options.strict = settings.strict_validation;
  auto tools = tools_of(plan, options, streams);
  if (const auto* failed = std::get_if<ExitCode>(&tools)) return *failed;
  auto input = input_of(*plan.input, streams);
  if (const auto* failed = std::get_if<ExitCode>(&input)) return *failed;
  const auto& toolset = std::get<schema::Toolset>(tools);
  const pipeline::ParseResult result =
      pipeline::Pipeline(&toolset, settings.pipeline).process(std::get<std::string>(input));
  if (plan.json) {
    std::string row = begin_row(*plan.input);
    append_record(row, result);
    streams.out.write(row + "}\n");
  } else {
    streams.out.write(render_call_report(result, toolset, plan.verbose));
  }
  return exit_code_of(result);
}

ExitCode tool_call(const Plan& plan, Streams& streams) {
  auto loaded = load_settings(plan.settings, {}, streams);
  if (const auto* failed = std::get_if<ExitCode>(&loaded)) return *failed;
  const RecordedEvents recorded =
      recorded_events(std::get<LoadedSettings>(loaded).configuration, plan.fleet ? Whose::kFleet : Whose::kThisMachine);
  if (const auto* error = std::get_if<observe::ReadError>(&recorded.source)) {
    streams.tell("acode: debug: " + printable(recorded.place) + ": " +
                 (error->missing ? "nothing was recorded yet" : printable(error->message)) + "\n");
    return ExitCode::kRefused;
  }
  auto found = std::get<std::unique_ptr<observe::EventSource>>(recorded.source)->find(*plan.correlation_id);
  if (const auto* error = std::get_if<observe::ReadError>(&found)) {
    streams.tell("acode: debug: " + printable(recorded.place) + ": " + printable(error->message) + "\n");
    return ExitCode::kInputOutput;
  }
  const auto& events = std::get<std::vector<observe::CallEvent>>(found);
  for (const observe::CallEvent& event : events)
    streams.out.write(plan.json ? story_row(event) : render_story(event) + "\n");
  if (!events.empty()) return ExitCode::kGood;
  streams.tell("acode: debug: no call has the correlation id " + printable(*plan.correlation_id, 80) +
               "\n  hint: the log tells the ids, at level info; old calls are dropped after events.keep_days\n");
  return ExitCode::kRefused;
}

}  // namespace

Syntax debug_syntax() {
  auto plan = std::make_shared<Plan>();
  return {plan,
          options_of(*plan),
          {{"parse-tool-call", "read one answer aloud", {}}, {"tool-call", "the story of calls that were made", {}}},
          {}};
}

std::string debug_help() {
  Plan plan;
  return "Reads one call aloud, or tells the story of calls that were made.\n\n"
         "Usage: acode debug parse-tool-call --input FILE [--strict] [--verbose]\n"
         "       acode debug tool-call --correlation-id ID\n\n"
         "Options:\n" +
         describe_options(options_of(plan)) +
         "\n"
         "Values of arguments are shown with --verbose only. What is told of calls that\n"
         "were made has them masked, unless tool_call.log_argument_values is true.\n"
         "\n"
         "Examples:\n"
         "  acode debug parse-tool-call --input answer.json --verbose\n"
         "  echo 'TOOL_CALL: {\"tool\": \"read_file\", \"arguments\": {\"path\": \"a\",}}' |\n"
         "    acode debug parse-tool-call --input -\n"
         "\n"
         "Exit status:\n"
         "  0  every call is good; or there is none\n"
         "  1  no call is good, or there is no such call\n"
         "  2  the command line was not understood\n"
         "  3  a file could not be read\n"
         "  5  some calls are good, others have errors\n";
}

ExitCode run_debug(Words words, Streams& streams) {
  Plan plan;
  ParsedWords parsed = parse_words(options_of(plan), words);
  if (plan.help) {
    streams.out.write(debug_help());
    return ExitCode::kGood;
  }
  constexpr std::array<std::string_view, 2> kActions = {"parse-tool-call", "tool-call"};
  const std::string action = parsed.operands.empty() ? "" : parsed.operands[0];
  if (parsed.operands.size() != 1 || (action != kActions[0] && action != kActions[1])) {
    parsed.problems.push_back("say what to do: parse-tool-call or tool-call" + did_you_mean(action, kActions));
  } else if (action == kActions[0] && !plan.input) {
    parsed.problems.emplace_back("parse-tool-call needs --input FILE");
  } else if (action == kActions[1] && !plan.correlation_id) {
    parsed.problems.emplace_back("tool-call needs --correlation-id ID");
  }
  if (!parsed.problems.empty()) return misused("debug", parsed.problems, streams);
  return action == kActions[0] ? parse_tool_call(plan, streams) : tool_call(plan, streams);
}

}  // namespace acode::cli
