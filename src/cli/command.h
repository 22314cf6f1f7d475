// A command of the program, and the table of all of them. A new command is one file and one line in commands.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_code.h"
#include "cli/streams.h"

namespace acode::cli {

/// The words of the command line behind the command's name.
using Words = std::span<const std::string>;

/// What a command line was not understood for, one sentence each.
using UsageProblems = std::vector<std::string>;

struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line for the list of commands
  std::string (*help)();     ///< what `acode NAME --help` prints
  ExitCode (*run)(Words words, Streams& streams);
};

std::span<const Command> commands();

/// The command with this name, or null.
const Command* find_command(std::string_view name);

/// Tells what was not understood, and where help is.
ExitCode misused(std::string_view command, const UsageProblems& problems, Streams& streams);

}  // namespace acode::cli
