// What runs coroutines on one thread: Asio's loop, the deadlines of what runs on it, and a way to wake sleepers.
#pragma once

#include <boost/asio/basic_waitable_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "net/task.h"

namespace acode::net {

using Clock = std::chrono::steady_clock;
using Timer = boost::asio::basic_waitable_timer<Clock, boost::asio::wait_traits<Clock>, Executor>;

/// Why a wait was ended from outside.
enum class Interruption : std::uint8_t { kNone, kTimeout, kCancelled };

/// One who waits for the outside world and can be told to stop doing so.
class Sleeper {
 public:
  Sleeper() = default;
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;
  virtual ~Sleeper() = default;

  virtual void wake() = 0;
};

/// The means to end all waits of one exchange, now and, until it is cleared, in future.
class Interrupt {
 public:
  /// The first reason stays.
  void raise(Interruption why);
  void clear() { why_ = Interruption::kNone; }
  [[nodiscard]] bool is_raised() const { return why_ != Interruption::kNone; }
  [[nodiscard]] Interruption why() const { return why_; }

  void attach(Sleeper& sleeper) { sleepers_.push_back(&sleeper); }
  void detach(Sleeper& sleeper);

 private:
  Interruption why_ = Interruption::kNone;
  std::vector<Sleeper*> sleepers_;
};

class Deadline;

/// One thread's loop. All deadlines on it share one timer: to move a deadline later, which happens at every read, costs
/// a store, and the timer finds out when it fires.
class Loop {
 public:
  Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop() { is_closing_ = true; }

  [[nodiscard]] boost::asio::io_context& context() { return context_; }

 private:
  friend class Deadline;
  void arm(Clock::time_point at);
  void sweep();

  // Coroutines that never came to their end go with the context, and take their deadlines with them.
  std::vector<Deadline*> deadlines_;
  bool is_closing_ = false;
  Clock::time_point armed_ = Clock::time_point::max();
  boost::asio::io_context context_;
  Timer timer_;
};

/// Calls back when its time has come. Late by some milliseconds where there are many.
class Deadline {
 public:
  Deadline(Loop& loop, std::function<void()> passed);
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;
  ~Deadline();

  void set(Clock::time_point at);
  void clear() { at_ = Clock::time_point::max(); }
  [[nodiscard]] Clock::time_point at() const { return at_; }

 private:
  friend class Loop;

  Loop& loop_;
  std::function<void()> passed_;
  Clock::time_point at_ = Clock::time_point::max();
  std::size_t index_;
};

/// Sleeps. False if interrupted.
Task<bool> sleep_for(Loop& loop, Interrupt& interrupt, std::chrono::milliseconds duration);

/// Waits until a descriptor is readable, which stays with its owner. False if interrupted.
Task<bool> wait_readable(Loop& loop, Interrupt& interrupt, int descriptor);

}  // namespace acode::net
