// `acode config`: show, get and set what can be set (CL-4).
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

std::string config_help();
Syntax config_syntax();
ExitCode run_config(Words words, Streams& streams);

}  // namespace acode::cli
