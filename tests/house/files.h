// Small promises that every file of the repository keeps.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace acode::house {

/// Source files that do not open with a comment which tells what they are for, and headers without #pragma once.
std::vector<std::string> check_openings(const std::filesystem::path& root);

/// Links in Markdown files that lead to a file which is not there: "docs/index.md: missing.md".
std::vector<std::string> check_links(const std::filesystem::path& root);

}  // namespace acode::house
