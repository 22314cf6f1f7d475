// `acode serve`: the gateway.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

std::string serve_help();
Syntax serve_syntax();
ExitCode run_serve(Words words, Streams& streams);

}  // namespace acode::cli
