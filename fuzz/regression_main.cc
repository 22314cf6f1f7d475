// Runs a fuzz target on the files of the directories it is given, as an ordinary test: the seeds, and what was found before.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz_target.h"

namespace {

namespace fs = std::filesystem;

void run(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::vector<fs::path> files_below(const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code absent;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, absent)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int count, char** directories) {
  std::size_t runs = 0;
  for (int i = 1; i < count; ++i) {
    for (const fs::path& path : files_below(directories[i])) {
      std::ifstream file(path, std::ios::binary);
      // The name goes out first: where the target aborts, it is the last line.
      std::printf("%s\n", path.c_str());
      std::fflush(stdout);
      run({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()});
      ++runs;
    }
  }
  run("");
  run(std::string(1, '\0'));
  std::printf("%zu files\n", runs);
  return runs == 0 ? 1 : 0;
}
