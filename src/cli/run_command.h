// `acode run -- COMMAND`: a program that talks to a model, with a gateway in between.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

std::string run_help();
Syntax run_syntax();
ExitCode run_run(Words words, Streams& streams);

}  // namespace acode::cli
