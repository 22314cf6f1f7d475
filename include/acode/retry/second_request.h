// The request that asks a model for one call again (RT-3, RT-7).
//
//   while (auto plan = ladder.next(random)) {
//     acode::wire::Request again = acode::retry::second_request({request, text, ladder.call(), tools}, *plan, style);
//     send(again);                                                // and see second_answer.h
//   }
//
// Nothing is sent here.
#pragma once

#include <cstdint>
#include <string_view>

#include "acode/pipeline/call.h"
#include "acode/retry/ladder.h"
#include "acode/schema/toolset.h"
#include "acode/wire/request.h"

namespace acode::retry {

/// How a server is told to hold its answer to a schema.
enum class ConstraintStyle : std::uint8_t {
  kFormat,     ///< Ollama: the schema as `format`, and no tools, which would hide it
  kNamedTool,  ///< the one tool, and `tool_choice` names it
  kOnlyTool,   ///< the one tool, and `tool_choice` is "required": llama.cpp ignores a name
};

/// A call that failed, and what it was an answer to.
struct FailedCall {
  const wire::Request& request;    ///< the model's conversation, and its tools
  std::string_view text;           ///< what the model wrote beside the call, or around it
  const pipeline::ToolCall& call;  ///< as it failed last
  const schema::Toolset& tools;    ///< that there are
};

/// The request for a plan. In the whole conversation, the failed call stands behind it and then what was wrong with it, as the
/// tool's result if the call came as one, else in a message of the user. For the arguments alone there are only the tool and
/// the last question.
wire::Request second_request(const FailedCall& failed, const Plan& plan, ConstraintStyle style);

}  // namespace acode::retry
