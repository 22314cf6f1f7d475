// `acode completions`: the scripts by which shells complete command lines of acode (CL-9).
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

std::string completions_help();
Syntax completions_syntax();
ExitCode run_completions(Words words, Streams& streams);

}  // namespace acode::cli
