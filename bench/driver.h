// What the programs of the benchmark have in common: the command line, choosing cases, timing them, printing.
//
//   int main(int argc, char** argv) { return acode::bench::run_program(kProgram, {argv + 1, argv + argc}); }
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "case.h"
#include "options.h"
#include "report.h"

namespace acode::bench {

/// The cases, and the texts that they look into.
struct Suite {
  std::shared_ptr<const void> texts;
  std::vector<Case> cases;         ///< those of one block side by side
  std::vector<std::string> about;  ///< versions and the like, a line each
};

struct Program {
  std::string_view name;
  std::string_view examples;  ///< the end of its help
  Tables tables;
  Suite (*make_suite)(const Options& options);
  /// Writes what the peers in another process are to read.
  void (*write_documents)(const std::filesystem::path& folder);
};

/// The exit status: 1 if something could not be timed or was not understood.
int run_program(const Program& program, const std::vector<std::string>& arguments);

}  // namespace acode::bench
