// A bounded queue from many threads to one, in which nobody waits for anybody.
//
//   Ring<Message> ring(1024);
//   if (!ring.push(std::move(message))) ++dropped;      // it is full
//   while (auto message = ring.pop()) …                 // one thread only
//
// Each slot has a turn. It is the number of the push that may fill it next; one more once it is filled; and a round later
// it is the next push's. So a push takes a number, and from there on the slot is its own.
//
// A slot and its turn were last used by the other side, a round ago, and are in no cache that is near. So whoever has filled
// one has the next one fetched meanwhile. Values are made when their slot is first filled: a ring that is never full takes no
// more memory than it needs.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include "observe/fetch.h"

namespace acode::observe {

template <class T>
class Ring {
 public:
  /// Holds at least so many.
  explicit Ring(std::size_t capacity)
      : mask_(std::bit_ceil(capacity < 2 ? std::size_t{2} : capacity) - 1),
        turns_(std::make_unique<Turn[]>(mask_ + 1)),  // NOLINT(modernize-avoid-c-arrays): atomics cannot move
        slots_(std::make_unique_for_overwrite<Slot[]>(mask_ + 1)) {  // NOLINT(modernize-avoid-c-arrays)
    for (std::size_t i = 0; i <= mask_; ++i) turns_[i].store(i, std::memory_order_relaxed);
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  Ring(Ring&&) = delete;
  Ring& operator=(Ring&&) = delete;
  ~Ring() {
    const std::uint64_t made = std::min<std::uint64_t>(next_push_.load(std::memory_order_relaxed), capacity());
    for (std::uint64_t number = 0; number < made; ++number) std::destroy_at(&value(number));
  }

  [[nodiscard]] std::size_t capacity() const { return mask_ + 1; }

  /// Lets `fill` set the value of a slot, which still has what take() left there, or is new; false if there is no room.
  /// `fill` must not throw. From any thread.
  template <class Fill>
  bool fill(Fill fill) {
    std::uint64_t number = next_push_.load(std::memory_order_relaxed);
    while (true) {
      const std::uint64_t turn = turn_of(number).load(std::memory_order_acquire);
      if (turn == number) {
        if (!next_push_.compare_exchange_weak(number, number + 1, std::memory_order_relaxed)) continue;
        fill(number <= mask_ ? *new (slots_[number].bytes.data()) T : value(number));
        turn_of(number).store(number + 1, std::memory_order_release);
        fetch(number + 1);
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
    if (turn_of(next_pop_).load(std::memory_order_acquire) != next_pop_ + 1) return false;
    use(value(next_pop_));
    turn_of(next_pop_).store(next_pop_ + capacity(), std::memory_order_release);
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
  static_assert(std::is_nothrow_default_constructible_v<T>);

  using Turn = std::atomic<std::uint64_t>;
  struct alignas(kCacheLine) Slot {
    alignas(T) std::array<std::byte, sizeof(T)> bytes;
  };

  [[nodiscard]] Turn& turn_of(std::uint64_t number) const { return turns_[number & mask_]; }
  [[nodiscard]] T& value(std::uint64_t number) const {
    return *std::launder(reinterpret_cast<T*>(slots_[number & mask_].bytes.data()));
  }

  void fetch(std::uint64_t number) const {
    fetch_for_writing(&turn_of(number));
    const std::byte* const slot = slots_[number & mask_].bytes.data();
    for (std::size_t at = 0; at < sizeof(T); at += kCacheLine) fetch_for_writing(slot + at);
  }

  std::uint64_t mask_;
  std::unique_ptr<Turn[]> turns_;                                 // NOLINT(modernize-avoid-c-arrays)
  std::unique_ptr<Slot[]> slots_;                                 // NOLINT(modernize-avoid-c-arrays)
  alignas(kCacheLine) std::atomic<std::uint64_t> next_push_ = 0;  // apart from what the other side writes
  alignas(kCacheLine) std::uint64_t next_pop_ = 0;
};

}  // namespace acode::observe
