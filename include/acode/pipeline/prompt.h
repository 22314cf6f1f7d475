// For models without tools of their own: the system prompt that teaches them to call tools in their text (TX-7).
//
//   std::string prompt = acode::pipeline::tool_prompt(tools);      // put it before or behind your own instructions
//
// What such a model writes is then read like any other text:
//
//   TOOL_CALL: {"tool": "read_file", "arguments": {"path": "a.txt"}}
#pragma once

#include <string>

#include "acode/schema/toolset.h"

namespace acode::pipeline {

/// The form of a call, the rules, and every tool with its signature, what its parameters mean, and an example of a call
/// that fits its schema. Empty if there are no tools.
std::string tool_prompt(const schema::Toolset& tools);

}  // namespace acode::pipeline
