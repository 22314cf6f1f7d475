// `acode chat`: a conversation with a model that may use tools in the workspace (CL-3).
#pragma once

#include <string>

#include "cli/command.h"

namespace acode::cli {

std::string chat_help();
Syntax chat_syntax();
ExitCode run_chat(Words words, Streams& streams);

}  // namespace acode::cli
