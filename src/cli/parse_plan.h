// From the words of `acode parse` and `acode extract` to what is to be done. They are one command that stops at two places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "acode/pipeline/pipeline.h"
#include "cli/command.h"
#include "cli/parse_setting.h"

namespace acode::cli {

struct ParsePlan {
  enum class Mode : std::uint8_t {
    kView,       ///< for people
    kJson,       ///< one JSON object for each input
    kJsonLines,  ///< the line protocol
    kHelp,
  };

  Mode mode = Mode::kView;
  std::string_view command;  ///< "parse" or "extract"
  ParseSetting setting;
  std::vector<std::string> inputs;  ///< names of files, "-" for standard input; at least one
};

std::variant<ParsePlan, UsageProblems> plan_parse(Words words, pipeline::Extent extent, bool out_is_terminal);

}  // namespace acode::cli
