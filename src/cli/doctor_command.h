// `acode doctor`: what is wrong with this server and this model for tool calling, and what to do about it.
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

std::string doctor_help();
Syntax doctor_syntax();
ExitCode run_doctor(Words words, Streams& streams);

}  // namespace acode::cli
