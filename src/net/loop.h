// What runs coroutines on one thread: Asio's loop, the deadlines of what runs on it, and a way to wake sleepers.
#pragma once

#include <boost/asio/basic_waitable_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
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
class LoopGuest;

/// One thread's loop. All deadlines on it share one timer: to move a deadline later, which happens at every read, costs
/// a store, and the timer finds out when it fires.
class Loop {
 public:
  Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop();

  [[nodiscard]] boost::asio::io_context& context() { return context_; }

  /// Calls back when those who run now have come to a wait.
  void soon(std::function<void()> callback);

  /// Room to put a text together in. Anyone's as soon as something is awaited.
  [[nodiscard]] std::string& scratch() { return scratch_; }

  /// Room to read into, for as long as there is something in it: one who waits gives it back, so that thousands who wait
  /// need none.
  [[nodiscard]] std::vector<char> take_room();
  void give_back(std::vector<char> room);

 private:
  friend class Deadline;
  friend class LoopGuest;
  void arm(Clock::time_point at);
  void sweep();

  std::string scratch_;
  std::vector<std::vector<char>> rooms_;
  std::vector<LoopGuest*> guests_;
  // Coroutines that never came to their end go with the context, and take their deadlines with them.
  std::vector<Deadline*> deadlines_;
  bool is_closing_ = false;
  Clock::time_point armed_ = Clock::time_point::max();
  boost::asio::io_context context_;
  Timer timer_;
};

/// One who keeps what belongs to a loop, and may live longer than it does.
class LoopGuest {
 public:
  explicit LoopGuest(Loop& loop) : loop_(&loop) { loop.guests_.push_back(this); }
  LoopGuest(const LoopGuest&) = delete;
  LoopGuest& operator=(const LoopGuest&) = delete;
  virtual ~LoopGuest() { leave(); }

 private:
  friend class Loop;
  /// The loop ends: whatever belongs to it has to go now.
  virtual void let_go() = 0;
  void leave();

  Loop* loop_;
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
