// How the program ends. docs/cli.md tells the same to its users.
#pragma once

#include <algorithm>

namespace acode::cli {

enum class ExitCode : int {
  kGood = 0,         ///< everything that was asked for was done
  kNotRepaired = 1,  ///< some input could not be repaired, or --check found one that is not valid
  kUsage = 2,        ///< the command line was not understood; nothing was read or written
  kInputOutput = 3,  ///< some input could not be read or some output not written
};

/// The exit code of two things together: the graver one, which is the larger.
inline ExitCode worse(ExitCode a, ExitCode b) { return std::max(a, b); }

}  // namespace acode::cli
