// Opening, continuing, writing.
#include "cli/batch_output.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "cli/descriptors.h"

namespace acode::cli {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
constexpr std::size_t kMostWaitingBytes = std::size_t{4} << 20;
constexpr mode_t kPermissions = 0666;  // less what the user's umask takes away

// So much of a file goes through the system's cache, where whoever reads it next finds it. Of a longer one the rest does not: it
// would push out what others have there, and finding memory for it would take the processors from the workers.
constexpr std::uint64_t kCachedBytes = std::uint64_t{16} << 20;

Problem write_problem(int number) {
  Problem problem = problem_from_errno(number, ProblemCode::kWriteFailed, "write to it");
  if (number == ENOSPC || number == EDQUOT) problem.hint = "make room, and go on with --resume";
  return problem;
}

bool is_among(const struct stat& file, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&file](const std::string& name) {
    struct stat other {};
    if ((name == "-" ? ::fstat(STDIN_FILENO, &other) : ::stat(name.c_str(), &other)) != 0) return false;
    return other.st_dev == file.st_dev && other.st_ino == file.st_ino;
  });
}

}  // namespace

std::variant<BatchOutput, Problem> BatchOutput::open(const std::string& name, Start start,
                                                     const std::vector<std::string>& inputs, Streams& streams) {
  if (name == "-") return BatchOutput(File::borrowed(-1), &streams.out);
  const int flags = (start == Start::kContinue ? O_RDWR : O_WRONLY) | O_CREAT | O_CLOEXEC | O_NOCTTY;
  const int descriptor = ::open(name.c_str(), flags, kPermissions);
  if (descriptor == -1) {
    const int number = errno;
    if (number != ENOENT && number != ENOTDIR) return write_problem(number);
    return Problem{ProblemCode::kNotFound, "there is no such directory", "make the directory first"};
  }
  BatchOutput output(File::owned(descriptor), nullptr);
  if (std::optional<Problem> problem = output.prepare(start, inputs)) return std::move(*problem);
  return output;
}

/// What a plain file needs; anything else is only written to.
std::optional<Problem> BatchOutput::prepare(Start start, const std::vector<std::string>& inputs) {
  struct stat status {};
  if (::fstat(file_.descriptor(), &status) != 0) return write_problem(errno);
  if (!S_ISREG(status.st_mode)) {
    if (start != Start::kContinue) return std::nullopt;
    return Problem{ProblemCode::kNotAFile, "only a plain file can be continued", "leave out --resume"};
  }
  if (is_among(status, inputs)) {
    return Problem{ProblemCode::kExists, "is one of the files that are read", "choose another name"};
  }
  if (::flock(file_.descriptor(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return Problem{ProblemCode::kExists, "another acode batch is writing it", "wait for that one"};
  }
  if (start == Start::kContinue) {
    if (std::optional<Problem> problem = find_end()) return problem;
  } else if (start == Start::kNew && status.st_size > 0) {
    return Problem{ProblemCode::kExists, "is there already, and not empty",
                   "--resume goes on where it ends, --force overwrites it"};
  } else if (::ftruncate(file_.descriptor(), 0) != 0) {
    return write_problem(errno);
  }
  direct_from_ = (end_ + kCachedBytes) / DirectFile::kBlock * DirectFile::kBlock;
  return std::nullopt;
}

/// Counts the lines, and takes off what stands behind the last.
std::optional<Problem> BatchOutput::find_end() {
  std::string block(kBlockBytes, '\0');
  off_t end = 0;
  off_t offset = 0;
  while (true) {
    const std::ptrdiff_t count = read_some(file_.descriptor(), block.data(), block.size());
    if (count < 0) return problem_from_errno(errno, ProblemCode::kReadFailed, "read it");
    if (count == 0) break;
    const std::string_view text(block.data(), static_cast<std::size_t>(count));
    lines_ += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    if (const std::size_t last = text.rfind('\n'); last != std::string_view::npos) {
      end = offset + static_cast<off_t>(last) + 1;
    }
    offset += count;
  }
  if (end != offset && ::ftruncate(file_.descriptor(), end) != 0) return write_problem(errno);
  if (::lseek(file_.descriptor(), end, SEEK_SET) == -1) return write_problem(errno);
  end_ = static_cast<std::uint64_t>(end);
  return std::nullopt;
}

std::optional<Problem> BatchOutput::write(std::string_view bytes) {
  if (standard_ != nullptr) {
    standard_->write(bytes);
    if (standard_->ok()) return std::nullopt;
    return problem_from_errno(standard_->error(), ProblemCode::kWriteFailed, "write to it");
  }
  written_lately_ = true;
  settled_ = false;
  const std::string_view cached = bytes.substr(0, std::min<std::uint64_t>(direct_from_ - end_, bytes.size()));
  if (std::optional<Problem> problem = write_cached(cached)) return problem;
  return write_direct(bytes.substr(cached.size()));
}

std::optional<Problem> BatchOutput::write_cached(std::string_view bytes) {
  const int number = write_fully(file_.descriptor(), bytes);
  if (number != 0) return write_problem(number);
  end_ += bytes.size();
  send_off(bytes.size());
  return std::nullopt;
}

std::optional<Problem> BatchOutput::write_direct(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  try {
    if (!direct_) direct_ = std::make_unique<DirectFile>(file_.descriptor(), end_);
  } catch (const std::system_error&) {
    // No thread is to be had for it.
    direct_from_ = std::numeric_limits<std::uint64_t>::max();
    return write_cached(bytes);
  }
  const int number = direct_->write(bytes);
  if (number != 0) return write_problem(number);
  return std::nullopt;
}

std::optional<Problem> BatchOutput::settle() {
  if (std::exchange(written_lately_, false) || std::exchange(settled_, true)) return std::nullopt;
  return flush();
}

/// What waits to be written is.
std::optional<Problem> BatchOutput::flush() {
  const int number = direct_ ? direct_->flush() : 0;
  if (number != 0) return write_problem(number);
  return std::nullopt;
}

/// Has the disk begin while there is more to parse: else all of it would be waited for in the end.
void BatchOutput::send_off(std::size_t bytes) {
  waiting_bytes_ += bytes;
  if (waiting_bytes_ < kMostWaitingBytes) return;
  waiting_bytes_ = 0;
#if defined(__linux__)
  // Only a beginning, of all that has not begun: whether it reached the disk is what finish() asks.
  ::sync_file_range(file_.descriptor(), 0, 0, SYNC_FILE_RANGE_WRITE);
#endif
}

std::optional<Problem> BatchOutput::finish() {
  if (standard_ != nullptr) return std::nullopt;  // who owns it finishes it
  if (std::optional<Problem> problem = flush()) return problem;
  // A pipe or a terminal has no disk behind it.
  if (::fsync(file_.descriptor()) != 0 && errno != EINVAL) return write_problem(errno);
  return std::nullopt;
}

}  // namespace acode::cli
