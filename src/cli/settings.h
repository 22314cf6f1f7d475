// The configuration as every command gets it: the file that is found, the environment, and what the command line says.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/exit_code.h"
#include "cli/streams.h"
#include "config/configuration.h"

namespace acode::cli {

/// A configuration, and the file that it was read from; no name if there is none.
struct LoadedSettings {
  config::Configuration configuration;
  std::string file;
};

/// A file that could not be read.
struct UnreadableSettings {
  std::string file;
  Problem problem;
};

/// Reads it, or says everything that is wrong. `file` names another file than the one that would be found.
std::variant<LoadedSettings, config::ConfigErrors, UnreadableSettings> find_settings(
    const std::optional<std::string>& file, std::vector<config::Flag> flags);

/// The same; what is wrong is told, and then there is only an exit code.
std::variant<LoadedSettings, ExitCode> load_settings(const std::optional<std::string>& file,
                                                     std::vector<config::Flag> flags, Streams& streams);

/// The file that counts here: the one that was named, else the one that is found; nothing if there is none. The name is
/// as short as can be from here.
std::optional<std::string> settings_file(const std::optional<std::string>& named);

/// The text of such a file.
std::variant<std::string, Problem> read_settings(const std::string& name);

/// Tells what is wrong with a configuration.
ExitCode complain_of_settings(const config::ConfigErrors& errors, Streams& streams);

/// The environment of this process.
std::vector<std::pair<std::string, std::string>> environment_variables();

}  // namespace acode::cli
