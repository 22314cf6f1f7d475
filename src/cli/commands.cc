// The table of commands.
#include <algorithm>
#include <array>

#include "cli/command.h"
#include "cli/repair_command.h"
#include "cli/tools_command.h"
#include "cli/validate_command.h"

namespace acode::cli {

std::span<const Command> commands() {
  static constexpr std::array<Command, 3> kCommands = {{
      {"repair", "mend broken JSON: files, standard input, JSON lines", &repair_help, &run_repair},
      {"validate", "check JSON against a JSON Schema or the parameters of a tool", &validate_help, &run_validate},
      {"tools", "list, show and check definitions of tools", &tools_help, &run_tools},
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
