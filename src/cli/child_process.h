// Another program, run in our place: with our input and output, other variables in its environment, and our signals.
//
//   ChildProcess child;
//   if (int error = child.start({"python3", "agent.py"}, {{"OPENAI_BASE_URL", url}}, signals.before())) …
//   int status = child.wait(signals);                          // 128 + N if signal N ended it, as shells say
#pragma once

#include <sys/types.h>

#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "cli/awaited_signals.h"

namespace acode::cli {

/// Names and values.
using Variables = std::vector<std::pair<std::string, std::string>>;

class ChildProcess {
 public:
  /// Starts it, found as a shell would. 0, or the errno of what stood in the way. `mask` is what it holds back.
  int start(const std::vector<std::string>& words, const Variables& variables, const sigset_t& mask);

  /// Hands signals on until it has ended. SIGCHLD must be among those awaited.
  [[nodiscard]] int wait(const AwaitedSignals& signals) const;

 private:
  pid_t process_ = 0;
};

}  // namespace acode::cli
