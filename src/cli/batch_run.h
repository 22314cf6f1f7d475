// The threads of `acode batch`: each reads blocks of lines, answers them, and writes the answers in order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/batch_output.h"
#include "cli/batch_plan.h"
#include "cli/exit_code.h"
#include "cli/parse_setting.h"
#include "cli/streams.h"

namespace acode::cli {

/// Answers every row of the inputs into the output, behind those that it has already.
ExitCode run_batch_plan(const BatchPlan& plan, const ParseTools& tools, BatchOutput& output, Streams& streams);

}  // namespace acode::cli
