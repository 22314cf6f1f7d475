// The table of commands.
#include <algorithm>
#include <array>

#include "cli/batch_command.h"
#include "cli/chat_command.h"
#include "cli/command.h"
#include "cli/completions_command.h"
#include "cli/config_command.h"
#include "cli/debug_command.h"
#include "cli/doctor_command.h"
#include "cli/formats_command.h"
#include "cli/parse_command.h"
#include "cli/prompt_command.h"
#include "cli/providers_command.h"
#include "cli/repair_command.h"
#include "cli/run_command.h"
#include "cli/serve_command.h"
#include "cli/test_command.h"
#include "cli/tools_command.h"
#include "cli/validate_command.h"

namespace acode::cli {

std::span<const Command> commands() {
  static constexpr std::array<Command, 17> kCommands = {{
      {"parse", "tool calls out of anything a model or its server sent", &parse_help, &parse_syntax, &run_parse},
      {"extract", "the same without checking: calls as they were written", &extract_help, &extract_syntax,
       &run_extract},
      {"repair", "mend broken JSON: files, standard input, JSON lines", &repair_help, &repair_syntax, &run_repair},
      {"validate", "check JSON against a JSON Schema or the parameters of a tool", &validate_help, &validate_syntax,
       &run_validate},
      {"tools", "list, show and check definitions of tools", &tools_help, &tools_syntax, &run_tools},
      {"formats", "the ways in which models write calls into their text", &formats_help, &formats_syntax, &run_formats},
      {"prompt", "the system prompt for models without tools of their own", &prompt_help, &prompt_syntax, &run_prompt},
      {"batch", "parse JSON lines by the million, on all cores", &batch_help, &batch_syntax, &run_batch},
      {"chat", "talk to a model that may use tools in the workspace", &chat_help, &chat_syntax, &run_chat},
      {"debug", "one call read aloud, and the stories of calls that were made", &debug_help, &debug_syntax, &run_debug},
      {"config", "show and change settings", &config_help, &config_syntax, &run_config},
      {"providers", "the servers that acode talks to, and whether they work", &providers_help, &providers_syntax,
       &run_providers},
      {"doctor", "what is wrong with a server and its model for tool calling", &doctor_help, &doctor_syntax,
       &run_doctor},
      {"serve", "a gateway: every tool call that your clients get is valid", &serve_help, &serve_syntax, &run_serve},
      {"run", "a command with a gateway between it and its model", &run_help, &run_syntax, &run_run},
      {"test", "a model that fails on purpose: try retries, test your agent", &test_help, &test_syntax, &run_test},
      {"completions", "what makes your shell complete the words of acode", &completions_help, &completions_syntax,
       &run_completions},
  }};
  return kCommands;
}

const Command* find_command(std::string_view name) {
  const std::span<const Command> all = commands();
  const auto found = std::find_if(all.begin(), all.end(), [name](const Command& c) { return c.name == name; });
  return found == all.end() ? nullptr : &*found;
}

ExitCode misused(std::string_view command, const UsageProblems& problems, Streams& streams) {
  for (const std::string& problem : problems) streams.complain(command, {ProblemCode::kUsage, problem, ""});
  streams.tell("  hint: acode " + std::string(command) + " --help lists the options\n");
  return ExitCode::kUsage;
}

}  // namespace acode::cli
