// From the words of `acode batch` to what is to be done.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/command.h"
#include "cli/parse_setting.h"

namespace acode::cli {

struct BatchPlan {
  bool help = false;
  ParseSetting setting;
  std::vector<std::string> inputs;  ///< names of files, "-" for standard input; at least one
  std::string output;               ///< a file, "-" for standard output
  unsigned jobs = 1;
  bool resume = false;
  bool force = false;
};

std::variant<BatchPlan, UsageProblems> plan_batch(Words words);

}  // namespace acode::cli
