// `acode prompt`: the system prompt for models without tools of their own (TX-7).
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

/// What `acode prompt --help` prints.
std::string prompt_help();

ExitCode run_prompt(Words words, Streams& streams);

}  // namespace acode::cli
