// `acode repair`: broken JSON in, valid JSON out.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

/// What `acode repair --help` prints.
std::string repair_help();

ExitCode run_repair(Words words, Streams& streams);

}  // namespace acode::cli
