// From the words of `acode validate` to what is to be done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "acode/limits.h"
#include "acode/schema/schema.h"
#include "cli/command.h"
#include "cli/resource_dir.h"
#include "cli/schema_choice.h"

namespace acode::cli {

struct ValidatePlan {
  enum class Mode : std::uint8_t {
    kText,       ///< a line for each violation
    kJson,       ///< one JSON object for each input
    kJsonLines,  ///< the line protocol
    kHelp,
  };

  Mode mode = Mode::kText;
  SchemaChoice choice;
  schema::Draft draft = schema::Draft::k202012;
  bool strict = false;
  bool formats = false;
  bool quiet = false;
  std::size_t max_errors = 100;
  Limits limits;
  std::vector<ResourceDir> resource_dirs;
  std::vector<std::string> inputs;  ///< names of files, "-" for standard input; at least one
};

std::variant<ValidatePlan, UsageProblems> plan_validate(Words words);

}  // namespace acode::cli
