// The request that asks a model for one call again, and what the answer to it means (RT-3, RT-7).
//
//   while (auto plan = ladder.next(random)) {
//     acode::wire::Request again = acode::retry::second_request({request, text, ladder.call(), tools}, *plan, style);
//     acode::wire::Answer answer = send(again);
//     acode::retry::SecondAnswer second = acode::retry::read_second_answer(answer, result, ladder.call().name, *plan, pipeline);
//
// Nothing is sent here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "acode/pipeline/pipeline.h"
#include "acode/retry/ladder.h"
#include "acode/schema/toolset.h"
#include "acode/wire/request.h"
#include "acode/wire/wire.h"

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
  const schema::Toolset& tools;
};

/// The request for a plan. In the whole conversation, the failed call stands behind it and then what was wrong with it, as the
/// tool's result if the call came as one, else in a message of the user. For the arguments alone there are only the tool and
/// the last question.
wire::Request second_request(const FailedCall& failed, const Plan& plan, ConstraintStyle style);

/// What came of it.
struct SecondAnswer {
  std::optional<pipeline::ToolCall> call;  ///< good or not; none if there is nothing in the answer that can be one
  bool plain_text = false;  ///< the model answered in words, without a call: its right, if it was free to
};

/// Reads the answer to a second request about `tool_name`: a call, or bare JSON in the text. Either way it has gone through
/// the whole pipeline. `result` is what the pipeline made of the answer.
SecondAnswer read_second_answer(const wire::Answer& answer, pipeline::ParseResult result, const std::string& tool_name,
                                const Plan& plan, const pipeline::Pipeline& pipeline);

}  // namespace acode::retry
