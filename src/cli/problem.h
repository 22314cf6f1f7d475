// What the command line itself can complain about: bad usage and files. Trouble inside a text is an acode::Error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace acode::cli {

/// The number is the one in the printed code: kNotFound is ACODE-CLI-002.
enum class ProblemCode : std::uint8_t {
  kUsage = 1,     ///< the command line was not understood
  kNotFound,      ///< there is no such file
  kNotPermitted,  ///< the file may not be read or replaced
  kNotAFile,      ///< a directory for a file or the other way round; with --in-place, anything but a plain file
  kReadFailed,    ///< reading went wrong for another reason
  kWriteFailed,   ///< writing went wrong: the disk is full, for example
  kReaderGone,    ///< whoever read the output stopped before its end
  kBadLine,       ///< a line of --jsonl is not a JSON object with what the command needs
  kNoMemory,      ///< the system has no more memory
  kExists,        ///< the file to write is there already, or is one of those that are read
};

/// "ACODE-CLI-002".
std::string_view problem_code_name(ProblemCode code);

struct Problem {
  ProblemCode code = ProblemCode::kUsage;
  std::string message;  ///< what is wrong, without the code and without the file's name
  std::string hint;     ///< a way forward; may be empty
};

/// The problem that an errno stands for. `doing` says what was tried: "read it", "write to it".
Problem problem_from_errno(int number, ProblemCode otherwise, std::string_view doing);

}  // namespace acode::cli
