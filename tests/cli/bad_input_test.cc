// Bad input: each a clear message with a code and an exit status, and nothing written half.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/program.h"

namespace acode {
namespace {

using test::contains;
using test::Outcome;
using test::repeat;
using test::run_acode;
using test::run_shell;
using test::Setting;
using test::TemporaryFolder;
using namespace std::string_literals;

/// Expects a refusal with this code and a hint, and nothing on standard output.
void expect_refused(const Outcome& outcome, int status, std::string_view code) {
  EXPECT_EQ(outcome.status, status) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, code)) << outcome.err;
}

TEST(BadInput, Empty) {
  const Outcome outcome = run_acode({"repair"}, "");
  expect_refused(outcome, 1, "acode: <stdin>: ACODE-TLP-003: ");
  EXPECT_TRUE(contains(outcome.err, "at offset 0 (line 1, column 1)\n")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "  hint: there is nothing to repair")) << outcome.err;
}

TEST(BadInput, WhiteSpaceOnly) {
  const Outcome outcome = run_acode({"repair"}, " \t\r\n ");
  expect_refused(outcome, 1, "acode: <stdin>: ACODE-TLP-003: ");
  EXPECT_TRUE(contains(outcome.err, "  hint: there is nothing to repair")) << outcome.err;
}

TEST(BadInput, RP4_ANulByteInAStringIsEscaped) {
  const Outcome outcome = run_acode({"repair"}, "[\"a\0b\"]"s);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "[\"a\\u0000b\"]");
}

TEST(BadInput, NulBytesAlone) {
  const Outcome outcome = run_acode({"repair"}, std::string(10, '\0'));
  expect_refused(outcome, 1, "ACODE-TLP-003");
  EXPECT_EQ(outcome.err.find('\0'), std::string::npos);
}

TEST(BadInput, RP4_InvalidUtf8BecomesAReplacementCharacter) {
  const Outcome outcome = run_acode({"repair"}, "[\"a\xff\"]");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "[\"a\xef\xbf\xbd\"]");
}

TEST(BadInput, RP4_AByteOrderMarkIsTakenOut) {
  const Outcome outcome = run_acode({"repair"}, "\xef\xbb\xbf{\"a\": 1}");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "{\"a\": 1}");
}

TEST(BadInput, AR5_TwoMebibytesOfArguments) {
  const std::string text = "{\"a\": \"" + std::string(2U << 20U, 'x') + "\",}";
  const std::string size = std::to_string(text.size());
  const TemporaryFolder folder;
  const std::string name = folder.write("big", text);
  const std::string from_file = "acode: " + name + ": ACODE-TLP-009: the text has " + size +
                                " bytes, the limit is 1048576; nothing was parsed\n"
                                "  hint: raise the limit with --max-bytes N\n";
  const Outcome outcome = run_acode({"repair", name});
  expect_refused(outcome, 1, "ACODE-TLP-009");
  EXPECT_EQ(outcome.err, from_file);
  const Outcome piped = run_shell("cat big | \"$acode\" repair", folder.path());
  expect_refused(piped, 1,
                 "acode: <stdin>: ACODE-TLP-009: the text has more than 1048576 bytes, the limit is 1048576; "
                 "nothing was parsed\n");

  const Outcome raised = run_acode({"repair", "--max-bytes=3M", "--timeout=0", name});
  EXPECT_EQ(raised.status, 0) << raised.err;
  EXPECT_EQ(raised.out.size(), text.size() - 1);
}

TEST(BadInput, AR5_TheLimitIsExact) {
  const std::string text = "\"" + std::string(1022, 'x') + "\"";
  EXPECT_EQ(run_acode({"repair", "--max-bytes=1k"}, text).status, 0);
  EXPECT_EQ(run_acode({"repair", "--max-bytes=1023"}, text).status, 1);
}

TEST(BadInput, AnInputWithoutEnd) { expect_refused(run_acode({"repair", "/dev/zero"}), 1, "ACODE-TLP-009"); }

TEST(BadInput, AR5_TenThousandLevels) {
  const std::string text = repeat("[", 10000) + repeat("]", 10000);
  const Outcome outcome = run_acode({"repair"}, text);
  expect_refused(outcome, 1, "acode: <stdin>: ACODE-TLP-010: ");
  EXPECT_TRUE(contains(outcome.err, "at offset 64 (line 1, column 65)\n")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "  hint: raise the limit with --max-depth N\n")) << outcome.err;

  EXPECT_TRUE(run_acode({"repair", "--max-depth=10000"}, text).out == text);
  EXPECT_TRUE(run_acode({"repair", "--max-depth=10000", "--compact"}, text).out == text + "\n");
}

TEST(BadInput, SE1_TenThousandLevelsThatAreNeverClosed) {
  const std::string open = repeat("[", 10000);
  expect_refused(run_acode({"repair"}, open), 1, "ACODE-TLP-010");
  const Outcome outcome = run_acode({"repair", "--max-depth=10000", "--timeout=0"}, open);
  if (outcome.status == 1) return expect_refused(outcome, 1, "ACODE-TLP-003");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(outcome.out == open + repeat("]", 10000));
}

TEST(BadInput, AFileThatIsNotThere) {
  const Outcome outcome = run_acode({"repair", "/no/such/file.json"});
  expect_refused(outcome, 3, "ACODE-CLI-002");
  EXPECT_EQ(outcome.err,
            "acode: /no/such/file.json: ACODE-CLI-002: there is no such file\n"
            "  hint: check the spelling, or use - for standard input\n");
}

