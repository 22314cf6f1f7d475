// The cases of recording: what a call costs more when the store is told of it.
#pragma once

#include <vector>

#include "acode/schema/toolset.h"
#include "calls_inputs.h"
#include "case.h"

namespace acode::bench {

/// Text to a validated call, without and with recording it. The input must outlive the cases.
void add_record_cases(std::vector<Case>& cases, const CallInput& input, const schema::Toolset& tools);

}  // namespace acode::bench
