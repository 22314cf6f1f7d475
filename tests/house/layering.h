// Who may include whom. The order of the folders is in src/layers.txt; a file may include what is in its own folder and
// in those above it.
//
//   src/cli/repair.cc   #include "json/scan.h"          fine: json stands above cli
//   src/json/scan.cc    #include "cli/display.h"        not: cli stands below json
//   include/acode/x.h   #include "json/scan.h"          not: a public header stands on public headers alone
//   src/json/scan.cc    #include "scan.h"               not: paths are written from src/, so that they can be checked
//
// A public header belongs to the folder it is named after (include/acode/json/ to json). One that lies directly in
// include/acode/ belongs to the lowest folder that it includes, and to the first if it includes none: so error.h may be
// included by all, and acode.h only from where everything it gathers may be.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace acode::house {

/// The folders in src/layers.txt, from the top. Empty lines and lines that begin with '#' are skipped.
std::vector<std::string> read_layers(const std::filesystem::path& file);

struct Violation {
  std::string file;  ///< relative to the root
  std::size_t line;  ///< from 1; 0 if it is about the file or folder as a whole
  std::string message;
};

/// Everything in `root`/src and `root`/include that breaks the order, by file and line.
std::vector<Violation> check_layers(const std::filesystem::path& root);

}  // namespace acode::house
