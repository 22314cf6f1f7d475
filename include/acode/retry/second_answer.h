// What the answer means of a model that was asked for a call again (RT-3).
//
//   acode::retry::SecondAnswer second =
//       acode::retry::read_second_answer(answer, pipeline.process(bytes), call.name, plan, pipeline);
//   if (second.call && second.call->ok()) return *second.call;
#pragma once

#include <optional>
#include <string>

#include "acode/pipeline/pipeline.h"
#include "acode/retry/ladder.h"
#include "acode/wire/wire.h"

namespace acode::retry {

/// What came of it.
struct SecondAnswer {
  std::optional<pipeline::ToolCall> call;  ///< good or not; none if there is nothing in the answer that can be one
  bool plain_text = false;  ///< the model answered in words, without a call: its right, if it was free to
};

/// Reads the answer to a request that asks again for a call of `tool_name`: a call, or bare JSON in the text. Either way it has
/// gone through the whole pipeline; `result` is what that made of the answer.
SecondAnswer read_second_answer(const wire::Answer& answer, pipeline::ParseResult result, const std::string& tool_name,
                                const Plan& plan, const pipeline::Pipeline& pipeline);

}  // namespace acode::retry
