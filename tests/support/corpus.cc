// Finding the corpus and reading files, for tests.
#include "support/corpus.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace acode::test {

namespace fs = std::filesystem;

std::optional<fs::path> corpus_dir() {
  const char* named = std::getenv("ACODE_CORPUS");
  const fs::path dir = named != nullptr ? fs::path(named) : fs::path(ACODE_SOURCE_DIR) / ".." / "shared" / "corpus";
  std::error_code ignored;
  if (!fs::is_directory(dir, ignored)) return std::nullopt;
  return dir;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  // Reading a folder opens well and fails here; an empty file sets failbit on the target only.
  if (fs::is_directory(path) || !file) throw std::runtime_error("cannot read " + path.string());
  bytes << file.rdbuf();
  if (file.bad()) throw std::runtime_error("cannot read " + path.string());
  return std::move(bytes).str();
}

std::vector<std::string> read_lines(const fs::path& path) {
  std::vector<std::string> lines;
  std::istringstream text(read_file(path));
  for (std::string line; std::getline(text, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace acode::test
