// Writing to descriptors so that no failure goes unseen.
#include "cli/streams.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>

#include "cli/descriptors.h"
#include "cli/display.h"

namespace acode::cli {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

bool terminal_has_colour() {
  // no-color.org: the variable counts if it is there and not empty, whatever it says.
  const char* no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace

void Output::write(std::string_view bytes) {
  if (!ok()) return;
  if (buffer_.size() + bytes.size() < kBufferBytes) {
    buffer_ += bytes;
    return;
  }
  if (flush()) error_ = write_fully(descriptor_, bytes);
}

bool Output::flush() {
  if (ok()) error_ = write_fully(descriptor_, buffer_);
  buffer_.clear();
  return ok();
}

bool Output::finish() {
  if (!flush()) return false;
  // Some file systems report a full disk only on closing. Closing a copy asks them and leaves the descriptor open.
  const int copy = ::dup(descriptor_);
  if (copy != -1 && ::close(copy) != 0 && errno != EINTR) error_ = errno;
  return ok();
}

void Streams::tell(std::string_view message) {
  out.flush();
  err.write(message);
  err.flush();
}

ExitCode Streams::complain(std::string_view subject, const Problem& problem) {
  std::string message = "acode: ";
  if (!subject.empty()) message += printable(subject) + ": ";
  message += std::string(problem_code_name(problem.code)) + ": " + problem.message + "\n";
  if (!problem.hint.empty()) message += "  hint: " + problem.hint + "\n";
  tell(message);
  return problem.code == ProblemCode::kUsage ? ExitCode::kUsage : ExitCode::kInputOutput;
}

Streams standard_streams() {
  const bool out_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  return Streams{
      .in = STDIN_FILENO,
      .out = Output(STDOUT_FILENO),
      .err = Output(STDERR_FILENO),
      .in_is_terminal = ::isatty(STDIN_FILENO) == 1,
      .out_is_terminal = out_is_terminal,
      .err_is_terminal = ::isatty(STDERR_FILENO) == 1,
      .colour = out_is_terminal && terminal_has_colour(),
  };
}

}  // namespace acode::cli
