// Patterns of file names: `*.cc`, `src/**/test_?.py`.
#pragma once

#include <string_view>

namespace acode::agent {

/// Whether a path fits a pattern. `*` stands for any characters but `/`, `?` for one of them, `**` between slashes for any
/// directories, none too. A pattern without `/` is for the last name of the path. The work is bounded by the product of
/// the two lengths, whatever the pattern.
bool glob_matches(std::string_view pattern, std::string_view path);

/// Whether a pattern speaks of directories, so that only a recursive search makes sense of it.
bool glob_is_deep(std::string_view pattern);

}  // namespace acode::agent
