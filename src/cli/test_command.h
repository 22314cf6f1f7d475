// `acode test`: a scripted model server, to try the ask-again loop with (CL-8) and for people to test their agents against.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

std::string test_help();
Syntax test_syntax();
ExitCode run_test(Words words, Streams& streams);

}  // namespace acode::cli
