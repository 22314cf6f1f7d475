// From the words of `acode repair` to what is to be done.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "acode/json/repair.h"
#include "acode/json/writer.h"
#include "cli/command.h"
#include "cli/resource_dir.h"
#include "cli/schema_choice.h"

namespace acode::cli {

struct RepairPlan {
  enum class Mode : std::uint8_t {
    kText,       ///< the repaired texts, as they are
    kView,       ///< every edit with a caret under it, then the repaired text
    kJson,       ///< one JSON object for each input
    kJsonLines,  ///< the line protocol
    kInPlace,    ///< the files are replaced
    kCheck,      ///< only say what is not valid
    kListKinds,
    kListKindsAsJson,
    kHelp,
  };

  Mode mode = Mode::kText;
  json::RepairOptions options;  ///< without hints: the schema has not been read yet
  SchemaChoice choice;          ///< the schema that guides the repair; with --jsonl that of lines without one
  std::vector<ResourceDir> resource_dirs;
  std::optional<json::WriteOptions> rewrite;  ///< if set, texts are written anew from the tree
  std::vector<std::string> inputs;            ///< names of files, "-" for standard input; at least one
};

std::variant<RepairPlan, UsageProblems> plan_repair(Words words, bool out_is_terminal);

}  // namespace acode::cli
