// Connections of one loop that nobody uses at the moment, by the way that they lead. They stay registered with the loop:
// to use one again costs no more than to find it.
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <memory>

#include "net/stream.h"
#include "net/upstreams.h"

namespace acode::net {

class ConnectionPool : private LoopGuest {
 public:
  ConnectionPool(Loop& loop, std::size_t most, std::chrono::milliseconds lifetime)
      : LoopGuest(loop), most_(most), lifetime_(lifetime) {}

  /// The connection that was put here last, if there is one that still seems to be alive; otherwise null.
  std::unique_ptr<Stream> take(const Way& way);

  /// Keeps a connection. If there are too many, the one that has waited longest is closed.
  void put(std::shared_ptr<const Way> way, std::unique_ptr<Stream> stream);

  [[nodiscard]] std::size_t size() const { return idle_.size(); }

 private:
  struct Idle {
    std::shared_ptr<const Way> way;
    std::unique_ptr<Stream> stream;
    Clock::time_point since;
  };

  void let_go() override { idle_.clear(); }
  void forget_old(Clock::time_point now);

  std::size_t most_;
  std::chrono::milliseconds lifetime_;
  std::list<Idle> idle_;  // the longest waiting first
};

}  // namespace acode::net
