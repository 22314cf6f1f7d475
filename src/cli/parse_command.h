// `acode parse` and `acode extract`: anything in, tool calls out.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

/// What `acode parse --help` prints.
std::string parse_help();

/// What `acode extract --help` prints.
std::string extract_help();

/// What they take, for shells that complete it.
Syntax parse_syntax();
Syntax extract_syntax();

ExitCode run_parse(Words words, Streams& streams);
ExitCode run_extract(Words words, Streams& streams);

}  // namespace acode::cli
