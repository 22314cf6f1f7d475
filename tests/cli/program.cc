// Starting processes, with their output in memory.
#include "cli/program.h"

#include <fcntl.h>
#include <pty.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace acode::test {

namespace {

constexpr uid_t kAnotherUser = 65534;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// A terminal: what a program writes to one side is read from the other.
class Terminal {
 public:
  Terminal() {
    if (::openpty(&ours_, &theirs_, nullptr, nullptr, nullptr) != 0) fail("openpty");
    // Only the program itself holds it open, not what it leaves behind.
    for (const int side : {ours_, theirs_}) ::fcntl(side, F_SETFD, FD_CLOEXEC);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    ::close(ours_);
    if (theirs_ != -1) ::close(theirs_);
  }

  [[nodiscard]] int theirs() const { return theirs_; }

  /// Everything that is shown until the last program has closed its side; line ends as they were written.
  std::string read_to_end() {
    ::close(theirs_);
    theirs_ = -1;
    std::string shown;
    std::array<char, 4096> piece{};
    while (true) {
      const ssize_t count = ::read(ours_, piece.data(), piece.size());
      if (count <= 0) break;  // a terminal whose other side is closed answers with an error, not with an end
      shown.append(piece.data(), static_cast<std::size_t>(count));
    }
    std::erase(shown, '\r');
    return shown;
  }

 private:
  int ours_ = -1;
  int theirs_ = -1;
};

/// The child's part: never returns.
[[noreturn]] void start(const std::string& program, const std::vector<std::string>& words, const Setting& setting,
                        const std::array<int, 3>& descriptors) {
  for (int i = 0; i < 3; ++i) ::dup2(descriptors[static_cast<std::size_t>(i)], i);
  if (!setting.directory.empty() && ::chdir(setting.directory.c_str()) != 0) ::_exit(126);
  for (const std::string& variable : setting.environment) {
    const std::size_t equals = variable.find('=');
    if (equals == std::string::npos) {
      ::unsetenv(variable.c_str());
    } else {
      ::setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
    }
  }
  if (setting.before_start) setting.before_start();
  std::vector<std::string> copies = {program};
  copies.insert(copies.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  pointers.reserve(copies.size() + 1);
  for (std::string& copy : copies) pointers.push_back(copy.data());
  pointers.push_back(nullptr);
  ::execv(program.c_str(), pointers.data());
  ::_exit(127);
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) == -1) {
    if (errno != EINTR) fail("waitpid");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Outcome run_program(const std::string& program, const std::vector<std::string>& words, const Setting& setting) {
  const MemoryFile in(setting.input);
  const MemoryFile out;
  const MemoryFile err;
  Terminal terminal;
  const int out_descriptor = setting.out_is_terminal ? terminal.theirs() : out.descriptor();
  const int err_descriptor = setting.err_is_terminal ? terminal.theirs() : err.descriptor();
  const pid_t child = ::fork();
  if (child == -1) fail("fork");
  if (child == 0) start(program, words, setting, {in.descriptor(), out_descriptor, err_descriptor});
  const std::string shown = terminal.read_to_end();
  Outcome outcome;
  outcome.status = wait_for(child);
  outcome.out = setting.out_is_terminal ? shown : out.content();
  outcome.err = setting.err_is_terminal ? shown : err.content();
  return outcome;
}

}  // namespace

Outcome run_acode(const std::vector<std::string>& words, const Setting& setting) {
  return run_program(acode_program(), words, setting);
}

Outcome run_acode(const std::vector<std::string>& words, std::string_view input) {
  return run_acode(words, Setting{.input = std::string(input)});
}

Outcome run_shell(const std::string& line, const std::string& directory) {
  return run_program("/bin/bash", {"-c", line},
                     Setting{.environment = {"acode=" + acode_program()}, .directory = directory});
}

void become_another_user() {
  if (::geteuid() == 0 && ::setuid(kAnotherUser) != 0) ::_exit(kNotAllowed);
}

void use_small_disk(const std::string& folder, std::size_t bytes) {
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  // Who may not mount becomes root of a world of its own.
  if (::unshare(CLONE_NEWNS) != 0) {
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) ::_exit(kNotAllowed);
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";
    std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
  }
  const std::string room = "size=" + std::to_string(bytes);
  const bool mounted = ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                       ::mount("tmpfs", folder.c_str(), "tmpfs", 0, room.c_str()) == 0;
  if (!mounted) ::_exit(kNotAllowed);
}

// Another build of the same program may be tried: scripts/test.sh profiled.
std::string acode_program() {
  const char* const other = std::getenv("ACODE_TEST_PROGRAM");
  return other != nullptr ? other : ACODE_PROGRAM;
}

TemporaryFolder::TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "acode-test-XXXXXX").string()) {
  if (::mkdtemp(path_.data()) == nullptr) fail("mkdtemp");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(std::string_view name, std::string_view content) const {
  std::ofstream(file(name), std::ios::binary) << content;
  return file(name);
}

std::string TemporaryFolder::read(std::string_view name) const {
  std::ifstream stream(file(name), std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file(name));
  return {std::istreambuf_iterator<char>(stream), {}};
}

void TemporaryFolder::give_away(std::string_view name) const {
  if (::geteuid() != 0) return;  // it is that user's already
  if (::chown(path_.c_str(), kAnotherUser, kAnotherUser) != 0) fail("chown");
  if (::chown(file(name).c_str(), kAnotherUser, kAnotherUser) != 0) fail("chown");
}

std::vector<std::string> TemporaryFolder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

MemoryFile::MemoryFile(std::string_view content) : descriptor_(::memfd_create("acode-test", MFD_CLOEXEC)) {
  if (descriptor_ == -1) fail("memfd_create");
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor_, content.data(), content.size());
    if (written <= 0) fail("write");
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  ::lseek(descriptor_, 0, SEEK_SET);
}

MemoryFile::~MemoryFile() { ::close(descriptor_); }

std::string MemoryFile::content() const {
  std::string content(static_cast<std::size_t>(::lseek(descriptor_, 0, SEEK_END)), '\0');
  std::size_t used = 0;
  while (used < content.size()) {
    const ssize_t count = ::pread(descriptor_, content.data() + used, content.size() - used, static_cast<off_t>(used));
    if (count <= 0) fail("read");
    used += static_cast<std::size_t>(count);
  }
  return content;
}

std::string repeat(std::string_view text, std::size_t times) {
  std::string repeated;
  repeated.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) repeated += text;
  return repeated;
}

}  // namespace acode::test
