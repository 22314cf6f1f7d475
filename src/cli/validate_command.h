// `acode validate`: JSON in, what does not fit a schema out.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

/// What `acode validate --help` prints.
std::string validate_help();

/// What it takes, for shells that complete it.
Syntax validate_syntax();

ExitCode run_validate(Words words, Streams& streams);

}  // namespace acode::cli
