// A command of the program, and the table of all of them. A new command is one file and one line in commands.cc: help,
// the completion of shells and the tests of the documents know it from there.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/args.h"
#include "cli/exit_code.h"
#include "cli/streams.h"

namespace acode::cli {

/// The words of the command line behind the command's name.
using Words = std::span<const std::string>;

/// What a command line was not understood for, one sentence each.
using UsageProblems = std::vector<std::string>;

/// What stands behind a command or an action beside options.
struct Operands {
  std::vector<Values> each{};
  bool any_number = false;  ///< the last of them may be there several times
};

/// The operands of a command that reads files.
inline Operands any_number_of_files() { return {{{Values::Kind::kFile}}, true}; }

/// A word that says what a command shall do: `list` of `acode tools list FILE`.
struct Subcommand {
  std::string_view name;
  std::string_view summary;
  Operands operands{};
};

/// All that a command understands, as data.
struct Syntax {
  std::shared_ptr<void> targets;  ///< what the options set; it lives as long as they do
  std::vector<Option> options;
  std::vector<Subcommand> subcommands;  ///< one of them stands first, if there are any
  Operands operands;                    ///< if there are none
};

struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line for the list of commands
  std::string (*help)();     ///< what `acode NAME --help` prints
  Syntax (*syntax)();
  ExitCode (*run)(Words words, Streams& streams);
};

std::span<const Command> commands();

/// What stands behind `acode` itself.
Syntax program_syntax();

/// The command with this name, or null.
const Command* find_command(std::string_view name);

/// Tells what was not understood, and where help is.
ExitCode misused(std::string_view command, const UsageProblems& problems, Streams& streams);

}  // namespace acode::cli
