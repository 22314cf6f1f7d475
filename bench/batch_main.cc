// bench_batch: times `acode batch` on a file of rows, and simdjson on the same lines, both on all cores. Writes figures as
// the other programs do, for `bench_calls --merge`.
//
//   bench_batch build/bench/src/cli/acode rows.jsonl figures.json     answers go to rows.jsonl.out for a while
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batch_lines.h"
#include "child.h"
#include "figures.h"
#include "mapped_file.h"

namespace acode::bench {
namespace {

namespace fs = std::filesystem;

std::size_t lines_in(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Becomes `acode batch`.
int become_acode(const std::string& acode, const fs::path& rows, const fs::path& out) {
  ::execl(acode.c_str(), "acode", "batch", rows.c_str(), "--output", out.c_str(), nullptr);
  return 127;
}

ChildRun run_acode(const std::string& acode, const fs::path& rows, const fs::path& out) {
  const ChildRun run = run_child([&] { return become_acode(acode, rows, out); });
  // Rows with errors are to be expected: models make them.
  constexpr std::array<int, 3> kRead = {0, 1, 5};
  if (std::find(kRead.begin(), kRead.end(), run.status) == kRead.end()) {
    throw std::runtime_error(acode + " batch ended with status " + std::to_string(run.status));
  }
  return run;
}

/// Every row has an answer, and none was a line that could not be read.
void check_answers(const fs::path& out, std::size_t rows) {
  const MappedFile answers(out);
  if (lines_in(answers.text()) != rows) throw std::runtime_error("not every row was answered");
  if (answers.text().find("ACODE-CLI-008") != std::string_view::npos) throw std::runtime_error("a row was not read");
}

class Batch {
 public:
  Batch(std::string acode, fs::path rows)
      : acode_(std::move(acode)), rows_(std::move(rows)), lines_(lines_in(MappedFile(rows_).text())) {}

  /// With a file as people want it, which has reached the disk in the end, and without what the disk costs.
  Figures measure() {
    const fs::path out = rows_.string() + ".out";
    fs::remove(out);
    add("acode batch", run_acode(acode_, rows_, out));
    check_answers(out, lines_);
    fs::remove(out);
    add("acode batch, no disk", run_acode(acode_, rows_, "/dev/null"));
    add("simdjson", run_simdjson());
    figures_.about = {std::to_string(lines_) + " rows for batch, on " + std::to_string(cores()) + " cores"};
    return figures_;
  }

 private:
  [[nodiscard]] ChildRun run_simdjson() const {
    const ChildRun run = run_child([this] { return read_lines(rows_, cores()) == lines_ ? 0 : 1; });
    if (run.status != 0) throw std::runtime_error("simdjson did not read all lines");
    return run;
  }

  void add(const char* subject, const ChildRun& run) {
    const auto bytes = static_cast<double>(fs::file_size(rows_));
    figures_.rows.push_back({"batch", "rows", subject, run.nanoseconds, bytes, 1, 0, run.busy});
  }

  std::string acode_;
  fs::path rows_;
  std::size_t lines_;
  Figures figures_;
};

}  // namespace
}  // namespace acode::bench

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    if (words.size() != 3) throw std::runtime_error("give the program acode, a file of rows, and where figures go");
    acode::bench::write_figures(acode::bench::Batch(words[0], words[1]).measure(), words[2]);
  } catch (const std::exception& problem) {
    std::cerr << "bench_batch: " << problem.what() << '\n';
    return 1;
  }
  return 0;
}
