// Work in a process of its own: one that may be killed, or be somebody else.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <functional>

namespace acode::observe::test {

class Child {
 public:
  /// Runs `work` there; what it returns is the exit status.
  explicit Child(const std::function<int()>& work) : id_(::fork()) {
    if (id_ == 0) ::_exit(work());
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (id_ > 0) {
      kill();
      wait();
    }
  }

  void kill() const { ::kill(id_, SIGKILL); }

  /// Its exit status; 128 and the signal's number if a signal ended it.
  int wait() {
    int status = 0;
    while (::waitpid(id_, &status, 0) == -1 && errno == EINTR) {
    }
    id_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t id_;
};

}  // namespace acode::observe::test
