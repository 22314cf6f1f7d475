// `acode prompt`: reads the tools and prints what a model must be told of them.
#include "cli/prompt_command.h"

#include <variant>
#include <vector>

#include "acode/pipeline/prompt.h"
#include "cli/args.h"
#include "cli/inputs.h"
#include "cli/parse_setting.h"
#include "cli/row_parts.h"

namespace acode::cli {

namespace {

struct PromptFlags {
  ParseSetting setting;
  bool json = false;
  bool help = false;
};

std::vector<Option> prompt_options(PromptFlags& flags) {
  return {
      {"tools", 't', "FILE", "definitions of the tools; - is standard input", set_file(flags.setting.tools)},
      {"resource-dir", 0, "URI=DIR", kResourceDirHelp, add_resource_dir(flags.setting.resource_dirs)},
      {"json", 0, "", "print one JSON object: {\"prompt\"}", set_true(flags.json)},
      {"help", 'h', "", "print this help and leave", set_true(flags.help)},
  };
}

void check(const PromptFlags& flags, ParsedWords& parsed) {
  if (!parsed.operands.empty()) parsed.problems.emplace_back("prompt takes no files but the tools: --tools FILE");
  if (!flags.setting.tools) {
    parsed.problems.emplace_back("there are no tools: give --tools FILE");
  } else {
    check_names({*flags.setting.tools}, parsed.problems);
  }
}

}  // namespace

ExitCode run_prompt(Words words, Streams& streams) {
  PromptFlags flags;
  ParsedWords parsed = parse_words(prompt_options(flags), words);
  if (flags.help) {
    streams.out.write(prompt_help());
    return ExitCode::kGood;
  }
  check(flags, parsed);
  if (!parsed.problems.empty()) return misused("prompt", parsed.problems, streams);

  const std::variant<ParseTools, ExitCode> tools = load_parse_tools(flags.setting, "prompt", streams);
  if (const ExitCode* code = std::get_if<ExitCode>(&tools)) return *code;
  const std::string prompt = pipeline::tool_prompt(*std::get<ParseTools>(tools).toolset());
  if (!flags.json) {
    streams.out.write(prompt);
    return ExitCode::kGood;
  }
  std::string row = "{";
  append_member(row, "prompt", prompt);
  streams.out.write(row + "}\n");
  return ExitCode::kGood;
}

Syntax prompt_syntax() {
  auto flags = std::make_shared<PromptFlags>();
  return {flags, prompt_options(*flags), {}, {}};
}

std::string prompt_help() {
  PromptFlags flags;
  return "Writes the system prompt that teaches a model without tools of its own to call\n"
         "them in its text: the form of a call, the rules, and every tool with an example.\n"
         "acode parse reads what such a model answers.\n\n"
         "Usage: acode prompt --tools FILE [OPTIONS]\n\n"
         "Options:\n" +
         describe_options(prompt_options(flags)) +
         "\n"
         "Examples:\n"
         "  acode prompt --tools tools.json\n"
         "  acode prompt -t tools.json > system.txt\n"
         "  acode prompt -t tools.json --json | jq '{role: \"system\", content: .prompt}'\n"
         "\n"
         "Exit status:\n"
         "  0  done\n"
         "  2  the command line was not understood; nothing was read\n"
         "  3  the tools cannot be read or used, or some output not written\n";
}

}  // namespace acode::cli
