// The whole program as a function: words in, exit code out.
#pragma once

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/streams.h"

namespace acode::cli {

/// Runs the command line `acode WORDS`. All that was written has arrived, or the exit code says that it has not.
ExitCode run(Words words, Streams& streams);

}  // namespace acode::cli
