// `acode repair`: broken JSON in, valid JSON out.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

/// What `acode repair --help` prints.
std::string repair_help();

/// What it takes, for shells that complete it.
Syntax repair_syntax();

ExitCode run_repair(Words words, Streams& streams);

}  // namespace acode::cli