TEST(BadInput, AFileThatMayNotBeRead) {
  const TemporaryFolder folder;
  const std::string name = folder.write("secret", "[1,]");
  folder.give_away("secret");
  ::chmod(name.c_str(), 0);
  const Outcome outcome = run_acode({"repair", name}, Setting{.before_start = test::become_another_user});
  if (test::not_run(outcome)) GTEST_SKIP() << "the program cannot be run as another user here";
  expect_refused(outcome, 3, "ACODE-CLI-003");
  EXPECT_EQ(outcome.err, "acode: " + name +
                             ": ACODE-CLI-003: cannot read it: Permission denied\n"
                             "  hint: check the permissions of the file and of its directory\n");
}

TEST(BadInput, AFileWhoseReadingFails) {
  // Reading a process's memory at address 0 fails; opening it does not.
  const Outcome outcome = run_acode({"repair", "/proc/self/mem"});
  if (contains(outcome.err, "ACODE-CLI-003")) GTEST_SKIP() << "this system does not let it be opened";
  expect_refused(outcome, 3, "acode: /proc/self/mem: ACODE-CLI-005: cannot read it: Input/output error\n");
}

TEST(BadInput, ADirectory) {
  const TemporaryFolder folder;
  const Outcome outcome = run_acode({"repair", folder.path()});
  expect_refused(outcome, 3, "ACODE-CLI-004");
  EXPECT_EQ(outcome.err, "acode: " + folder.path() +
                             ": ACODE-CLI-004: is a directory, not a file\n"
                             "  hint: name the files in it: DIR/*.json\n");
  expect_refused(run_shell("\"$acode\" repair < .", folder.path()), 3, "ACODE-CLI-004");
}

TEST(BadInput, AClosedPipeOnOutput) {
  const TemporaryFolder folder;
  folder.write("big", "[" + repeat("1,", 400000) + "]");
  const Outcome outcome =
      run_shell("\"$acode\" repair --timeout 0 big | head -c 1; exit ${PIPESTATUS[0]}", folder.path());
  EXPECT_EQ(outcome.out, "[");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.err,
            "acode: standard output: ACODE-CLI-007: the program that reads the output stopped before its end\n");
}

TEST(BadInput, AClosedPipeEndsAConversation) {
  const TemporaryFolder folder;
  // The input has no end: only the closed pipe can stop it.
  const Outcome outcome =
      run_shell("yes '{\"id\":1,\"input\":\"[1,]\"}' | \"$acode\" repair --jsonl | head -n 1; exit ${PIPESTATUS[1]}",
                folder.path());
  EXPECT_EQ(outcome.status, 3);
  EXPECT_TRUE(contains(outcome.err, "ACODE-CLI-007")) << outcome.err;
}

TEST(BadInput, AFullDisk) {
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full here";
  for (const char* mode : {"", "--json", "--view", "--compact"}) {
    const Outcome outcome = run_shell("echo '[1,]' | \"$acode\" repair "s + mode + " > /dev/full");
    EXPECT_EQ(outcome.status, 3) << mode;
    EXPECT_EQ(outcome.err,
              "acode: standard output: ACODE-CLI-006: cannot write to it: No space left on device\n"
              "  hint: make room and run the command again\n");
  }
  EXPECT_EQ(run_shell("\"$acode\" --help > /dev/full").status, 3);
}

TEST(BadInput, ClosedStandardDescriptors) {
  const TemporaryFolder folder;
  folder.write("file", "[1,]");
  const Outcome no_output = run_shell("\"$acode\" repair file >&-", folder.path());
  EXPECT_EQ(no_output.status, 3);
  EXPECT_TRUE(contains(no_output.err, "ACODE-CLI-006")) << no_output.err;
  const Outcome no_input = run_shell("\"$acode\" repair <&-", folder.path());
  EXPECT_EQ(no_input.status, 3);
  EXPECT_TRUE(contains(no_input.err, "acode: <stdin>: ACODE-CLI-005: ")) << no_input.err;
  EXPECT_EQ(run_shell("\"$acode\" repair -i file >&- 2>&-", folder.path()).status, 0);
  EXPECT_EQ(folder.read("file"), "[1]") << "what was meant for the terminal did not go into the file";
}

TEST(BadInput, NotEnoughMemory) {
#if defined(ACODE_UNDER_SANITIZER)
  GTEST_SKIP() << "sanitizers do not start with so little memory";
#endif
  const TemporaryFolder folder;
  const std::string name = folder.write("big", "[" + repeat("1,", 30U << 20U) + "1]");
  Setting setting;
  setting.before_start = [] {
    const struct rlimit limit = {std::size_t{48} << 20U, std::size_t{48} << 20U};
    ::setrlimit(RLIMIT_AS, &limit);
  };
  const Outcome outcome = run_acode({"repair", "--max-bytes=256M", name}, setting);
  expect_refused(outcome, 3, "acode: ACODE-CLI-009: there is not enough memory\n");
}

TEST(BadInput, SE1_BytesOfEveryKind) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (const std::string& text : {bytes, "[\"" + bytes + "\"]", "{" + bytes, bytes + bytes}) {
    for (const char* mode : {"--text", "--view", "--json", "--check"}) {
      const Outcome outcome = run_acode({"repair", mode}, text);
      EXPECT_TRUE(outcome.status == 0 || outcome.status == 1) << outcome.status;
      EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos) << "nothing of it reaches the terminal";
    }
  }
}

}  // namespace
}  // namespace acode
