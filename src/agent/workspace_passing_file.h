// Replacing a file all at once or not at all.
#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>

namespace acode::agent::detail {

/// Puts `text` under a name in an open directory. It goes to a new file in the same directory, which then takes the name.
/// The file `before`, if there was one, lends its permissions and, if the system lets us, its owner. Returns 0 or an
/// errno; then all is as it was.
int replace_file(int directory, const std::string& name, std::string_view text, const struct stat* before);

}  // namespace acode::agent::detail
