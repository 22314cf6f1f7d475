// Finding and reading the configuration.
#include "cli/settings.h"

#include <unistd.h>

#include <filesystem>
#include <utility>

#include "cli/display.h"
#include "cli/files.h"
#include "config/find_file.h"

namespace acode::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

// As people would write it, if that is shorter.
std::string short_name(const fs::path& path) {
  std::error_code error;
  const fs::path near = fs::proximate(path, error);
  return !error && near.native().size() < path.native().size() && !near.native().starts_with("..") ? near.string()
                                                                                                   : path.string();
}

}  // namespace

std::variant<std::string, Problem> read_settings(const std::string& name) {
  auto opened = open_input(name, STDIN_FILENO);
  if (auto* problem = std::get_if<Problem>(&opened)) return std::move(*problem);
  auto read = read_whole(std::get<File>(opened), kMostBytes);
  if (auto* problem = std::get_if<Problem>(&read)) return std::move(*problem);
  if (auto* text = std::get_if<std::string>(&read)) return std::move(*text);
  return Problem{ProblemCode::kReadFailed, "it is larger than a configuration can be", ""};
}

std::optional<std::string> settings_file(const std::optional<std::string>& named) {
  if (named) return named;
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error) return std::nullopt;
  const std::optional<fs::path> found = config::find_config_file(here, config::user_config_directory());
  if (!found) return std::nullopt;
  return short_name(*found);
}

std::vector<std::pair<std::string, std::string>> environment_variables() {
  std::vector<std::pair<std::string, std::string>> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) variables.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

ExitCode complain_of_settings(const config::ConfigErrors& errors, Streams& streams) {
  for (const config::ConfigError& error : errors) streams.tell("acode: " + printable(to_string(error)) + "\n");
  streams.tell("  hint: acode config --list prints all settings; nothing of this configuration was applied\n");
  return ExitCode::kRefused;
}

std::variant<LoadedSettings, config::ConfigErrors, UnreadableSettings> find_settings(
    const std::optional<std::string>& file, std::vector<config::Flag> flags) {
  LoadedSettings settings;
  config::Sources sources;
  sources.environment = environment_variables();
  sources.flags = std::move(flags);
  if (const std::optional<std::string> name = settings_file(file)) {
    auto read = read_settings(*name);
    if (auto* problem = std::get_if<Problem>(&read)) return UnreadableSettings{*name, std::move(*problem)};
    sources.file = config::ConfigFile{*name, std::get<std::string>(std::move(read))};
    settings.file = *name;
  }
  auto loaded = config::Configuration::load(sources);
  if (auto* errors = std::get_if<config::ConfigErrors>(&loaded)) return std::move(*errors);
  settings.configuration = std::get<config::Configuration>(std::move(loaded));
  return settings;
}

std::variant<LoadedSettings, ExitCode> load_settings(const std::optional<std::string>& file,
                                                     std::vector<config::Flag> flags, Streams& streams) {
  auto found = find_settings(file, std::move(flags));
  if (auto* settings = std::get_if<LoadedSettings>(&found)) return std::move(*settings);
  if (const auto* errors = std::get_if<config::ConfigErrors>(&found)) return complain_of_settings(*errors, streams);
  const auto& unreadable = std::get<UnreadableSettings>(found);
  return streams.complain(printable(unreadable.file), unreadable.problem);
}

}  // namespace acode::cli
