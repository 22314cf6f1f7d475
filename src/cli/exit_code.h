// How the program ends. docs/cli.md tells the same to its users.
#pragma once

namespace acode::cli {

enum class ExitCode : int {
  kGood = 0,         ///< everything that was asked for was done
  kRefused = 1,      ///< some input is not as it should be: could not be repaired, is not valid, has errors
  kUsage = 2,        ///< the command line was not understood; nothing was read or written
  kInputOutput = 3,  ///< some input could not be read or used, or some output not written
  kWarnings = 4,     ///< `tools check`: nothing is wrong, but there are warnings
  kPartial = 5,      ///< `parse` and its kin: some calls are good, others have errors
};

/// How grave an exit code is. Two came late and have the largest numbers, but they are the least of all troubles.
inline int gravity(ExitCode code) {
  switch (code) {
    case ExitCode::kWarnings:
      return 1;
    case ExitCode::kPartial:
      return 2;
    default:
      return 3 * static_cast<int>(code);
  }
}

/// The exit code of two things together: the graver one.
inline ExitCode worse(ExitCode a, ExitCode b) { return gravity(a) < gravity(b) ? b : a; }

}  // namespace acode::cli
