// The line protocol of `acode repair --jsonl` (CL-10).
#pragma once

#include <string_view>

#include "acode/json/repair.h"
#include "acode/schema/schema.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/streams.h"

namespace acode::cli {

/// Repairs the "input" of every line of a file, guided by its "schema", or, where it has none, by the hints of the
/// options; see line_protocol.h. `compiling` is for the schemas of the lines.
ExitCode repair_lines(std::string_view name, const File& file, const json::RepairOptions& options,
                      const schema::CompileOptions& compiling, Streams& streams);

}  // namespace acode::cli
