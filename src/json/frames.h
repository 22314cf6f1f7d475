// The containers that are open around the innermost one, as the strict reader's machine keeps them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace acode::json::detail {

/// A stack that takes no memory of its own up to the usual depth.
class FrameStack {
 public:
  struct Frame {
    std::uint32_t index;  // of the container's word; Machine::kNoContainer for the outermost level
    std::uint32_t count;  // children so far
  };

  FrameStack() { data_ = room_.data(); }  // the room is not filled with anything
  FrameStack(const FrameStack&) = delete;
  FrameStack& operator=(const FrameStack&) = delete;
  FrameStack(FrameStack&&) = delete;
  FrameStack& operator=(FrameStack&&) = delete;
  ~FrameStack() = default;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Frame& operator[](std::size_t level) const { return data_[level]; }
  [[nodiscard]] const Frame& back() const { return data_[size_ - 1]; }
  [[nodiscard]] const Frame* begin() const { return data_; }
  [[nodiscard]] const Frame* end() const { return data_ + size_; }

  void push_back(const Frame& frame) {
    if (size_ == capacity_) [[unlikely]]
      grow(size_ + 1);
    data_[size_++] = frame;
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }

  /// Forgets the levels from this one on.
  void cut(std::size_t size) { size_ = size; }

  void assign(std::span<const Frame> frames) {
    size_ = 0;
    if (frames.size() > capacity_) grow(frames.size());
    std::copy(frames.begin(), frames.end(), data_);
    size_ = frames.size();
  }

 private:
  static constexpr std::size_t kUsualDepth = 16;

  [[gnu::noinline]] void grow(std::size_t needed) {
    capacity_ = std::max(needed, 2 * capacity_);
    std::unique_ptr<Frame[]> larger(new Frame[capacity_]);
    std::copy(begin(), end(), larger.get());
    larger_ = std::move(larger);
    data_ = larger_.get();
  }

  Frame* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = kUsualDepth;
  std::array<Frame, kUsualDepth> room_;
  std::unique_ptr<Frame[]> larger_;  // instead of the room, once that is not enough
};

}  // namespace acode::json::detail
