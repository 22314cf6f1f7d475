// `acode debug`: one call read aloud, and the stories of calls that were made (CL-6).
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

std::string debug_help();
Syntax debug_syntax();
ExitCode run_debug(Words words, Streams& streams);

}  // namespace acode::cli
