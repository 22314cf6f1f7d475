// The memory of a tree while it grows, and the making of its words (their layout is told in acode/json/value.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "acode/json/value.h"

namespace acode::json::detail {

/// An array of plain data that grows without initialising what it adds; std::vector would write every byte twice. The
/// first kRoom items need no memory of their own.
template <class T, std::size_t kRoom>
class Buffer {
 public:
  Buffer() { data_ = room_.data(); }  // the room is not filled with anything
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer(Buffer&&) = delete;
  Buffer& operator=(Buffer&&) = delete;
  ~Buffer() {
    if (data_ != room_.data()) std::free(data_);
  }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  /// Room for `needed` items; what is there stays. Grows by half at least, so that n appends cost O(n).
  void reserve(std::size_t needed) {
    if (needed > capacity_) grow(needed);
  }

 private:
  [[gnu::noinline]] void grow(std::size_t needed) {
    const std::size_t larger = capacity_ + capacity_ / 2;
    const std::size_t capacity = needed > larger ? needed : larger;
    const bool in_room = data_ == room_.data();
    void* const moved = std::realloc(in_room ? nullptr : data_, capacity * sizeof(T));
    if (moved == nullptr) throw std::bad_alloc();
    if (in_room) std::memcpy(moved, data_, sizeof(room_));
    data_ = static_cast<T*>(moved);
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t capacity_ = kRoom;
  std::array<T, kRoom> room_;
};

/// With room for the tree of a small text, so that one takes a single piece of memory.
struct Block {
  Block() {}  // NOLINT(modernize-use-equals-default): a default one would have the rooms filled with zeros

  Storage storage;
  Buffer<std::uint64_t, 48> words;
  Buffer<char, 256> chars;

  /// Points the storage at the buffers, `size` words of them to be seen.
  void show(std::size_t size) {
    storage.words = words.data();
    storage.chars = chars.data();
    storage.size = static_cast<std::uint32_t>(size);
  }
};

inline constexpr std::uint64_t tag_word(Tag tag) { return static_cast<std::uint64_t>(tag) << kTagShift; }

inline constexpr std::uint64_t slice_word(Tag tag, std::size_t offset, std::size_t length) {
  return tag_word(tag) | (static_cast<std::uint64_t>(offset) << kOffsetShift) | static_cast<std::uint64_t>(length);
}

inline constexpr std::int64_t kMaxInteger = (std::int64_t{1} << 55) - 1;

inline constexpr std::uint64_t integer_word(std::int64_t value) {
  return tag_word(Tag::kInteger) | (static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << kTagShift) - 1));
}

inline constexpr std::uint64_t container_word(Tag tag, std::size_t count, std::size_t span) {
  const std::uint64_t shown = count < kMaxCount ? count : kMaxCount;
  return tag_word(tag) | (shown << kCountShift) | static_cast<std::uint64_t>(span);
}

}  // namespace acode::json::detail
