// The line protocol of `acode repair --jsonl` (CL-10).
#pragma once

#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/repair_plan.h"
#include "cli/streams.h"

namespace acode::cli {

/// Answers every line of a file with a line, in order, in bounded memory. Blank lines are passed over. A line that is
/// not understood is answered with an error row. What has been answered is sent off before more input is waited for, so
/// that a program can hold a conversation over two pipes.
ExitCode repair_lines(std::string_view name, const File& file, const json::RepairOptions& options, Streams& streams);

}  // namespace acode::cli
