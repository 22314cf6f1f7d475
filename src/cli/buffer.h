// Memory to read into: it is not cleared first, and it is there again for the next time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

namespace acode::cli {

class Buffer {
 public:
  [[nodiscard]] char* data() { return bytes_.get(); }
  [[nodiscard]] const char* data() const { return bytes_.get(); }

  /// Bytes that it has room for.
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Makes it have room for so many bytes. The first `kept` of those in it stay.
  void make_room(std::size_t size, std::size_t kept) {
    if (size <= size_) return;
    auto larger = std::make_unique_for_overwrite<char[]>(size);
    std::copy_n(bytes_.get(), kept, larger.get());
    bytes_ = std::move(larger);
    size_ = size;
  }

  /// Gives the memory back.
  void release() {
    bytes_.reset();
    size_ = 0;
  }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
};

}  // namespace acode::cli
