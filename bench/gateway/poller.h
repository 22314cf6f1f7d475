// A loop over sockets, as plain as it can be: what measures must cost less than what is measured.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "net/fd.h"

namespace acode::bench {

/// Nanoseconds of the steady clock.
std::uint64_t now_ns();

/// One who is told that there is something to read, or room to write, or that the other side has gone.
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;

  virtual void ready(std::uint32_t events) = 0;
};

/// One who does something at certain times.
class Clockwork {
 public:
  Clockwork() = default;
  Clockwork(const Clockwork&) = delete;
  Clockwork& operator=(const Clockwork&) = delete;
  virtual ~Clockwork() = default;

  /// When; never if that is the largest number.
  [[nodiscard]] virtual std::uint64_t due() const = 0;
  virtual void run(std::uint64_t now) = 0;
};

class Poller {
 public:
  Poller();

  /// Tells of changes from now on, until the descriptor is closed.
  void watch(int descriptor, Watcher& watcher) const;

  void set_clockwork(Clockwork* clockwork) { clockwork_ = clockwork; }

  /// Keeps one who must not be told of anything more until all events at hand were told.
  void bury(std::unique_ptr<Watcher> watcher) { buried_.push_back(std::move(watcher)); }

  /// Tells of what has happened. Does not wait: who sleeps has to be woken, and the proxy would pay for it, the more the
  /// slower it is.
  void turn();

  /// The same again and again.
  void run_until(std::uint64_t end);

  /// Nanoseconds in which nothing had happened.
  [[nodiscard]] std::uint64_t idle_time() const { return idle_; }

 private:
  net::Fd epoll_;
  Clockwork* clockwork_ = nullptr;
  std::uint64_t idle_ = 0;
  std::vector<std::unique_ptr<Watcher>> buried_;
};

/// A connected socket that does not block, with what is to be sent and what has come.
class Connection : public Watcher {
 public:
  Connection(Poller& poller, net::Fd socket);

  /// Sends; what does not fit is kept.
  void send(std::string_view bytes);
  [[nodiscard]] bool is_open() const { return static_cast<bool>(socket_); }
  void close() { socket_.reset(); }

  void ready(std::uint32_t events) final;

 protected:
  /// Bytes have come. They are gone when this returns.
  virtual void received(std::string_view bytes) = 0;
  /// The other side has closed. May not destroy this; see Poller::bury.
  virtual void left() = 0;
  [[nodiscard]] Poller& poller() { return poller_; }

 private:
  Poller& poller_;
  net::Fd socket_;
  std::string unsent_;
};

/// A socket that is being connected to a port of this machine.
net::Fd connect_to(std::uint16_t port);

/// A socket that listens at a port of this machine that is free, which is told.
net::Fd listen_anywhere(std::uint16_t& port);

}  // namespace acode::bench
