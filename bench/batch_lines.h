// What `acode batch` is compared with: JSON lines to simdjson's tree, and nothing more, on all cores.
#pragma once

#include <cstddef>
#include <filesystem>

namespace acode::bench {

/// Reads every line of a file, each thread a part of them with a parser that it keeps. How many lines there were. Throws
/// std::runtime_error if one of them is not JSON.
std::size_t read_lines(const std::filesystem::path& path, unsigned threads);

}  // namespace acode::bench
