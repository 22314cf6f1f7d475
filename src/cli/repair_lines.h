// The line protocol of `acode repair --jsonl` (CL-10).
#pragma once

#include <string_view>

#include "acode/json/repair.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/streams.h"

namespace acode::cli {

/// Repairs the "input" of every line of a file; see line_protocol.h.
ExitCode repair_lines(std::string_view name, const File& file, const json::RepairOptions& options, Streams& streams);

}  // namespace acode::cli
