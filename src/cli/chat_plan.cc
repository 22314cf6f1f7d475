// The options of `acode chat`, and the help that is made of them.
#include "cli/chat_plan.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "acode/json/writer.h"
#include "agent/builtin_tools.h"
#include "cli/args.h"
#include "cli/chat_command.h"
#include "cli/display.h"

namespace acode::cli {
namespace {

/// The tools there are, or all or none of them.
Values tool_names() {
  Values values{Values::Kind::kChoice, {"all", "none"}, true};
  for (const schema::Tool& tool : agent::builtin_tools().tools()) values.choices.push_back(tool.name);
  return values;
}

std::vector<Option> options_of(ChatPlan& plan) {
  std::vector<Option> options = {
      {"message", 'M', "TEXT", "what to say; without this, a line at a time from standard input",
       set_text(plan.message)},
      {"tools", 't', "NAMES", "the tools it may use, with commas between them; all (the default) or none",
       set_text(plan.tools, tool_names())},
      {"system", 0, "TEXT", "instructions that stand before the conversation", set_text(plan.system)},
      {"workspace", 'w', "DIR", "where tools work; without this, here", set_directory(plan.workspace)},
      {"stream", 0, "", "show the answer as it comes, also in a pipe", set_true(plan.stream)},
      {"no-stream", 0, "", "ask for whole answers", set_true(plan.no_stream)},
      {"yes", 'y', "", "run tools that change things without asking", set_true(plan.yes)},
      {"no-input", 0, "", "never ask; such tools are then not run", set_true(plan.no_input)},
      {"max-rounds", 0, "N", "so many answers of the model to one message (12)",
       set_number(plan.max_rounds, 1U, 1000U)},
      {"log-level", 0, "LEVEL", "debug, info, warn, error or off, to standard error",
       set_text(plan.log_level, {Values::Kind::kChoice, {"debug", "info", "warn", "error", "off"}})},
      {"json", 0, "", "print one JSON object a message", set_true(plan.json)},
  };
  for (Option& option : provider_options(plan.provider)) options.push_back(std::move(option));
  options.push_back({"help", 'h', "", "print this help and leave", set_true(plan.help)});
  return options;
}

std::vector<std::string_view> names_in(std::string_view list) {
  std::vector<std::string_view> names;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (end > 0) names.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return names;
}

}  // namespace

std::variant<ChatPlan, UsageProblems> plan_chat(Words words) {
  ChatPlan plan;
  ParsedWords parsed = parse_words(options_of(plan), words);
  if (plan.help) return plan;
  for (const std::string& operand : parsed.operands) {
    parsed.problems.push_back("'" + printable(operand, 60) + "' is one word too many; say it with --message");
  }
  if (plan.stream && plan.no_stream) parsed.problems.push_back(not_together("--stream", "--no-stream"));
  if (plan.yes && plan.no_input) parsed.problems.push_back(not_together("--yes", "--no-input"));
  if (!parsed.problems.empty()) return std::move(parsed.problems);
  return plan;
}

std::variant<schema::Toolset, UsageProblems> tools_of(const ChatPlan& plan) {
  const schema::Toolset& all = agent::builtin_tools();
  const std::string list = plan.tools.value_or("all");
  if (list == "all") return all;
  if (list == "none") return schema::Toolset();
  schema::ToolsetBuilder builder;
  UsageProblems problems;
  for (const std::string_view name : names_in(list)) {
    const schema::Tool* tool = all.find(name);
    if (tool == nullptr) {
      problems.push_back("--tools: " + all.unknown_tool_message(name));
      continue;
    }
    builder.add({tool->name, tool->description, tool->version, json::write(tool->parameters.source()), {}});
  }
  if (!problems.empty()) return problems;
  return builder.build().tools;
}

std::vector<config::Flag> flags_of(const ChatPlan& plan) {
  std::vector<config::Flag> flags;
  if (plan.stream) flags.push_back({config::provider_key("*", "streaming"), "true", "--stream"});
  if (plan.no_stream) flags.push_back({config::provider_key("*", "streaming"), "false", "--no-stream"});
  if (plan.log_level) flags.push_back({"logging.level", *plan.log_level, "--log-level"});
  return flags;
}

Syntax chat_syntax() {
  auto plan = std::make_shared<ChatPlan>();
  return {plan, options_of(*plan), {}, {}};
}

std::string chat_help() {
  ChatPlan plan;
  return "Talks to a model that may use tools in the workspace: reads and writes files,\n"
         "runs commands, looks at git. Calls are checked, mended and asked for again\n"
         "before any tool runs; tools that change things ask you first.\n\n"
         "Usage: acode chat --message TEXT [OPTIONS]\n"
         "       acode chat [OPTIONS]            a conversation; the end of input ends it\n\n"
         "Options:\n" +
         describe_options(options_of(plan)) +
         "\n"
         "Tools: get_workspace_summary, list_files, read_file, git_status; and, asking\n"
         "first, write_file, create_directory, delete_file, execute_command, git_commit.\n"
         "\n"
         "Examples:\n"
         "  acode chat --message 'What does this project do?'\n"
         "  acode chat --message 'Fix the typo in README.md' --tools read_file,write_file\n"
         "  acode chat --provider openai --model some-model --log-level debug\n"
         "\n"
         "Exit status:\n"
         "  0  the model answered\n"
         "  1  it did not, or made a call that could not be used\n"
         "  2  the command line was not understood\n"
         "  3  a file could not be read or some output not written\n";
}

}  // namespace acode::cli
