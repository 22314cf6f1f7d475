// The type of our coroutines: lazy, awaited by one, run on the loop of a thread.
//
// g++ 12 miscompiles coroutines in which a temporary aggregate or a capturing lambda stands inside a `co_await`, or
// `co_await` inside `?:`, a braced list or the head of a switch. The rule of the house is therefore: await only what has
// a name, and nothing else in that statement.
//
//   auto reading = stream.read_some(buffer, size);
//   const Io io = co_await std::move(reading);
//
// A coroutine begins when it is awaited, so what it takes by reference or view must have a name too; what is made for the
// call (a text put together) it takes by value.
//
// One that ends without having waited costs its caller a call and nothing else. One that waits has its caller resumed
// from its own end, so no more stands on the stack than there are coroutines in each other.
#pragma once

#include <concepts>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

namespace acode::net {

template <class T = void>
class Task;

/// Room for the frames of coroutines. It is kept for the next one on the same thread: every exchange needs the same.
void* take_frame(std::size_t size);
void give_back_frame(void* frame, std::size_t size) noexcept;

namespace detail {

/// What the frames of all tasks have.
class Promise {
 public:
  // NOLINTNEXTLINE(misc-new-delete-overloads): the one below has the size, which the check does not know of
  static void* operator new(std::size_t size) { return take_frame(size); }
  static void operator delete(void* frame, std::size_t size) { give_back_frame(frame, size); }

  // NOLINTBEGIN(readability-convert-member-functions-to-static): the compiler asks an object for them
  [[nodiscard]] std::suspend_always initial_suspend() const noexcept { return {}; }

  /// Goes on with the one who awaits, if it has had to wait. The frame may be gone when that returns.
  struct End {
    [[nodiscard]] bool await_ready() const noexcept { return false; }
    template <class P>
    void await_suspend(std::coroutine_handle<P> ended) const noexcept {
      const std::coroutine_handle<> awaiting = ended.promise().next;
      if (awaiting) awaiting.resume();
    }
    void await_resume() const noexcept {}
  };
  [[nodiscard]] End final_suspend() const noexcept { return {}; }
  // NOLINTEND(readability-convert-member-functions-to-static)

  void unhandled_exception() { thrown = std::current_exception(); }

  std::coroutine_handle<> next;
  std::exception_ptr thrown;
};

template <class T>
class PromiseOf : public Promise {
 public:
  Task<T> get_return_object();
  template <class V>
  void return_value(V&& value) {
    result.emplace(std::forward<V>(value));
  }
  T take() { return std::move(*result); }

  std::optional<T> result;
};

template <>
class PromiseOf<void> : public Promise {
 public:
  Task<void> get_return_object();
  void return_void() const noexcept {}
  void take() const noexcept {}
};

}  // namespace detail

template <class T>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::PromiseOf<T>;
  using Frame = std::coroutine_handle<promise_type>;

  explicit Task(Frame frame) : frame_(frame) {}
  /// Has its result already, and needs no frame.
  template <class V>
  requires std::same_as<V, T>
  explicit Task(V result) : result_(std::move(result)) {}
  Task(Task&& other) noexcept : frame_(std::exchange(other.frame_, {})), result_(std::move(other.result_)) {}
  Task& operator=(Task&& other) = delete;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  ~Task() { end(); }

  // What `co_await` asks for.
  [[nodiscard]] bool await_ready() const noexcept { return !frame_; }
  bool await_suspend(std::coroutine_handle<> awaiting) {
    frame_.resume();
    if (frame_.done()) return false;
    frame_.promise().next = awaiting;
    return true;
  }
  T await_resume() {
    if constexpr (!std::is_void_v<T>) {
      if (!frame_) return std::move(*result_);
    }
    const Ender ender(*this);
    if (frame_.promise().thrown) std::rethrow_exception(frame_.promise().thrown);
    return frame_.promise().take();
  }

 private:
  /// The frame goes as soon as its result was taken, not when the name goes by which it was awaited.
  class Ender {
   public:
    explicit Ender(Task& task) : task_(task) {}
    Ender(const Ender&) = delete;
    Ender& operator=(const Ender&) = delete;
    ~Ender() { task_.end(); }

   private:
    Task& task_;
  };
  void end() {
    if (frame_) std::exchange(frame_, {}).destroy();
  }

  struct Nothing {};
  Frame frame_;
  [[no_unique_address]] std::conditional_t<std::is_void_v<T>, Nothing, std::optional<T>> result_{};
};

namespace detail {

template <class T>
Task<T> PromiseOf<T>::get_return_object() {
  return Task<T>(std::coroutine_handle<PromiseOf>::from_promise(*this));
}

inline Task<void> PromiseOf<void>::get_return_object() {
  return Task<void>(std::coroutine_handle<PromiseOf>::from_promise(*this));
}

}  // namespace detail
}  // namespace acode::net
