// Opening, reading and replacing files.
#include "cli/files.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "agent/signals_held.h"
#include "cli/descriptors.h"

namespace acode::cli {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 16;

Problem read_problem(int number) { return problem_from_errno(number, ProblemCode::kReadFailed, "read it"); }

Problem write_problem(int number) { return problem_from_errno(number, ProblemCode::kWriteFailed, "replace it"); }

/// The file that a name stands for in the end, symbolic links followed.
std::optional<std::string> resolve(const std::string& name) {
  const std::unique_ptr<char, void (*)(void*)> path(::realpath(name.c_str(), nullptr), &std::free);
  if (!path) return std::nullopt;
  return std::string(path.get());
}

/// A file under a passing name, which is gone again unless it is renamed to its real one.
class PassingFile {
 public:
  /// Makes the file in the directory of `path`.
  explicit PassingFile(const std::string& path)
      : path_(path.substr(0, path.rfind('/') + 1) + ".acode-XXXXXX"), descriptor_(::mkstemp(path_.data())) {}
  PassingFile(const PassingFile&) = delete;
  PassingFile& operator=(const PassingFile&) = delete;
  ~PassingFile() {
    if (descriptor_ == -1) return;
    ::close(descriptor_);
    if (!renamed_) ::unlink(path_.c_str());
  }

  [[nodiscard]] bool made() const { return descriptor_ != -1; }

  /// Gives the file the owner and the permissions of another. Only the owner may be refused: a user cannot give files
  /// away, and then the file is theirs.
  [[nodiscard]] bool take_after(const struct stat& other) const {
    const bool owner_kept = ::fchown(descriptor_, other.st_uid, other.st_gid) == 0;
    const mode_t mode = other.st_mode & (owner_kept ? 07777U : 0777U);
    return ::fchmod(descriptor_, mode) == 0;
  }

  [[nodiscard]] bool write(std::string_view text) const {
    errno = write_fully(descriptor_, text);
    return errno == 0 && ::fsync(descriptor_) == 0;
  }

  bool rename_to(const std::string& path) {
    renamed_ = ::rename(path_.c_str(), path.c_str()) == 0;
    return renamed_;
  }

 private:
  std::string path_;
  int descriptor_;
  bool renamed_ = false;
};

}  // namespace

File::File(File&& other) noexcept : descriptor_(other.descriptor_), owned_(std::exchange(other.owned_, false)) {}

File::~File() {
  if (owned_) ::close(descriptor_);
}

std::variant<File, Problem> open_input(const std::string& name, int standard_input) {
  const bool standard = name == "-";
  const int descriptor = standard ? standard_input : ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor == -1) return read_problem(errno);
  File file = standard ? File::borrowed(descriptor) : File::owned(descriptor);
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return read_problem(errno);
  if (S_ISDIR(status.st_mode)) return read_problem(EISDIR);
  return file;
}

std::variant<std::string, TooLarge, Problem> read_whole(const File& file, std::size_t limit) {
  struct stat status {};
  const bool plain = ::fstat(file.descriptor(), &status) == 0 && S_ISREG(status.st_mode);
  const auto size = plain ? static_cast<std::uint64_t>(status.st_size) : 0;
  if (size > limit) return TooLarge{size};

  // The size is a good guess, no more: files of /proc say 0, and a file may grow while it is read.
  std::string text;
  std::size_t used = 0;
  while (true) {
    text.resize(std::max(used + kChunkBytes, static_cast<std::size_t>(size) + 1));
    const std::ptrdiff_t count = read_some(file.descriptor(), text.data() + used, text.size() - used);
    if (count < 0) return read_problem(errno);
    used += static_cast<std::size_t>(count);
    if (used > limit) return TooLarge{};
    if (count == 0) break;
  }
  text.resize(used);
  return text;
}

