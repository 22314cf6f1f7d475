// The schema that `acode validate` is given: a file, or the parameters of a tool.
#pragma once

#include <optional>
#include <variant>

#include "acode/schema/schema.h"
#include "cli/exit_code.h"
#include "cli/streams.h"
#include "cli/validate_plan.h"

namespace acode::cli {

/// The schema of --schema or --tools, nothing if neither was given. Tells what is wrong if there is none to be had.
std::variant<std::optional<schema::Schema>, ExitCode> load_schema(const ValidatePlan& plan,
                                                                  const schema::CompileOptions& options,
                                                                  Streams& streams);

}  // namespace acode::cli
