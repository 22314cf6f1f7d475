// How inputs are read: what `parse`, `extract` and `batch` have in common, from their options to tools that are ready.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acode/pipeline/pipeline.h"
#include "acode/schema/schema.h"
#include "acode/schema/toolset.h"
#include "acode/wire/wire.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/resource_dir.h"
#include "cli/streams.h"

namespace acode::cli {

struct ParseSetting {
  pipeline::PipelineOptions pipeline;
  std::optional<std::string> tools;  ///< a file, "-" for standard input
  bool strict = true;
  std::vector<ResourceDir> resource_dirs;

  pipeline::Input input = pipeline::Input::kAuto;
  std::optional<wire::Dialect> dialect;  ///< of responses; seen from the bytes if it is not given
  bool starts_in_reasoning = false;
  std::size_t max_bytes = std::size_t{16} << 20;  ///< of an input, or of a line
};

/// The options as they were typed, where that is not what they stand for.
struct ParseFlags {
  bool no_repair = false;
  bool no_strict = false;
  std::uint64_t repair_timeout_ms = 100;
};

/// The options that set it. Some mean nothing where calls are only extracted; then they are left out.
std::vector<Option> parse_options(ParseSetting& setting, ParseFlags& flags);

/// Puts the flags into the setting, and says what does not go together.
void settle(ParseSetting& setting, const ParseFlags& flags, UsageProblems& problems);

/// "auto", "text", "response", "stream".
std::optional<pipeline::Input> input_from_name(std::string_view name);

/// The tools of a setting.
struct ParseTools {
  std::unique_ptr<const schema::Documents> documents;  ///< what schemas may refer to
  schema::ToolOptions options;                         ///< for more tools, which rows bring along
  std::optional<schema::Toolset> given;                ///< those of --tools

  /// Null if none were given.
  [[nodiscard]] const schema::Toolset* toolset() const { return given ? &*given : nullptr; }
};

/// Reads the file of the tools, if there is one. Tells what cannot be used; if that is all of it there is only an exit
/// code. `command` is the one that asks.
std::variant<ParseTools, ExitCode> load_parse_tools(const ParseSetting& setting, std::string_view command,
                                                    Streams& streams);

}  // namespace acode::cli
