// For upstreams that lack something: tools in the prompt for models without tools, and a choice of tools for servers that do
// not listen to one (GW-4).
#pragma once

#include <optional>

#include "acode/pipeline/call.h"
#include "acode/schema/toolset.h"
#include "acode/wire/request.h"

namespace acode::gateway {

/// Puts the tools into the system's prompt, and the calls and results of the history into its text. The model then calls tools
/// in its text, where the guard finds them. With null it may call none, and hears of none.
void emulate_tools(wire::Request& request, const schema::Toolset* tools);

/// What of a choice can be done before the model is asked: without a choice there are no tools, with one that names a tool
/// there is only that.
void emulate_tool_choice(wire::Request& request);

/// The call that a choice demands and that is missing in an answer without calls: one with an error, to be asked for. Nothing if
/// none is demanded.
std::optional<pipeline::ToolCall> missing_call(const wire::ToolChoice& choice);

}  // namespace acode::gateway
