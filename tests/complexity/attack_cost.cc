// attack_cost [--extract] [--pieces N] FILE…
//
// Repairs each file once, and prints for each: its name, its bytes, the peak of the heap in bytes, and how it ended. With
// --extract it is read as the text of a model instead, in which calls are looked for. With --pieces the text is fed N
// bytes at a time; the repair is asked for the partial value behind each piece.
//
// Under `valgrind --tool=callgrind` it also leaves one dump for each file, with the instructions that this took.
// check_attacks.py puts the two together.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>

#include "acode/extract/extract.h"
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

/// What to do with the texts.
struct Task {
  bool extract = false;
  std::size_t piece_size = 0;  // 0: the whole at once
};

std::string repaired(std::string_view text, const Task& task) {
  acode::json::TolerantReader reader(unlimited());
  if (!repair(reader, text, task.piece_size)) return std::string(acode::code_name(reader.error()->code));
  return reader.attempted() ? "repaired" : "valid";
}

/// Only counts: whoever listens need not keep anything.
struct Counter final : acode::extract::Listener {
  std::size_t calls = 0;

  void content(std::string_view /*text*/, std::size_t /*offset*/) override {}
  void reasoning(std::string_view /*text*/, std::size_t /*offset*/) override {}
  void content_was_reasoning() override {}
  void call(acode::extract::TextCall&& /*call*/) override { ++calls; }
  void framing(std::size_t /*offset*/, std::size_t /*length*/) override {}
  void invented(std::string_view /*text*/, std::size_t /*offset*/) override {}
  void oddity(acode::extract::Oddity&& /*oddity*/) override {}
};

std::string extracted(std::string_view text, const Task& task) {
  acode::extract::Extractor extractor;
  Counter counter;
  const std::size_t size = task.piece_size == 0 ? text.size() : task.piece_size;
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size()))) extractor.feed(text.substr(0, size), counter);
  extractor.finish({}, counter);
  return "calls:" + std::to_string(counter.calls);
}

void measure(const char* path, const Task& task) {
  const std::size_t before = acode::test::heap_in_use();
  const std::string text = read_exactly(path);
  acode::test::restart_heap_peak();
  CALLGRIND_ZERO_STATS;
  const std::string outcome = task.extract ? extracted(text, task) : repaired(text, task);
  CALLGRIND_DUMP_STATS_AT(path);
  const std::size_t peak = acode::test::heap_peak() - before;
  std::printf("%s %zu %zu %s\n", path, text.size(), peak, outcome.c_str());
}

}  // namespace

int main(int count, char** words) {
  Task task;
  int first = 1;
  if (count > first && std::strcmp(words[first], "--extract") == 0) {
    task.extract = true;
    ++first;
  }
  if (count > first + 1 && std::strcmp(words[first], "--pieces") == 0) {
    std::from_chars(words[first + 1], words[first + 1] + std::strlen(words[first + 1]), task.piece_size);
    first += 2;
  }
  for (int i = first; i < count; ++i) measure(words[i], task);
  return 0;
}
