// The request that asks for one call again.
#pragma once

#include <string>

#include "acode/pipeline/call.h"
#include "acode/retry/ladder.h"
#include "agent/message.h"

namespace acode::agent {

/// The conversation, and what the model wrote last, of which `call` is a part.
struct FailedCall {
  const Conversation& conversation;
  const std::string& text;         ///< the answer's text
  const pipeline::ToolCall& call;  ///< as it failed last
  const std::string& tools;        ///< the definition of its tool, or of all if it has none, as a JSON array
};

/// The messages for a plan. For the whole conversation: with the failed call behind it, and then what was wrong with it, as
/// the tool's result if the server knows of calls, else as a message of the user. For the arguments alone: only the tool and
/// the last question stand before.
Conversation second_question(const FailedCall& failed, const retry::Plan& plan);

}  // namespace acode::agent
