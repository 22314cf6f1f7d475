// Starting a program and waiting for it.
#include "cli/child_process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace acode::cli {
namespace {

// Ours, with these instead of what they were.
std::vector<std::string> environment_with(const Variables& variables) {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view line = *each;
    const std::string_view name = line.substr(0, line.find('='));
    const bool is_replaced =
        std::any_of(variables.begin(), variables.end(), [name](const auto& pair) { return pair.first == name; });
    if (!is_replaced) all.emplace_back(line);
  }
  for (const auto& [name, value] : variables) all.emplace_back(name).append("=").append(value);
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::optional<int> status_of(pid_t process) {
  int status = 0;
  if (::waitpid(process, &status, WNOHANG) != process) return std::nullopt;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

int ChildProcess::start(const std::vector<std::string>& words, const Variables& variables, const sigset_t& mask) {
  std::vector<std::string> arguments = words;
  std::vector<std::string> environment = environment_with(variables);
  posix_spawnattr_t attributes{};
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigmask(&attributes, &mask);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const int error = ::posix_spawnp(&process_, words.front().c_str(), nullptr, &attributes,
                                   pointers_to(arguments).data(), pointers_to(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  return error;
}

int ChildProcess::wait(const AwaitedSignals& signals) const {
  while (true) {
    if (const std::optional<int> status = status_of(process_)) return *status;
    const AwaitedSignals::Signal signal = signals.next();
    if (signal.number != SIGCHLD && !signal.by_terminal) ::kill(process_, signal.number);
  }
}

}  // namespace acode::cli
