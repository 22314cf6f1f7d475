// Where the configuration is: `.agent/config.yml`, from a directory upward; else the user's own.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace acode::config {

/// What it is called in a project.
inline constexpr std::string_view kProjectFile = ".agent/config.yml";

/// The nearest `.agent/config.yml` in `from` or a directory above it; else `acode/config.yml` in the user's directory for
/// configuration, if that is there. `from` must be absolute.
std::optional<std::filesystem::path> find_config_file(const std::filesystem::path& from,
                                                      const std::filesystem::path& user_directory);

/// The user's directories, as XDG names them: `XDG_CONFIG_HOME` or `~/.config`; `XDG_STATE_HOME` or `~/.local/state`.
/// Empty if there is neither, nor a HOME.
std::filesystem::path user_config_directory();
std::filesystem::path user_state_directory();

}  // namespace acode::config
