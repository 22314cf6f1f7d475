// Connections that nobody uses at the moment, by the way that they lead.
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>

#include "net/stream.h"

namespace acode::net {

class ConnectionPool {
 public:
  ConnectionPool(std::size_t most, std::chrono::milliseconds lifetime) : most_(most), lifetime_(lifetime) {}

  /// The connection that was put here last, if there is one that still seems to be alive.
  std::optional<Stream::Parts> take(const std::string& way);

  /// Keeps a connection. If there are too many, the one that has waited longest is closed.
  void put(const std::string& way, Stream::Parts parts);

 private:
  struct Idle {
    std::string way;
    Stream::Parts parts;
    Clock::time_point since;
  };

  std::size_t most_;
  std::chrono::milliseconds lifetime_;
  std::mutex mutex_;
  std::list<Idle> idle_;  // the longest waiting first
};

}  // namespace acode::net
