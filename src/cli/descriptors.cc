// The two loops around the system calls.
#include "cli/descriptors.h"

#include <unistd.h>

#include <cerrno>

namespace acode::cli {

std::ptrdiff_t read_some(int descriptor, char* bytes, std::size_t size) {
  while (true) {
    const ssize_t count = ::read(descriptor, bytes, size);
    if (count >= 0 || errno != EINTR) return count;
  }
}

int write_fully(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace acode::cli
