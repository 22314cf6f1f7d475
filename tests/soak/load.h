// The clients of the soak: all dialects, streamed and not, all kinds, a bounded number at once; and what they have seen.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "net/url.h"
#include "soak/kinds.h"

namespace acode::soak {

/// What clients know.
struct Seen {
  std::uint64_t requests = 0;
  std::map<std::string, std::uint64_t> outcomes;  ///< of calls, as they must have been counted
  std::vector<std::string> wrong;                 ///< what should not have happened; the first few
};

class Load {
 public:
  /// Begins.
  Load(const net::Url& gateway, unsigned clients);
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load() { stop(); }

  /// No new requests; waits for the last.
  void stop();

  [[nodiscard]] Seen seen() const;

 private:
  void run(unsigned number);
  void note(const Kind& kind, const std::string& wrong);

  net::Url gateway_;
  std::atomic<bool> is_over_ = false;
  mutable std::mutex mutex_;
  Seen seen_;
  std::vector<std::thread> clients_;
};

}  // namespace acode::soak
