// Writing: buffered, complete, and no failure unseen.
#include "cli/streams.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

#include "cli/program.h"

namespace acode::cli {
namespace {

TEST(Output, KeepsTheOrderOfSmallAndLargePieces) {
  const test::MemoryFile file;
  Output output(file.descriptor());
  const std::string large(200000, 'x');
  output.write("a");
  output.write(large);
  output.write("b");
  EXPECT_TRUE(output.finish());
  EXPECT_EQ(file.content(), "a" + large + "b");
}

TEST(Output, WaitsForTheBufferToFill) {
  const test::MemoryFile file;
  Output output(file.descriptor());
  output.write("a");
  EXPECT_EQ(file.content(), "");
  EXPECT_TRUE(output.flush());
  EXPECT_EQ(file.content(), "a");
}

TEST(Output, RemembersTheFirstFailure) {
  const int full = ::open("/dev/full", O_WRONLY);
  if (full == -1) GTEST_SKIP() << "there is no /dev/full here";
  Output output(full);
  output.write("a");
  EXPECT_TRUE(output.ok());
  EXPECT_FALSE(output.flush());
  EXPECT_EQ(output.error(), ENOSPC);
  output.write(std::string(200000, 'x'));
  EXPECT_FALSE(output.finish());
  EXPECT_EQ(output.error(), ENOSPC);
  ::close(full);
}

TEST(Output, AClosedDescriptorIsAFailure) {
  Output output(-1);
  output.write("a");
  EXPECT_FALSE(output.finish());
  EXPECT_EQ(output.error(), EBADF);
}

Streams streams_of(const test::MemoryFile& both) {
  return Streams{.in = -1, .out = Output(both.descriptor()), .err = Output(both.descriptor())};
}

TEST(Streams, MessagesComeAfterWhatWasWrittenBefore) {
  const test::MemoryFile both;
  Streams streams = streams_of(both);
  streams.out.write("result\n");
  streams.tell("message\n");
  EXPECT_EQ(both.content(), "result\nmessage\n");
}

TEST(Streams, ComplainsWithSubjectCodeAndHint) {
  const test::MemoryFile both;
  Streams streams = streams_of(both);
  EXPECT_EQ(streams.complain("a\nb", {ProblemCode::kNotFound, "there is no such file", "look again"}),
            ExitCode::kInputOutput);
  EXPECT_EQ(streams.complain("", {ProblemCode::kUsage, "what?", ""}), ExitCode::kUsage);
  EXPECT_EQ(both.content(),
            "acode: a\\nb: ACODE-CLI-002: there is no such file\n  hint: look again\n"
            "acode: ACODE-CLI-001: what?\n");
}

TEST(Problem, EveryCodeHasItsNumber) {
  EXPECT_EQ(problem_code_name(ProblemCode::kUsage), "ACODE-CLI-001");
  EXPECT_EQ(problem_code_name(ProblemCode::kNoMemory), "ACODE-CLI-009");
}

TEST(Problem, ComesFromErrno) {
  EXPECT_EQ(problem_from_errno(ENOENT, ProblemCode::kReadFailed, "read it").code, ProblemCode::kNotFound);
  EXPECT_EQ(problem_from_errno(EACCES, ProblemCode::kReadFailed, "read it").code, ProblemCode::kNotPermitted);
  EXPECT_EQ(problem_from_errno(EISDIR, ProblemCode::kReadFailed, "read it").code, ProblemCode::kNotAFile);
  EXPECT_EQ(problem_from_errno(EPIPE, ProblemCode::kWriteFailed, "write to it").code, ProblemCode::kReaderGone);
  const Problem other = problem_from_errno(EIO, ProblemCode::kReadFailed, "read it");
  EXPECT_EQ(other.code, ProblemCode::kReadFailed);
  EXPECT_EQ(other.message, "cannot read it: Input/output error");
}

}  // namespace
}  // namespace acode::cli
