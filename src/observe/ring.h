// A bounded queue from many threads to one, in which nobody waits for anybody.
//
//   Ring<Message> ring(1024);
//   if (!ring.push(std::move(message))) ++dropped;      // it is full
//   while (auto message = ring.pop()) …                 // one thread only
//
// Each slot has a turn. It is the number of the push that may fill it next; one more once it is filled; and a round later
// it is the next push's. So a push takes a number, and from there on the slot is its own.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace acode::observe {

template <class T>
class Ring {
 public:
  /// Holds at least so many.
  explicit Ring(std::size_t capacity)
      : mask_(std::bit_ceil(capacity < 2 ? std::size_t{2} : capacity) - 1),
        slots_(std::make_unique<Slot[]>(mask_ + 1)) {  // NOLINT(modernize-avoid-c-arrays): atomics cannot move
    for (std::size_t i = 0; i <= mask_; ++i) slots_[i].turn.store(i, std::memory_order_relaxed);
  }

  [[nodiscard]] std::size_t capacity() const { return mask_ + 1; }

  /// Lets `fill` set the value of a slot, which still has what take() left there; false if there is no room. `fill` must
  /// not throw. From any thread.
  template <class Fill>
  bool fill(Fill fill) {
    std::uint64_t number = next_push_.load(std::memory_order_relaxed);
    while (true) {
      Slot& slot = slots_[number & mask_];
      const std::uint64_t turn = slot.turn.load(std::memory_order_acquire);
      if (turn == number) {
        if (!next_push_.compare_exchange_weak(number, number + 1, std::memory_order_relaxed)) continue;
        fill(slot.value);
        slot.turn.store(number + 1, std::memory_order_release);
        return true;
      }
      if (turn < number) return false;  // what was put here a round ago is still there
      number = next_push_.load(std::memory_order_relaxed);
    }
  }

  /// Whether there was room. The value stays what it was if not.
  bool push(T&& value) {
    return fill([&value](T& slot) { slot = std::move(value); });
  }

  /// Hands the oldest to `use`, where it is; false if there is none. From one thread.
  template <class Use>
  bool take(Use use) {
    Slot& slot = slots_[next_pop_ & mask_];
    if (slot.turn.load(std::memory_order_acquire) != next_pop_ + 1) return false;
    use(slot.value);
    slot.turn.store(next_pop_ + capacity(), std::memory_order_release);
    ++next_pop_;
    return true;
  }

  /// The oldest, or nothing.
  std::optional<T> pop() {
    std::optional<T> value;
    take([&value](T& slot) { value = std::move(slot); });
    return value;
  }

 private:
  static constexpr std::size_t kCacheLine = 64;

  struct Slot {
    std::atomic<std::uint64_t> turn = 0;
    T value{};
  };

  std::uint64_t mask_;
  std::unique_ptr<Slot[]> slots_;                                 // NOLINT(modernize-avoid-c-arrays)
  alignas(kCacheLine) std::atomic<std::uint64_t> next_push_ = 0;  // apart from what the other side writes
  alignas(kCacheLine) std::uint64_t next_pop_ = 0;
};

}  // namespace acode::observe