std::optional<Problem> replace_file(const std::string& name, std::string_view text) {
  const std::optional<std::string> path = resolve(name);
  struct stat status {};
  if (!path || ::stat(path->c_str(), &status) != 0) return write_problem(errno);
  if (!S_ISREG(status.st_mode)) {
    return Problem{ProblemCode::kNotAFile, "only a plain file can be replaced", "leave out --in-place"};
  }
  // A file that may not be written is not replaced either, though its directory might allow it.
  if (::access(path->c_str(), W_OK) != 0) return write_problem(errno);

  const agent::SignalsHeld held;
  PassingFile passing(*path);
  if (!passing.made() || !passing.take_after(status) || !passing.write(text) || !passing.rename_to(*path)) {
    return write_problem(errno);
  }
  return std::nullopt;
}

std::optional<Problem> write_file(const std::string& name, std::string_view text) {
  std::error_code error;
  const std::filesystem::path directory = std::filesystem::path(name).parent_path();
  if (!directory.empty()) std::filesystem::create_directories(directory, error);
  if (error) return problem_from_errno(error.value(), ProblemCode::kWriteFailed, "make its directory");
  // Made empty first, with the permissions that the user's mask allows; what it becomes, it becomes at once.
  const int made = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (made != -1) {
    ::close(made);
  } else if (errno != EEXIST) {
    return write_problem(errno);
  }
  std::optional<Problem> problem = replace_file(name, text);
  if (problem && made != -1) ::unlink(name.c_str());
  return problem;
}

LineReader::LineReader(int descriptor, std::size_t max_line_bytes, std::function<void()> before_waiting)
    : descriptor_(descriptor), max_line_bytes_(max_line_bytes), before_waiting_(std::move(before_waiting)) {}

LineReader::Status LineReader::next() {
  ++number_;
  offset_ = next_offset_;
  std::size_t searched = begin_;
  while (true) {
    const void* found = std::memchr(buffer_.data() + searched, '\n', end_ - searched);
    if (found != nullptr) {
      const auto end = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
      return line(end, end + 1);
    }
    if (end_ - begin_ > max_line_bytes_) return pass_over();
    const std::size_t pending = end_ - begin_;
    if (!fill()) break;
    searched = begin_ + pending;
  }
  if (failed_) return Status::kFailed;
  return begin_ == end_ ? Status::kEnd : line(end_, end_);
}

/// The bytes from begin_ to `end` are a line, and the next begins at `next_begin`.
LineReader::Status LineReader::line(std::size_t end, std::size_t next_begin) {
  text_ = std::string_view(buffer_).substr(begin_, end - begin_);
  next_offset_ += next_begin - begin_;
  begin_ = next_begin;
  return text_.size() > max_line_bytes_ ? Status::kTooLong : Status::kLine;
}

/// Throws away the rest of a line that is too long.
LineReader::Status LineReader::pass_over() {
  text_ = {};
  while (true) {
    const std::string_view unread = std::string_view(buffer_).substr(begin_, end_ - begin_);
    const std::size_t line_end = unread.find('\n');
    const std::size_t passed = line_end == std::string_view::npos ? unread.size() : line_end + 1;
    begin_ += passed;
    next_offset_ += passed;
    if (line_end != std::string_view::npos) return Status::kTooLong;
    if (!fill()) return failed_ ? Status::kFailed : Status::kTooLong;
  }
}

/// Gets more bytes behind those that are unread. False at the end of the file and when reading fails.
bool LineReader::fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < kChunkBytes) buffer_.resize(std::max(buffer_.size() * 2, end_ + kChunkBytes));

  struct pollfd waiting = {descriptor_, POLLIN, 0};
  if (::poll(&waiting, 1, 0) == 0) before_waiting_();
  const std::ptrdiff_t count = read_some(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
  if (count <= 0) {
    at_end_ = true;
    failed_ = count < 0;
    if (failed_) problem_ = read_problem(errno);
    return false;
  }
  end_ += static_cast<std::size_t>(count);
  return true;
}

}  // namespace acode::cli
