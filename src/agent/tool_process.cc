// Starting a program, reading what it says, and seeing to its end.
#include "agent/tool_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "agent/tool_text.h"
#include "agent/workspace_descriptor.h"

namespace acode::agent {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// How often we look around while nothing is said.
constexpr milliseconds kLook{20};
// How long what a program has started may go on speaking after its end.
constexpr milliseconds kLinger{200};
// Between SIGTERM and SIGKILL.
constexpr milliseconds kGrace{2'000};

/// Pointers to texts, as the system wants them: with a null at the end.
std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

bool has_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

/// What is done between fork and exec.
class Preparations {
 public:
  Preparations(int directory, int output) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawn_file_actions_addfchdir_np(&actions_, directory);
    ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    // Ours are closed anyway; those of others in this program may not be.
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
#endif
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    sigset_t all;
    ::sigfillset(&all);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    constexpr unsigned kFlags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    ::posix_spawnattr_setflags(&attributes_, static_cast<std::int16_t>(kFlags));
  }
  Preparations(const Preparations&) = delete;
  Preparations& operator=(const Preparations&) = delete;
  ~Preparations() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }

  /// 0, or the errno of what stood in the way.
  int start(std::vector<std::string> arguments, std::vector<std::string> environment, pid_t* process) const {
    return ::posix_spawn(process, arguments.front().c_str(), &actions_, &attributes_, pointers(arguments).data(),
                         pointers(environment).data());
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// A program that has been started, with all that it starts.
class Running {
 public:
  Running(pid_t process, Descriptor output, std::size_t max_output)
      : process_(process), output_(std::move(output)), text_(max_output) {}

  /// Waits a moment for the program to say something, and takes it.
  void listen() {
    struct pollfd waiting = {output_.number(), POLLIN, 0};  // a descriptor that is closed, -1, is passed over
    if (::poll(&waiting, 1, static_cast<int>(kLook.count())) <= 0) return;
    std::array<char, 1U << 16U> bytes{};
    const std::ptrdiff_t count = read_some(output_, bytes.data(), bytes.size());
    if (count > 0) {
      text_.add({bytes.data(), static_cast<std::size_t>(count)});
    } else if (count == 0 || errno != EAGAIN) {
      output_ = Descriptor();
    }
  }

  /// Whether nobody can say anything any more.
  [[nodiscard]] bool silent() const { return !output_.open(); }

  /// Whether the program itself has ended. It is not taken off the system's list yet: so long its number, which is that
  /// of its group too, is not given to another.
  bool ended() {
    if (ended_) return true;
    siginfo_t info{};
    const int result = ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
    ended_ = (result == 0 && info.si_pid == process_) || (result == -1 && errno == ECHILD);
    return ended_;
  }

  /// To the program and all of its group.
  void send(int signal) const { ::kill(-process_, signal); }

  /// Takes it off the list, when it has ended; its status as waitpid() tells it.
  int status() const {
    int status = 0;
    while (::waitpid(process_, &status, 0) == -1 && errno == EINTR) {
    }
    return status;
  }

  std::string said() { return text_.finish(); }

 private:
  pid_t process_;
  Descriptor output_;
  BoundedText text_;
  bool ended_ = false;
};

/// Decides when which signal is due.
class Overseer {
 public:
  Overseer(Running& running, const ProcessPlan& plan)
      : running_(running), plan_(plan), due_(Clock::now() + plan.timeout) {}

  void see_to_the_end() {
    while (!done()) {
      running_.listen();
      if (stage_ == Stage::kRunning) {
        watch();
      } else if (Clock::now() >= due_) {
        press();
      }
    }
    // Whatever is left of its group has closed its output, or has had its time.
    running_.send(SIGKILL);
  }

  /// kExited if it came to its end by itself.
  [[nodiscard]] ProcessEnd::How how() const { return how_; }
  [[nodiscard]] bool left_behind() const { return left_behind_; }

 private:
  enum class Stage : std::uint8_t { kRunning, kLingering, kAsked, kForced };

  bool done() { return running_.ended() && (running_.silent() || stage_ == Stage::kForced); }

  void watch() {
    if (running_.ended()) {
      stage_ = Stage::kLingering;
      due_ = Clock::now() + kLinger;
    } else if (plan_.cancelled && plan_.cancelled()) {
      how_ = ProcessEnd::How::kCancelled;
      ask_to_end();
    } else if (Clock::now() >= due_) {
      how_ = ProcessEnd::How::kTimedOut;
      ask_to_end();
    }
  }

  /// The time it was given is over: the next signal.
  void press() {
    if (stage_ == Stage::kLingering) {
      left_behind_ = true;
      ask_to_end();
    } else {
      running_.send(SIGKILL);
      stage_ = Stage::kForced;
    }
  }

  void ask_to_end() {
    running_.send(SIGTERM);
    stage_ = Stage::kAsked;
    due_ = Clock::now() + kGrace;
  }

  Running& running_;
  const ProcessPlan& plan_;
  Stage stage_ = Stage::kRunning;
  Clock::time_point due_;
  ProcessEnd::How how_ = ProcessEnd::How::kExited;
  bool left_behind_ = false;
};

ProcessEnd not_started(int error) { return {ProcessEnd::How::kNotStarted, error, {}, false}; }

}  // namespace

ProcessEnd run_process(const ProcessPlan& plan) {
  // The system would take what stands before the NUL for the whole.
  if (std::any_of(plan.arguments.begin(), plan.arguments.end(), has_nul)) return not_started(EINVAL);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return not_started(errno);
  Descriptor ours(ends[0]);
  Descriptor theirs(ends[1]);
  ::fcntl(ours.number(), F_SETFL, O_NONBLOCK);
  pid_t process = 0;
  const int error = Preparations(plan.directory, theirs.number()).start(plan.arguments, plan.environment, &process);
  if (error != 0) return not_started(error);
  theirs = Descriptor();

  Running running(process, std::move(ours), plan.max_output);
  Overseer overseer(running, plan);
  overseer.see_to_the_end();
  const int status = running.status();
  ProcessEnd end;
  end.how = overseer.how();
  if (end.how == ProcessEnd::How::kExited && WIFSIGNALED(status)) end.how = ProcessEnd::How::kKilled;
  end.number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  end.left_behind = overseer.left_behind();
  end.output = running.said();
  return end;
}

}  // namespace acode::agent
