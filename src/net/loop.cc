// The loop itself: descriptors by epoll, told of once for each change, so that to wait for one costs no call.
#include "net/loop.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>

namespace acode::net {
namespace {

// Deadlines that lie closer together than this are looked at together.
constexpr std::chrono::milliseconds kGrain(1);

// As much as one record of TLS, and what a read of a busy connection finds.
constexpr std::size_t kRoom = std::size_t{16} * 1024;

#ifndef ACODE_NO_FRAME_RECYCLING
/// Frames of one thread that are free, by size.
class FramePool {
 public:
  FramePool() = default;
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;
  ~FramePool() {
    for (Shelf& shelf : shelves_) {
      while (shelf.count > 0) ::operator delete(shelf.take());
    }
  }

  void* take(std::size_t size) {
    const std::size_t steps = steps_of(size);
    if (steps >= kShelves) return ::operator new(size);
    return shelves_[steps].count > 0 ? shelves_[steps].take() : ::operator new(steps* kStep);
  }

  void give_back(void* frame, std::size_t size) noexcept {
    const std::size_t steps = steps_of(size);
    if (steps >= kShelves || shelves_[steps].count >= kMost) return ::operator delete(frame);
    shelves_[steps].put(frame);
  }

 private:
  static constexpr std::size_t kStep = 64;
  static constexpr std::size_t kShelves = 32;
  static constexpr std::size_t kMost = 64;

  struct Free {
    Free* next;
  };
  struct Shelf {
    Free* first = nullptr;
    std::size_t count = 0;

    void* take() {
      --count;
      return std::exchange(first, first->next);
    }
    void put(void* frame) {
      ++count;
      first = new (frame) Free{first};
    }
  };

  static std::size_t steps_of(std::size_t size) { return (size + kStep - 1) / kStep; }

