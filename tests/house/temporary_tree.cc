// Making and removing the tree of temporary_tree.h.
#include "house/temporary_tree.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

namespace acode::house {

namespace fs = std::filesystem;

TemporaryTree::TemporaryTree() {
  std::string name = (fs::temp_directory_path() / "acode-tree-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
  root_ = name;
}

TemporaryTree::~TemporaryTree() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

void TemporaryTree::write(std::string_view path, std::string_view text) const {
  const fs::path file = root_ / path;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace acode::house
