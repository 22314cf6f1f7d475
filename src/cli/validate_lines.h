// The line protocol of `acode validate --jsonl` (CL-10).
#pragma once

#include <optional>
#include <string_view>

#include "acode/schema/schema.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/streams.h"
#include "cli/validate_plan.h"

namespace acode::cli {

/// Checks the "instance" of every line of a file against its "schema", or, where it has none, against `otherwise`; see
/// line_protocol.h. `options` are those for the schemas of the lines.
ExitCode validate_lines(std::string_view name, const File& file, const ValidatePlan& plan,
                        const schema::CompileOptions& options, const std::optional<schema::Schema>& otherwise,
                        Streams& streams);

}  // namespace acode::cli
