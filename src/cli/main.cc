// The program: sets the process up and hands over to acode::cli::run().
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <new>
#include <string>
#include <vector>

#include "cli/descriptors.h"
#include "cli/exit_code.h"
#include "cli/problem.h"
#include "cli/run.h"
#include "cli/streams.h"

namespace {

// A program may be started with its standard descriptors closed. Without this the first file it opens would take their
// numbers, and what is meant for the terminal would go into that file. They are opened the wrong way round, so that
// using them fails as it should.
void fill_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) != -1) continue;
    ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  fill_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is an error of write(), which is reported
  acode::cli::Streams streams = acode::cli::standard_streams();
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  return static_cast<int>(acode::cli::run(words, streams));
} catch (const std::bad_alloc&) {
  // Piece by piece: a string would need memory.
  acode::cli::write_fully(STDERR_FILENO, "acode: ");
  acode::cli::write_fully(STDERR_FILENO, problem_code_name(acode::cli::ProblemCode::kNoMemory));
  acode::cli::write_fully(STDERR_FILENO, ": there is not enough memory\n");
  return static_cast<int>(acode::cli::ExitCode::kInputOutput);
}
