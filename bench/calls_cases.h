// The cases of calls: acode's part, and simdjson's on the JSON inside.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "acode/schema/toolset.h"
#include "calls_inputs.h"
#include "case.h"

namespace acode::bench {

/// The tools of all calls, compiled.
schema::Toolset benchmark_tools();

/// Text to a validated call. The input must outlive this case and those below.
void add_call_cases(std::vector<Case>& cases, const CallInput& input, const schema::Toolset& tools);

/// The same, and each of its stages alone.
void add_stage_cases(std::vector<Case>& cases, const CallInput& input, const schema::Toolset& tools);

/// The same, whole and in 4-byte pieces.
void add_call_piece_cases(std::vector<Case>& cases, const CallInput& input, const schema::Toolset& tools);

/// The JSON between the tags of hermes calls to simdjson's tree. In a file of its own: its header is large.
void add_simdjson_call_cases(std::vector<Case>& cases, const CallInput& input);

/// What simdjson is and runs on.
std::string about_simdjson();

}  // namespace acode::bench
