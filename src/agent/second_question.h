// The request that asks for one call again, and what an answer to it means.
#pragma once

#include <optional>
#include <string>

#include "acode/pipeline/pipeline.h"
#include "acode/retry/ladder.h"
#include "acode/schema/toolset.h"
#include "acode/wire/wire.h"
#include "agent/chat_request.h"
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

/// What came of it.
struct SecondAnswer {
  std::optional<pipeline::ToolCall> call;  ///< good or not; none if there is nothing in the answer that can be one
  bool plain_text = false;  ///< the model answered in words, without a call: its right, if it was free to
};

/// Reads the answer to a second question about `tool_name`: a call, or bare JSON in the text (RT-3). Either way it has gone
/// through the whole pipeline.
SecondAnswer read_second_answer(const wire::Answer& answer, pipeline::ParseResult result, const std::string& tool_name,
                                const retry::Plan& plan, const pipeline::Pipeline& pipeline);

}  // namespace acode::agent
