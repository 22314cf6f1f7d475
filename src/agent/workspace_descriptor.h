// An open file, directory or pipe that is closed at the end of its life.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string_view>
#include <utility>

namespace acode::agent {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ != -1) ::close(number_);
  }

  [[nodiscard]] bool open() const { return number_ != -1; }
  [[nodiscard]] int number() const { return number_; }

  /// Lets go of it: somebody else closes it now.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

/// Reads what is there, at most `size` bytes: how many, 0 at the end, or -1 with errno set.
inline std::ptrdiff_t read_some(const Descriptor& file, char* bytes, std::size_t size) {
  while (true) {
    const ssize_t count = ::read(file.number(), bytes, size);
    if (count >= 0 || errno != EINTR) return count;
  }
}

/// Writes all bytes. Returns 0, or the errno of what stood in the way.
inline int write_fully(const Descriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.number(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace acode::agent
