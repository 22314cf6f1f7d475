// The checks of files.h.
#include "house/files.h"

#include <algorithm>
#include <regex>
#include <set>

#include "support/corpus.h"

namespace acode::house {

namespace fs = std::filesystem;

namespace {

// Our own files: not what was built, fetched or belongs to git.
std::vector<fs::path> files_with(const fs::path& root, const std::set<std::string>& extensions) {
  static const std::set<std::string> kNotOurs = {".git", "build", "node_modules"};
  std::vector<fs::path> files;
  auto entry = fs::recursive_directory_iterator(root);
  for (; entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry->is_directory() && kNotOurs.contains(entry->path().filename().string())) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file() && extensions.contains(entry->path().extension().string())) {
      files.push_back(entry->path());
    }
  }
  std::ranges::sort(files);
  return files;
}

bool leads_outside(const std::string& link) {
  return link.find("://") != std::string::npos || link.starts_with("mailto:");
}

}  // namespace

std::vector<std::string> check_openings(const fs::path& root) {
  std::vector<std::string> found;
  for (const fs::path& file : files_with(root, {".h", ".cc"})) {
    const std::string name = file.lexically_relative(root).generic_string();
    const std::string text = test::read_file(file);
    if (!text.starts_with("// ")) found.push_back(name + ": does not open with a comment that tells what it is for");
    if (file.extension() == ".h" && text.find("\n#pragma once\n") == std::string::npos) {
      found.push_back(name + ": has no #pragma once");
    }
  }
  return found;
}

std::vector<std::string> check_links(const fs::path& root) {
  static const std::regex kPattern(R"(\]\(([^)#\s]+)(#[^)]*)?\))");
  std::vector<std::string> found;
  for (const fs::path& file : files_with(root, {".md"})) {
    const std::string text = test::read_file(file);
    for (auto match = std::sregex_iterator(text.begin(), text.end(), kPattern); match != std::sregex_iterator();
         ++match) {
      const std::string link = (*match)[1];
      if (leads_outside(link) || fs::exists(file.parent_path() / link)) continue;
      found.push_back(file.lexically_relative(root).generic_string() + ": " + link);
    }
  }
  return found;
}

}  // namespace acode::house
