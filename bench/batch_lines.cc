// Lines, found with memchr and read where they stand.
#include "batch_lines.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

#include "mapped_file.h"

namespace acode::bench {
namespace {

/// The end of the line that `at` is in: that of its '\n', or of the text.
std::size_t line_end(std::string_view text, std::size_t at) {
  const void* const found = at < text.size() ? std::memchr(text.data() + at, '\n', text.size() - at) : nullptr;
  return found == nullptr ? text.size() : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

/// One thread's part of the lines.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t lines = 0;
  bool good = true;

  void read(std::string_view text) {
    simdjson::dom::parser parser;
    while (begin < end && good) {
      const std::size_t stop = line_end(text, begin);
      // simdjson looks at bytes behind the line, which the end of the file does not have.
      const bool copy = text.size() - stop < simdjson::SIMDJSON_PADDING;
      good = parser.parse(text.data() + begin, stop - begin, copy).error() == simdjson::SUCCESS;
      begin = stop + 1;
      ++lines;
    }
  }
};

/// Parts of about the same size that begin where a line does.
std::vector<Part> parts_of(std::string_view text, unsigned count) {
  std::vector<Part> parts(count);
  std::size_t begin = 0;
  for (unsigned i = 0; i < count; ++i) {
    parts[i].begin = begin;
    begin = std::min(line_end(text, std::max(begin, text.size() / count * (i + 1))) + 1, text.size());
    parts[i].end = i + 1 == count ? text.size() : begin;
  }
  return parts;
}

}  // namespace

std::size_t read_lines(const std::filesystem::path& path, unsigned threads) {
  const MappedFile file(path);
  std::vector<Part> parts = parts_of(file.text(), threads);
  {
    std::vector<std::jthread> workers;
    for (Part& part : parts) workers.emplace_back([&part, &file] { part.read(file.text()); });
  }
  std::size_t lines = 0;
  for (const Part& part : parts) {
    if (!part.good) throw std::runtime_error("simdjson: a line of " + path.string() + " is not JSON");
    lines += part.lines;
  }
  return lines;
}

}  // namespace acode::bench
