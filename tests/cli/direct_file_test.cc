// Long files past the system's cache: every byte in its place, whatever the pieces, and errors are told.
#include "cli/direct_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <random>
#include <string>

#include "cli/program.h"

namespace acode::cli {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;  // what is written together

std::string some_text(std::size_t size) {
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): the same each time
  std::string text(size, '\0');
  std::generate(text.begin(), text.end(), [&random] { return static_cast<char>('a' + random() % 26); });
  return text;
}

/// A plain file, open for writing.
class DirectFiles : public testing::Test {
 protected:
  DirectFiles() : descriptor_(::open((folder_.path() + "/out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)) {}
  ~DirectFiles() override { ::close(descriptor_); }

  [[nodiscard]] std::string written() const { return folder_.read("out"); }

  test::TemporaryFolder folder_;
  int descriptor_;
};

TEST_F(DirectFiles, PiecesOfAnyLength) {
  const std::string text = some_text(7 * kChunk + 12345);
  std::mt19937 random(3);  // NOLINT(cert-msc51-cpp)
  DirectFile file(descriptor_, 0);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = std::min<std::size_t>(1 + random() % 150000, text.size() - at);
    ASSERT_EQ(file.write(std::string_view(text).substr(at, size)), 0);
    at += size;
  }
  EXPECT_EQ(file.flush(), 0);
  EXPECT_TRUE(written() == text);
}

TEST_F(DirectFiles, BehindWhatIsThereAndSeveralChunksAtOnce) {
  const std::string text = some_text(5 * kChunk + 3 * DirectFile::kBlock);
  const std::size_t there = 2 * DirectFile::kBlock;
  ASSERT_EQ(::write(descriptor_, text.data(), there), static_cast<ssize_t>(there));
  DirectFile file(descriptor_, there);
  EXPECT_EQ(file.write(std::string_view(text).substr(there)), 0);
  EXPECT_EQ(file.flush(), 0);
  EXPECT_TRUE(written() == text);
}

TEST_F(DirectFiles, AfterAFlushItIsAllThereAndGoesOn) {
  const std::string text = some_text(3 * kChunk);
  DirectFile file(descriptor_, 0);
  EXPECT_EQ(file.flush(), 0) << "nothing is fine";
  std::size_t done = 0;
  for (const std::size_t end : {std::size_t{1}, std::size_t{5000}, kChunk - 1, kChunk, kChunk + 4096, 2 * kChunk + 77,
                                text.size() - 1, text.size()}) {
    ASSERT_EQ(file.write(std::string_view(text).substr(done, end - done)), 0);
    ASSERT_EQ(file.flush(), 0);
    ASSERT_TRUE(written() == text.substr(0, end)) << end;
    ASSERT_EQ(file.flush(), 0) << "twice is as good as once";
    done = end;
  }
}

TEST_F(DirectFiles, NothingLastsThatWasNotFlushedAndNothingHangs) {
  {
    DirectFile file(descriptor_, 0);
    EXPECT_EQ(file.write(some_text(3 * kChunk + 5)), 0);
  }
  EXPECT_EQ(written().size() % kChunk, 0U) << "whole chunks";
#if defined(O_DIRECT)
  EXPECT_EQ(::fcntl(descriptor_, F_GETFL) & O_DIRECT, 0) << "the descriptor is as it was";
#endif
}

TEST_F(DirectFiles, ADiskThatIsFullIsTold) {
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit old {};
  ::getrlimit(RLIMIT_FSIZE, &old);
  const struct rlimit limit = {2 * kChunk + 5000, old.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  const std::string text = some_text(kChunk);
  DirectFile file(descriptor_, 0);
  int error = 0;
  for (int i = 0; i < 20 && error == 0; ++i) error = file.write(text);
  EXPECT_EQ(error, EFBIG);
  EXPECT_EQ(file.write(text), EFBIG) << "nothing more is written";
  EXPECT_EQ(file.flush(), EFBIG);
  ::setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, before);
  EXPECT_EQ(written().size(), 2 * kChunk + 5000);
}

TEST_F(DirectFiles, WhereTheFileSystemDoesNotKnowIt) {
  const int memory = ::memfd_create("no disk", MFD_CLOEXEC);
  ASSERT_NE(memory, -1);
  const std::string text = some_text(2 * kChunk + 1);
  {
    DirectFile file(memory, 0);
    EXPECT_EQ(file.write(text), 0);
    EXPECT_EQ(file.flush(), 0);
  }
  std::string read(text.size() + 1, '\0');
  EXPECT_EQ(::pread(memory, read.data(), read.size(), 0), static_cast<ssize_t>(text.size()));
  read.pop_back();
  EXPECT_TRUE(read == text);
  ::close(memory);
}

}  // namespace
}  // namespace acode::cli
