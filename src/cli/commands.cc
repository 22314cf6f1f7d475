// The table of commands.
#include <algorithm>
#include <array>

#include "cli/command.h"
#include "cli/repair_command.h"

namespace acode::cli {

std::span<const Command> commands() {
  static constexpr std::array<Command, 1> kCommands = {{
      {"repair", "mend broken JSON: files, standard input, JSON lines", &repair_help, &run_repair},
  }};
  return kCommands;
}

const Command* find_command(std::string_view name) {
  const std::span<const Command> all = commands();
  const auto found = std::find_if(all.begin(), all.end(), [name](const Command& c) { return c.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace acode::cli
