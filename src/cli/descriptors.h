// read() and write() that are not put off by signals.
#pragma once

#include <cstddef>
#include <string_view>

namespace acode::cli {

/// Reads what is there, at most `size` bytes: how many, 0 at the end, or -1 with errno set.
std::ptrdiff_t read_some(int descriptor, char* bytes, std::size_t size);

/// Writes all bytes. Returns 0, or the errno of what stood in the way.
int write_fully(int descriptor, std::string_view bytes);

}  // namespace acode::cli
