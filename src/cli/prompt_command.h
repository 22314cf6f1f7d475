// `acode prompt`: the system prompt for models without tools of their own (TX-7).
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

/// What `acode prompt --help` prints.
std::string prompt_help();

/// What it takes, for shells that complete it.
Syntax prompt_syntax();

ExitCode run_prompt(Words words, Streams& streams);

}  // namespace acode::cli
