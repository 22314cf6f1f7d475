// The program that is soaked: a process of its own, and what the system says about it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace acode::soak {

class Process {
 public:
  /// Starts it with its output and its errors in files; `environment` has "NAME=value".
  Process(const std::vector<std::string>& words, const std::vector<std::string>& environment, const std::string& out,
          const std::string& err);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  [[nodiscard]] std::size_t resident_bytes() const;
  [[nodiscard]] std::size_t descriptors() const;

  /// Tells it to end with SIGTERM and waits for it. Its exit status, or 128 + N if signal N ended it.
  int end();

  /// Waits for it to end by itself.
  int wait();

 private:
  pid_t process_ = 0;
};

/// All of a file.
std::string read_file(const std::string& path);

}  // namespace acode::soak
