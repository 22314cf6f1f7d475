// Reading whole files and lines, and replacing files.
#include "cli/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "cli/program.h"

namespace acode::cli {
namespace {

namespace fs = std::filesystem;
using test::MemoryFile;
using test::TemporaryFolder;
using Strings = std::vector<std::string>;

Problem problem_of_opening(const std::string& name) {
  std::variant<File, Problem> opened = open_input(name, STDIN_FILENO);
  return std::holds_alternative<Problem>(opened) ? std::get<Problem>(opened) : Problem{};
}

TEST(OpenInput, SaysWhatStandsInTheWay) {
  const TemporaryFolder folder;
  EXPECT_EQ(problem_of_opening(folder.file("none")).code, ProblemCode::kNotFound);
  EXPECT_EQ(problem_of_opening(folder.write("file", "") + "/below").code, ProblemCode::kNotFound);
  EXPECT_EQ(problem_of_opening(folder.path()).code, ProblemCode::kNotAFile);
}

std::variant<std::string, TooLarge, Problem> read(const std::string& name, std::size_t limit) {
  std::variant<File, Problem> opened = open_input(name, STDIN_FILENO);
  return read_whole(std::get<File>(opened), limit);
}

TEST(ReadWhole, ReadsEveryByte) {
  const TemporaryFolder folder;
  std::string bytes;
  for (int i = 0; i < 300000; ++i) bytes += static_cast<char>(i);
  EXPECT_EQ(std::get<std::string>(read(folder.write("bytes", bytes), bytes.size())), bytes);
  EXPECT_EQ(std::get<std::string>(read(folder.write("empty", ""), 1)), "");
}

TEST(ReadWhole, ReadsFilesThatDoNotKnowTheirSize) {
  EXPECT_NE(std::get<std::string>(read("/proc/self/status", 1U << 20U)), "");
}

TEST(ReadWhole, StopsAtTheLimit) {
  const TemporaryFolder folder;
  const std::string name = folder.write("file", "12345");
  EXPECT_EQ(std::get<std::string>(read(name, 5)), "12345");
  EXPECT_EQ(std::get<TooLarge>(read(name, 4)).size, 5U);
  EXPECT_EQ(std::get<TooLarge>(read("/dev/zero", 1000)).size, std::nullopt) << "it has no end";
}

mode_t mode_of(const std::string& name) {
  struct stat status {};
  ::stat(name.c_str(), &status);
  return status.st_mode & 07777U;
}

TEST(ReplaceFile, PutsTheNewTextInPlace) {
  const TemporaryFolder folder;
  const std::string name = folder.write("file", "old");
  ::chmod(name.c_str(), 0640);
  EXPECT_FALSE(replace_file(name, "new text").has_value());
  EXPECT_EQ(folder.read("file"), "new text");
  EXPECT_EQ(mode_of(name), 0640U);
  EXPECT_EQ(folder.names(), Strings{"file"}) << "nothing else is left behind";
}

TEST(ReplaceFile, KeepsTheOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const TemporaryFolder folder;
  const std::string name = folder.write("file", "old");
  ASSERT_EQ(::chown(name.c_str(), 12345, 23456), 0);
  EXPECT_FALSE(replace_file(name, "new").has_value());
  struct stat status {};
  ASSERT_EQ(::stat(name.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 12345U);
  EXPECT_EQ(status.st_gid, 23456U);
}

TEST(ReplaceFile, FollowsSymbolicLinks) {
  const TemporaryFolder folder;
  fs::create_directory(folder.file("below"));
  folder.write("below/file", "old");
  fs::create_symlink("below/file", folder.file("link"));
  EXPECT_FALSE(replace_file(folder.file("link"), "new").has_value());
  EXPECT_TRUE(fs::is_symlink(folder.file("link")));
  EXPECT_EQ(folder.read("below/file"), "new");
  EXPECT_EQ(folder.names(), (Strings{"below", "link"}));
}

TEST(ReplaceFile, RefusesWhatIsNoPlainFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(replace_file(folder.path(), "x")->code, ProblemCode::kNotAFile);
  EXPECT_EQ(replace_file("/dev/null", "x")->code, ProblemCode::kNotAFile);
  EXPECT_EQ(replace_file(folder.file("none"), "x")->code, ProblemCode::kNotFound);
}

/// Everything a LineReader says about a text.
Strings lines_of(std::string_view text, std::size_t limit = 100) {
  const MemoryFile file(text);
  LineReader reader(file.descriptor(), limit, [] {});
  Strings lines;
  while (true) {
    const LineReader::Status status = reader.next();
    if (status == LineReader::Status::kEnd) return lines;
    const std::string place = std::to_string(reader.number()) + "@" + std::to_string(reader.offset()) + ":";
    lines.push_back(place + (status == LineReader::Status::kLine ? std::string(reader.text()) : "too long"));
  }
}

TEST(LineReader, ReadsLines) {
  EXPECT_EQ(lines_of(""), Strings{});
  EXPECT_EQ(lines_of("\n"), Strings{"1@0:"});
  EXPECT_EQ(lines_of("a\nb\n"), (Strings{"1@0:a", "2@2:b"}));
  EXPECT_EQ(lines_of("a\n\nb"), (Strings{"1@0:a", "2@2:", "3@3:b"}));
}

TEST(LineReader, PassesOverLinesThatAreTooLong) {
  EXPECT_EQ(lines_of("12345\n1234\n12345", 4), (Strings{"1@0:too long", "2@6:1234", "3@11:too long"}));
  const std::string huge(1000000, 'x');
  EXPECT_EQ(lines_of("a\n" + huge + "\nb\n" + huge, 4),
            (Strings{"1@0:a", "2@2:too long", "3@1000003:b", "4@1000005:too long"}));
}

TEST(LineReader, ReadsLinesLongerThanItsBuffer) {
  const std::string huge(1000000, 'x');
  EXPECT_EQ(lines_of(huge + "\nb\n" + huge, 1000000), (Strings{"1@0:" + huge, "2@1000001:b", "3@1000003:" + huge}));
}

TEST(LineReader, CallsBeforeItWaits) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  int waits = 0;
  // The other side answers only when it is asked to wait: a conversation.
  LineReader reader(ends[0], 100, [&] {
    ++waits;
    if (waits == 1) {
      EXPECT_EQ(::write(ends[1], "a\nb\n", 4), 4);
    } else {
      ::close(ends[1]);
    }
  });
  EXPECT_EQ(reader.next(), LineReader::Status::kLine);
  EXPECT_EQ(reader.next(), LineReader::Status::kLine);
  EXPECT_EQ(waits, 1) << "two lines came at once";
  EXPECT_EQ(reader.next(), LineReader::Status::kEnd);
  EXPECT_EQ(waits, 2);
  ::close(ends[0]);
}

TEST(LineReader, SaysWhyReadingFailed) {
  LineReader reader(-1, 100, [] {});
  EXPECT_EQ(reader.next(), LineReader::Status::kFailed);
  EXPECT_EQ(reader.problem().code, ProblemCode::kReadFailed);
}

}  // namespace
}  // namespace acode::cli
