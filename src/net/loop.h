// What runs coroutines on one thread: a loop over descriptors, the deadlines of what runs on it, and a way to wake sleepers.
#pragma once

#include <sys/epoll.h>

#include <array>
#include <chrono>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "net/fd.h"
#include "net/task.h"

namespace acode::net {

using Clock = std::chrono::steady_clock;

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
class Signal;

/// One who is told what has happened to a descriptor (EPOLLIN, …).
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;

  virtual void ready(std::uint32_t events) = 0;
};

/// One thread's loop. All deadlines on it share one timer: to move a deadline later, which happens at every read, costs
/// a store, and the timer finds out when it fires.
class Loop {
 public:
  /// What is called when a coroutine has ended, with what it has thrown.
  using OnEnd = std::function<void(std::exception_ptr thrown)>;

  Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  /// Coroutines that have not come to their end go with it.
  ~Loop();

  /// Serves until it is stopped. On one thread at a time.
  void run();

  /// Ends run() after this turn. From the loop's own thread.
  void stop() { is_stopped_ = true; }

  /// Begins a coroutine now; it goes on whenever what it waits for has come.
  void spawn(Task<> task, OnEnd on_end);

  /// Tells of what comes in at a descriptor, and of its end: of each change once (EPOLLET), from now until it is closed or
  /// let go of. False if the system is in want.
  bool watch(int descriptor, Watcher& watcher);

  /// From now on also of room to write, and at once if there is some. Nearly always there is, so few ask for it.
  void watch_writing_too(int descriptor, Watcher& watcher);

  /// No longer tells: of one that is about to be closed, or of one that stays with its owner.
  void forget(const Watcher& watcher);
  void let_go(int descriptor, const Watcher& watcher);

  /// Calls back when those who run now have come to a wait.
  void soon(std::function<void()> callback) { soon_.push_back(std::move(callback)); }

  /// Room to put a text together in. Anyone's as soon as something is awaited.
  [[nodiscard]] std::string& scratch() { return scratch_; }

  /// Room to read into, for as long as there is something in it: one who waits gives it back, so that thousands who wait
  /// need none.
  [[nodiscard]] std::vector<char> take_room();
  void give_back(std::vector<char> room);

 private:
  friend class Deadline;
  friend class LoopGuest;
  friend class Signal;
  class Root;

  static Root run_to_its_end(Loop& loop, Task<> task, OnEnd on_end);
  bool tell(int operation, int descriptor, std::uint32_t events, Watcher& watcher);
  void arm(Clock::time_point at) { armed_ = at; }
  void sweep();
  void turn();
  void run_due();
  [[nodiscard]] int milliseconds_to_wait() const;

  static constexpr std::size_t kMostEvents = 256;

  std::string scratch_;
  std::vector<std::vector<char>> rooms_;
  std::vector<LoopGuest*> guests_;
  std::vector<Deadline*> deadlines_;
  bool is_closing_ = false;
  bool is_stopped_ = false;
  Clock::time_point armed_ = Clock::time_point::max();
  Fd epoll_;
  std::array<epoll_event, kMostEvents> events_{};
  std::size_t event_ = 0;  // the next to be told
  std::size_t events_end_ = 0;
  std::vector<std::function<void()>> soon_;
  std::vector<std::function<void()>> called_;  // those of this turn
  std::vector<Signal*> due_;                   // to be resumed in the next turn
  std::vector<std::coroutine_handle<>> roots_;
};

/// What one coroutine at a time waits for.
class Signal {
 public:
  explicit Signal(Loop& loop) : loop_(loop) {}
  Signal(const Signal&) = delete;
  Signal& operator=(const Signal&) = delete;
  ~Signal() { forget(); }

  [[nodiscard]] bool is_awaited() const { return static_cast<bool>(awaiting_); }

  /// Goes on with the one who waits, if there is one, before this returns. By then all may be gone, this too.
  void resume() {
    forget();
    if (awaiting_) std::exchange(awaiting_, {}).resume();
  }

  /// The same in the next turn of the loop.
  void resume_soon();

  // What `co_await` asks for.
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static)
  [[nodiscard]] bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> awaiting) noexcept { awaiting_ = awaiting; }
  void await_resume() const noexcept {}

 private:
  friend class Loop;
  void forget();

  Loop& loop_;
  std::coroutine_handle<> awaiting_;
  bool is_due_ = false;
};

/// Lets all go first who are ready now.
///
///   OthersFirst others(loop);
///   co_await others;
class OthersFirst {
 public:
  explicit OthersFirst(Loop& loop) : signal_(loop) {}

  // What `co_await` asks for.
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static)
  [[nodiscard]] bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> awaiting) {
    signal_.await_suspend(awaiting);
    signal_.resume_soon();
  }
  void await_resume() const noexcept {}

 private:
  Signal signal_;
};

/// Watches a descriptor of somebody else's as long as this lives, and calls back each time it becomes readable.
class Watch : private Watcher {
 public:
  Watch(Loop& loop, int descriptor, std::function<void()> readable);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch() override { loop_.let_go(descriptor_, *this); }

 private:
  void ready(std::uint32_t events) override;

  Loop& loop_;
  int descriptor_;
  std::function<void()> readable_;
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

/// Calls back when its time has come. Late by a millisecond or two.
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
