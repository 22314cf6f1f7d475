// A made-up source tree, to show that a checker finds what it is meant to find.
//
//   TemporaryTree tree;
//   tree.write("src/json/a.cc", "#include \"cli/b.h\"\n");
//   check_layers(tree.root());
#pragma once

#include <filesystem>
#include <string_view>

namespace acode::house {

class TemporaryTree {
 public:
  TemporaryTree();
  TemporaryTree(const TemporaryTree&) = delete;
  TemporaryTree& operator=(const TemporaryTree&) = delete;
  ~TemporaryTree();

  /// Puts a file into the tree, with the folders it needs.
  void write(std::string_view path, std::string_view text) const;

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

}  // namespace acode::house
