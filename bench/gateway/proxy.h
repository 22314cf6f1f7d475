// The proxies that are compared, each a process on a processor of its own.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace acode::bench {

/// The processors that may be used: the proxies get the first, everything else the last.
struct Cores {
  int of_proxies = 0;
  int of_load = 0;

  static Cores choose();
};

/// Stays on this processor from now on.
void pin_to(int core);

/// A program that runs until this goes.
class Proxy {
 public:
  /// Plain nginx, one worker. `buffers`: whether it may hold an answer back until there is more of it.
  static Proxy nginx(const std::string& program, const std::filesystem::path& folder, std::uint16_t upstream, int core,
                     bool buffers);
  /// `acode serve`, one thread. `records`: whether calls are kept in the store of events.
  static Proxy acode(const std::string& program, const std::filesystem::path& folder, std::uint16_t upstream, int core,
                     bool records, const std::string& mode = "full");

  Proxy(Proxy&& other) noexcept;
  Proxy& operator=(Proxy&& other) = delete;
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;
  ~Proxy();

  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// The time that processors have spent on it, in nanoseconds.
  [[nodiscard]] std::uint64_t processor_time() const;
  [[nodiscard]] std::size_t resident_bytes() const;

 private:
  Proxy(const std::vector<std::string>& words, const std::filesystem::path& folder, std::uint16_t port, int core);
  void wait_until_it_listens() const;

  pid_t child_;   // that was started
  pid_t worker_;  // that does the work: the same, or a child of it
  std::uint16_t port_;
};

}  // namespace acode::bench
