// The command line of the programs of the benchmark.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "measure.h"

namespace acode::bench {

struct Options {
  std::vector<std::string> filters;  ///< a case is chosen if its name contains all of them
  std::vector<std::string> merge;    ///< files with figures, to be put together instead of timing
  std::string json;
  std::string documents;
  std::string write_documents;
  Settings settings;
  std::size_t count = 0;
  bool list = false;
  bool quiet = false;
  bool help = false;
};

/// Throws std::runtime_error for what it does not understand.
Options parse_options(const std::vector<std::string>& arguments);

/// `examples` are the lines at its end.
std::string help_text(std::string_view program, std::string_view examples);

}  // namespace acode::bench
