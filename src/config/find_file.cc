// Looking for files, and for the user's directories.
#include "config/find_file.h"

#include <cstdlib>

namespace acode::config {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// Relative paths in these variables are to be ignored, says XDG.
fs::path directory(const char* variable, const char* below_home) {
  const char* named = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): read before any thread is made
  if (named != nullptr && fs::path(named).is_absolute()) return named;
  const char* home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe)
  if (home == nullptr || !fs::path(home).is_absolute()) return {};
  return fs::path(home) / below_home;
}

}  // namespace

std::optional<fs::path> find_config_file(const fs::path& from, const fs::path& user_directory) {
  for (fs::path here = from;; here = here.parent_path()) {
    if (is_file(here / kProjectFile)) return here / kProjectFile;
    if (here == here.parent_path()) break;
  }
  if (user_directory.empty() || !is_file(user_directory / "acode/config.yml")) return std::nullopt;
  return user_directory / "acode/config.yml";
}

fs::path user_config_directory() { return directory("XDG_CONFIG_HOME", ".config"); }
fs::path user_state_directory() { return directory("XDG_STATE_HOME", ".local/state"); }

}  // namespace acode::config
