// Writing lines to where they go.
#include "observe/log_sink.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <mutex>
#include <system_error>
#include <utility>

namespace acode::observe {
namespace {

/// While this lives, writing to a pipe that nobody reads is an error and does not end the program.
class BrokenPipesHeld {
 public:
  BrokenPipesHeld() {
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  BrokenPipesHeld(const BrokenPipesHeld&) = delete;
  BrokenPipesHeld& operator=(const BrokenPipesHeld&) = delete;
  ~BrokenPipesHeld() {
    const timespec at_once{};
    while (!was_pending_ && ::sigtimedwait(&pipe_, nullptr, &at_once) == -1 && errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

}  // namespace

void complain_on_stderr(const std::string& sentence) {
  const BrokenPipesHeld held;
  static_cast<void>(write_all(STDERR_FILENO, "acode: " + sentence + "\n"));  // there is nobody left to tell
}

class LogSink::Impl {
 public:
  Impl(std::string name, int descriptor, Complain complain)
      : name_(std::move(name)), descriptor_(descriptor), complain_(std::move(complain)) {
    if (!name_.empty()) tell(open());
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (!name_.empty() && descriptor_ != -1) ::close(descriptor_);
  }

  void write(std::string_view line) {
    const std::lock_guard lock(mutex_);
    int problem = descriptor_ == -1 && !name_.empty() ? open() : 0;
    if (problem == 0) {
      const BrokenPipesHeld held;
      problem = write_all(descriptor_, line);
    }
    tell(problem);
  }

 private:
  int open() {
    descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
    return descriptor_ == -1 ? errno : 0;
  }

  void tell(int problem) {
    if (problem == 0 || std::exchange(told_, true)) return;
    const std::string where = name_.empty() ? "the log" : "the log " + name_;
    complain_(where + " cannot be written: " + std::generic_category().message(problem) +
              "; the work goes on, and so does trying");
  }

  std::mutex mutex_;
  std::string name_;  // empty if the descriptor is not ours
  int descriptor_;
  Complain complain_;
  bool told_ = false;
};

LogSink LogSink::descriptor(int descriptor, Complain complain) {
  return LogSink(std::make_unique<Impl>(std::string(), descriptor, std::move(complain)));
}

LogSink LogSink::file(std::string name, Complain complain) {
  return LogSink(std::make_unique<Impl>(std::move(name), -1, std::move(complain)));
}

LogSink::LogSink(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
LogSink::LogSink(LogSink&&) noexcept = default;
LogSink& LogSink::operator=(LogSink&&) noexcept = default;
LogSink::~LogSink() = default;

void LogSink::write(std::string_view line) { impl_->write(line); }

}  // namespace acode::observe
