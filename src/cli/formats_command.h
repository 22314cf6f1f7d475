// `acode formats`: the ways in which models write calls into their text.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

/// What `acode formats --help` prints.
std::string formats_help();

/// What it takes, for shells that complete it.
Syntax formats_syntax();

ExitCode run_formats(Words words, Streams& streams);

}  // namespace acode::cli
