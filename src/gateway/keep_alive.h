// Tells a client that it is not forgotten while a stream has nothing for it: a long call is held until it is whole, or the
// model is asked again. Clients and proxies give up on a connection over which nothing comes.
//
//   KeepAlive keep_alive(exchange, guard, std::chrono::seconds(15));
//   keep_alive.begin();      // something is held; every 15 seconds the client hears of us
//   keep_alive.end();        // the client has got it
//
// While nothing is held nothing is said: a server that is silent is silent through the gateway too.
#pragma once

#include <chrono>
#include <string>
#include <tuple>

#include "gateway/stream_guard.h"
#include "net/loop.h"
#include "net/server.h"

namespace acode::gateway {

class KeepAlive {
 public:
  /// Never, if the time is 0. Both must outlive this.
  KeepAlive(net::Exchange& exchange, const StreamGuard& guard, std::chrono::milliseconds every)
      : exchange_(exchange), guard_(guard), every_(every), deadline_(exchange.loop(), [this] { speak(); }) {}

  void begin() {
    if (every_.count() > 0 && deadline_.at() == net::Clock::time_point::max()) wait();
  }
  void end() { deadline_.clear(); }

 private:
  void wait() { deadline_.set(net::Clock::now() + every_); }

  // What does not go at once goes with what comes next.
  void speak() {
    wait();
    const std::string sign = guard_.sign_of_life();
    std::ignore = exchange_.write(sign);
  }

  net::Exchange& exchange_;
  const StreamGuard& guard_;
  std::chrono::milliseconds every_;
  net::Deadline deadline_;
};

}  // namespace acode::gateway
