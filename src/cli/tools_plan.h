// From the words of `acode tools` to what is to be done.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "cli/command.h"
#include "cli/resource_dir.h"

namespace acode::cli {

struct ToolsPlan {
  enum class Action : std::uint8_t { kList, kShow, kCheck, kHelp };

  Action action = Action::kHelp;
  std::string file;  ///< "-" for standard input
  std::string tool;  ///< for kShow
  bool json = false;
  bool quiet = false;
  std::vector<ResourceDir> resource_dirs;
};

std::variant<ToolsPlan, UsageProblems> plan_tools(Words words);

}  // namespace acode::cli
