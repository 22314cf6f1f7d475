// The file under a passing name, which is gone again unless it takes its real one.
#include "agent/workspace_passing_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>

#include "agent/signals_held.h"
#include "agent/workspace_descriptor.h"

namespace acode::agent::detail {

namespace {

constexpr int kTries = 8;
constexpr int kNewFile = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;

class PassingFile {
 public:
  PassingFile(int directory, mode_t mode) : directory_(directory) {
    std::random_device random;
    for (int tries = 0; tries < kTries && !file_.open(); ++tries) {
      name_ = ".acode-" + std::to_string(random()) + std::to_string(random());
      file_ = Descriptor(::openat(directory, name_.c_str(), kNewFile, mode));
    }
  }
  PassingFile(const PassingFile&) = delete;
  PassingFile& operator=(const PassingFile&) = delete;
  ~PassingFile() {
    if (file_.open() && !renamed_) ::unlinkat(directory_, name_.c_str(), 0);
  }

  [[nodiscard]] bool made() const { return file_.open(); }

  /// Gives the file the owner and the permissions of another. Only the owner may be refused: a user cannot give files
  /// away, and then the file is theirs.
  [[nodiscard]] bool take_after(const struct stat& other) const {
    const bool owner_kept = ::fchown(file_.number(), other.st_uid, other.st_gid) == 0;
    const mode_t mode = other.st_mode & (owner_kept ? 07777U : 0777U);
    return ::fchmod(file_.number(), mode) == 0;
  }

  [[nodiscard]] bool write(std::string_view text) const {
    errno = write_fully(file_, text);
    return errno == 0 && ::fsync(file_.number()) == 0;
  }

  bool rename_to(const std::string& name) {
    renamed_ = ::renameat(directory_, name_.c_str(), directory_, name.c_str()) == 0;
    return renamed_;
  }

 private:
  int directory_;
  std::string name_;
  Descriptor file_;
  bool renamed_ = false;
};

}  // namespace

int replace_file(int directory, const std::string& name, std::string_view text, const struct stat* before) {
  const SignalsHeld held;
  // A new file gets what the user's mask allows; one that replaces another is nobody's business until it is finished.
  PassingFile passing(directory, before == nullptr ? 0666 : 0600);
  if (!passing.made()) return errno;
  if (before != nullptr && !passing.take_after(*before)) return errno;
  if (!passing.write(text) || !passing.rename_to(name)) return errno;
  return 0;
}

}  // namespace acode::agent::detail
