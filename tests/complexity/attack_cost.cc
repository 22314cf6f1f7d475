// attack_cost [--pieces N] FILE…
//
// Repairs each file once, and prints for each: its name, its bytes, the peak of the heap in bytes, and how it ended. With
// --pieces the text is fed N bytes at a time, and the partial value is asked for behind each piece.
//
// Under `valgrind --tool=callgrind` it also leaves one dump for each file, with the instructions that the repair took.
// check_attacks.py puts the two together.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>

#include "acode/json/repair.h"
#include "complexity/heap_peak.h"

#if __has_include(<valgrind/callgrind.h>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wcast-qual"
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name)
#endif

namespace {

std::string read_exactly(const char* path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  // One allocation of the right size, so that reading the input does not count as the repair's memory.
  std::string text(static_cast<std::size_t>(std::max<std::streamoff>(file.tellg(), 0)), '\0');
  file.seekg(0);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

/// Room for all of the inputs and no deadline, so that the work itself is measured; the depth is what users have.
acode::json::RepairOptions unlimited() {
  acode::json::RepairOptions options;
  options.limits.max_bytes = acode::kMaxTextBytes;
  options.timeout = std::chrono::milliseconds::zero();
  return options;
}

bool repair(acode::json::TolerantReader& reader, std::string_view text, std::size_t piece_size) {
  if (piece_size == 0) return reader.read(text);
  bool going = true;
  for (; going && !text.empty(); text.remove_prefix(std::min(piece_size, text.size()))) {
    going = reader.feed(text.substr(0, piece_size));
    static_cast<void>(reader.partial());
  }
  return reader.finish() && going;
}

void measure(const char* path, std::size_t piece_size) {
  const std::size_t before = acode::test::heap_in_use();
  const std::string text = read_exactly(path);
  acode::test::restart_heap_peak();
  CALLGRIND_ZERO_STATS;
  acode::json::TolerantReader reader(unlimited());
  const bool ok = repair(reader, text, piece_size);
  CALLGRIND_DUMP_STATS_AT(path);
  const std::size_t peak = acode::test::heap_peak() - before;
  const acode::Error* error = reader.error();
  std::printf("%s %zu %zu %s\n", path, text.size(), peak,
              ok ? (reader.attempted() ? "repaired" : "valid") : acode::code_name(error->code).data());
}

}  // namespace

int main(int count, char** words) {
  std::size_t piece_size = 0;
  int first = 1;
  if (count > 2 && std::strcmp(words[1], "--pieces") == 0) {
    std::from_chars(words[2], words[2] + std::strlen(words[2]), piece_size);
    first = 3;
  }
  for (int i = first; i < count; ++i) measure(words[i], piece_size);
  return 0;
}
