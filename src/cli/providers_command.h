// `acode providers`: which there are, whether one works (CL-7), and what its calls came to (CL-5).
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

std::string providers_help();
Syntax providers_syntax();
ExitCode run_providers(Words words, Streams& streams);

}  // namespace acode::cli
