// `acode tools`: definitions of tools, listed, shown and checked before a model sees them.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

/// What `acode tools --help` prints.
std::string tools_help();

/// What it takes, for shells that complete it.
Syntax tools_syntax();

ExitCode run_tools(Words words, Streams& streams);

}  // namespace acode::cli