  std::array<Shelf, kShelves> shelves_;
};

thread_local FramePool frames;
#endif

}  // namespace

#ifndef ACODE_NO_FRAME_RECYCLING
void* take_frame(std::size_t size) { return frames.take(size); }
void give_back_frame(void* frame, std::size_t size) noexcept { frames.give_back(frame, size); }
#else
// A frame that is used again looks to a sanitizer like one that was used after its end.
void* take_frame(std::size_t size) { return ::operator new(size); }
void give_back_frame(void* frame, std::size_t /*size*/) noexcept { ::operator delete(frame); }
#endif

void Interrupt::raise(Interruption why) {
  if (is_raised()) return;
  why_ = why;
  for (Sleeper* sleeper : sleepers_) sleeper->wake();
}

void Interrupt::detach(Sleeper& sleeper) { std::erase(sleepers_, &sleeper); }

/// The coroutine around a coroutine that nobody awaits.
class Loop::Root {
 public:
  class promise_type {  // NOLINT(readability-identifier-naming): the language's name
   public:
    promise_type(Loop& loop, Task<>& /*task*/, OnEnd& /*on_end*/) : loop_(loop) {
      loop_.roots_.push_back(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    promise_type(const promise_type&) = delete;
    promise_type& operator=(const promise_type&) = delete;
    ~promise_type() { std::erase(loop_.roots_, std::coroutine_handle<promise_type>::from_promise(*this)); }

    // NOLINTBEGIN(readability-convert-member-functions-to-static): the compiler asks an object for them
    Root get_return_object() { return {}; }
    [[nodiscard]] std::suspend_never initial_suspend() const noexcept { return {}; }
    [[nodiscard]] std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    [[noreturn]] void unhandled_exception() const noexcept { std::terminate(); }
    // NOLINTEND(readability-convert-member-functions-to-static)

   private:
    Loop& loop_;
  };
};

Loop::Root Loop::run_to_its_end(Loop& /*loop*/, Task<> task, OnEnd on_end) {
  std::exception_ptr thrown;
  try {
    co_await std::move(task);
  } catch (...) {
    thrown = std::current_exception();
  }
  on_end(thrown);
}

void Loop::spawn(Task<> task, OnEnd on_end) { run_to_its_end(*this, std::move(task), std::move(on_end)); }

Loop::Loop() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

Loop::~Loop() {
  is_closing_ = true;
  for (LoopGuest* guest : guests_) {
    guest->let_go();
    guest->loop_ = nullptr;
  }
  while (!roots_.empty()) std::coroutine_handle<>(roots_.back()).destroy();
}

bool Loop::watch(int descriptor, Watcher& watcher) { return tell(EPOLL_CTL_ADD, descriptor, EPOLLIN, watcher); }

void Loop::watch_writing_too(int descriptor, Watcher& watcher) {
  tell(EPOLL_CTL_MOD, descriptor, EPOLLIN | EPOLLOUT, watcher);
}

bool Loop::tell(int operation, int descriptor, std::uint32_t events, Watcher& watcher) {
  epoll_event event{};
  event.events = events | EPOLLRDHUP | EPOLLET;
  event.data.ptr = &watcher;
  return ::epoll_ctl(epoll_.get(), operation, descriptor, &event) == 0;
}

// What has happened to it may be known already, and not told yet.
void Loop::forget(const Watcher& watcher) {
  for (std::size_t i = event_; i < events_end_; ++i) {
    if (events_[i].data.ptr == &watcher) events_[i].data.ptr = nullptr;
  }
}

void Loop::let_go(int descriptor, const Watcher& watcher) {
  forget(watcher);
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, descriptor, nullptr);
}

void Loop::run() {
  is_stopped_ = false;
  while (!is_stopped_) turn();
}

void Loop::turn() {
  run_due();
  if (is_stopped_) return;
  const int count =
      ::epoll_wait(epoll_.get(), events_.data(), static_cast<int>(events_.size()), milliseconds_to_wait());
  events_end_ = static_cast<std::size_t>(std::max(count, 0));
  for (event_ = 0; event_ < events_end_;) {
    const epoll_event event = events_[event_++];
    if (event.data.ptr != nullptr) static_cast<Watcher*>(event.data.ptr)->ready(event.events);
  }
  event_ = events_end_ = 0;
  if (armed_ != Clock::time_point::max() && Clock::now() >= armed_) sweep();
}

// Those who come while these run wait for the next turn.
void Loop::run_due() {
  for (std::size_t left = due_.size(); left > 0 && !due_.empty(); --left) due_.front()->resume();
  if (soon_.empty()) return;
  called_.swap(soon_);
  for (const std::function<void()>& callback : called_) callback();
  called_.clear();
}

int Loop::milliseconds_to_wait() const {
  if (!due_.empty() || !soon_.empty()) return 0;
  if (armed_ == Clock::time_point::max()) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(armed_ - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
}

std::vector<char> Loop::take_room() {
  if (rooms_.empty()) return std::vector<char>(kRoom);
  std::vector<char> room = std::move(rooms_.back());
  rooms_.pop_back();
  return room;
}

void Loop::give_back(std::vector<char> room) {
  constexpr std::size_t kMostKept = 16;
  if (room.size() == kRoom && rooms_.size() < kMostKept) rooms_.push_back(std::move(room));
}

// Calls those whose time has come, and finds out when the next one's does.
void Loop::sweep() {
  const auto now = Clock::now();
  armed_ = Clock::time_point::max();
  auto next = Clock::time_point::max();
  for (std::size_t i = deadlines_.size(); i-- > 0;) {
    Deadline& deadline = *deadlines_[i];
    if (deadline.at_ <= now) {
      deadline.clear();
      deadline.passed_();
    } else {
      next = std::min(next, deadline.at_);
    }
  }
  if (next < armed_) arm(std::max(next, now + kGrain));
}

void Signal::resume_soon() {
  if (!awaiting_ || is_due_) return;
  is_due_ = true;
  loop_.due_.push_back(this);
}

void Signal::forget() {
  if (std::exchange(is_due_, false)) std::erase(loop_.due_, this);
}

Watch::Watch(Loop& loop, int descriptor, std::function<void()> readable)
    : loop_(loop), descriptor_(descriptor), readable_(std::move(readable)) {
  loop_.watch(descriptor_, *this);
}

void Watch::ready(std::uint32_t /*events*/) { readable_(); }

void LoopGuest::leave() {
  if (loop_ != nullptr) std::erase(loop_->guests_, this);
}

Deadline::Deadline(Loop& loop, std::function<void()> passed)
    : loop_(loop), passed_(std::move(passed)), index_(loop.deadlines_.size()) {
  loop_.deadlines_.push_back(this);
}

Deadline::~Deadline() {
  Deadline* const last = loop_.deadlines_.back();
  loop_.deadlines_[index_] = last;
  last->index_ = index_;
  loop_.deadlines_.pop_back();
}

void Deadline::set(Clock::time_point at) {
  at_ = at;
  if (at < loop_.armed_) loop_.arm(at);
}

namespace {

class SignalSleeper : public Sleeper {
 public:
  explicit SignalSleeper(Loop& loop) : signal_(loop) {}
  void wake() override { signal_.resume_soon(); }
  Signal& signal() { return signal_; }

 private:
  Signal signal_;
};

// A sleeper is known to the interrupt for as long as it sleeps.
class Attached {
 public:
  Attached(Interrupt& interrupt, Sleeper& sleeper) : interrupt_(interrupt), sleeper_(sleeper) {
    interrupt_.attach(sleeper_);
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;
  ~Attached() { interrupt_.detach(sleeper_); }

 private:
  Interrupt& interrupt_;
  Sleeper& sleeper_;
};

}  // namespace

Task<bool> sleep_for(Loop& loop, Interrupt& interrupt, std::chrono::milliseconds duration) {
  if (interrupt.is_raised()) co_return false;
  SignalSleeper sleeper(loop);
  const Attached attached(interrupt, sleeper);
  Deadline end(loop, [&sleeper] { sleeper.wake(); });
  end.set(Clock::now() + duration);
  Signal& signal = sleeper.signal();
  co_await signal;
  co_return !interrupt.is_raised();
}

Task<bool> wait_readable(Loop& loop, Interrupt& interrupt, int descriptor) {
  if (interrupt.is_raised()) co_return false;
  SignalSleeper sleeper(loop);
  const Attached attached(interrupt, sleeper);
  const Watch watch(loop, descriptor, [&sleeper] { sleeper.wake(); });
  Signal& signal = sleeper.signal();
  co_await signal;
  co_return !interrupt.is_raised();
}

}  // namespace acode::net
