// From errno to words.
#include "cli/problem.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <system_error>

namespace acode::cli {

std::string_view problem_code_name(ProblemCode code) {
  static constexpr std::array<std::string_view, 11> kNames = {
      "ACODE-CLI-000", "ACODE-CLI-001", "ACODE-CLI-002", "ACODE-CLI-003", "ACODE-CLI-004", "ACODE-CLI-005",
      "ACODE-CLI-006", "ACODE-CLI-007", "ACODE-CLI-008", "ACODE-CLI-009", "ACODE-CLI-010",
  };
  return kNames[static_cast<std::size_t>(code)];
}

Problem problem_from_errno(int number, ProblemCode otherwise, std::string_view doing) {
  const std::string reason = "cannot " + std::string(doing) + ": " + std::generic_category().message(number);
  switch (number) {
    case ENOENT:
    case ENOTDIR:
      return {ProblemCode::kNotFound, "there is no such file", "check the spelling, or use - for standard input"};
    case EACCES:
    case EPERM:
    case EROFS:
      return {ProblemCode::kNotPermitted, reason, "check the permissions of the file and of its directory"};
    case EISDIR:
      return {ProblemCode::kNotAFile, "is a directory, not a file", "name the files in it: DIR/*.json"};
    case ENOSPC:
    case EDQUOT:
      return {otherwise, reason, "make room and run the command again"};
    case EPIPE:
      return {ProblemCode::kReaderGone, "the program that reads the output stopped before its end", ""};
    default:
      return {otherwise, reason, ""};
  }
}

}  // namespace acode::cli
