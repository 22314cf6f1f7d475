// `acode validate`: JSON in, what does not fit a schema out.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

/// What `acode validate --help` prints.
std::string validate_help();

ExitCode run_validate(Words words, Streams& streams);

}  // namespace acode::cli
