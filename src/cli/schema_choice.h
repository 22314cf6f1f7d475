// The schema that a command is given: a file, or the parameters of a tool.
//
//   acode validate --schema order.schema.json order.json
//   acode repair --tools tools.json --tool read_file answer.txt
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acode/schema/schema.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/streams.h"

namespace acode::cli {

/// What the options --schema, --tools and --tool were given.
struct SchemaChoice {
  std::optional<std::string> schema;  ///< a file, "-" for standard input
  std::optional<std::string> tools;   ///< instead: a file of tools, the same; then `tool` says which
  std::optional<std::string> tool;

  /// Whether there is a schema at all.
  [[nodiscard]] bool made() const { return schema || tools; }
};

/// What is wrong with the three options together.
void check_choice(const SchemaChoice& choice, UsageProblems& problems);

/// What is wrong with the names of all files together: standard input can be the schema or an input, not both. `doing`
/// is what the command does with inputs: "check".
void check_files(const SchemaChoice& choice, const std::vector<std::string>& inputs, std::string_view doing,
                 UsageProblems& problems);

/// The schema, nothing if none was chosen. Tells what is wrong if there is none to be had; `command` is the one that
/// asks. The parameters of a tool are compiled with those of the options that concern tools.
std::variant<std::optional<schema::Schema>, ExitCode> load_schema(const SchemaChoice& choice, std::string_view command,
                                                                  const schema::CompileOptions& options,
                                                                  Streams& streams);

}  // namespace acode::cli
