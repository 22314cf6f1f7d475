// `acode batch`: JSON lines by the million, on all cores.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

/// What `acode batch --help` prints.
std::string batch_help();

/// What it takes, for shells that complete it.
Syntax batch_syntax();

ExitCode run_batch(Words words, Streams& streams);

}  // namespace acode::cli
