// What was read, aloud: `acode debug parse-tool-call` in the words of a log.
#pragma once

#include <string>

#include "acode/pipeline/call.h"
#include "acode/schema/toolset.h"

namespace acode::cli {

/// `[INFO] Tool call parsed successfully`, `[DEBUG] Repair applied: trailing_comma`; or `[ERROR] …` with path, expected,
/// actual and code, and the tools there are if the one that was called is none of them. Several calls are numbered. With
/// `verbose` also the arguments, texts and times.
std::string render_call_report(const pipeline::ParseResult& result, const schema::Toolset& tools, bool verbose);

}  // namespace acode::cli
