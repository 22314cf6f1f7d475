// The settings in force: defaults, then the file, then the environment, then flags (CF-1). All of them are checked before
// any counts (CF-2).
//
//   Sources sources;
//   sources.file = read(find_config_file(directory));
//   auto loaded = Configuration::load(sources);
//   if (const auto* errors = std::get_if<ConfigErrors>(&loaded)) …
//   ProviderSettings ollama = std::get<Configuration>(loaded).provider("ollama");
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "acode/pipeline/pipeline.h"
#include "acode/retry/breaker.h"
#include "acode/retry/ladder.h"
#include "config/config_error.h"
#include "config/setting.h"

namespace acode::config {

using ConfigErrors = std::vector<ConfigError>;

/// A value, and where it comes from.
struct Entry {
  std::string key;
  std::string value;
  Origin origin;
};

/// What is wrong with a value of a setting; nothing if it is fine.
std::optional<ConfigError> problem_with(const Setting& setting, const Entry& entry);

/// A file that was read.
struct ConfigFile {
  std::string name;
  std::string text;
};

/// A value that was given on the command line.
struct Flag {
  std::string key;  ///< full; with `*` for the provider it is meant for each
  std::string value;
  std::string name;  ///< as it was typed, "--max-retries"
};

/// All that a configuration is made of.
struct Sources {
  std::optional<ConfigFile> file;
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<Flag> flags;
};

/// How calls of one provider's models are read and asked for again.
struct ToolCallSettings {
  pipeline::PipelineOptions pipeline;
  bool strict_validation = true;
  retry::Policy retry;
  retry::BreakerPolicy breaker;
  bool log_repair_details = true;
  bool log_argument_values = false;
};

enum class ServerDialect : std::uint8_t { kOllama, kOpenAi, kResponses, kAnthropic };

/// "ollama", "openai", "responses", "anthropic".
std::string_view dialect_name(ServerDialect dialect);

struct ProviderSettings {
  std::string name;
  std::string base_url;
  std::string model;
  std::string api_key_env;
  ServerDialect dialect = ServerDialect::kOpenAi;
  bool streaming = true;
  std::chrono::milliseconds request_timeout{0};
  bool emulate_tools = false;
  bool ignores_tool_choice = false;
  std::vector<std::pair<std::string, std::string>> options;  ///< names, and values as JSON
  ToolCallSettings tool_call;
};

struct LoggingSettings {
  std::string level;
  std::string format;
  std::string file;
  std::vector<std::pair<std::string, std::string>> levels;  ///< of single components
};

struct EventSettings {
  bool enabled = true;
  std::string file;
  std::chrono::days keep{30};
};

/// The database that many instances share; none if it has no address.
struct DatabaseSettings {
  std::string url;
  std::chrono::days keep{0};
};

/// How `acode serve` stands between clients and a server.
struct GatewaySettings {
  ListenPlace listen;
  std::string mode;
  unsigned threads = 0;  ///< 0: one for each processor
  std::string client_key_env;
  std::chrono::milliseconds budget{0};
  std::uint64_t budget_tokens = 0;
  unsigned max_equal_calls = 0;
  std::chrono::milliseconds keep_alive{0};
  std::size_t max_connections = 0;
  std::size_t max_body_bytes = 0;
  std::chrono::seconds grace{0};
};

class Configuration {
 public:
  /// Nothing is set: the defaults.
  Configuration() = default;

  /// All sources together, or everything that is wrong with them.
  static std::variant<Configuration, ConfigErrors> load(const Sources& sources);

  /// The value of a full key of a setting that exists.
  [[nodiscard]] Entry get(std::string_view key) const;

  /// The names of the providers: those known to us, and those that are set.
  [[nodiscard]] std::vector<std::string> providers() const;
  [[nodiscard]] std::string default_provider() const { return get("model.default_provider").value; }

  [[nodiscard]] ProviderSettings provider(std::string_view name) const;
  [[nodiscard]] LoggingSettings logging() const;
  [[nodiscard]] EventSettings events() const;
  [[nodiscard]] DatabaseSettings database() const;
  [[nodiscard]] GatewaySettings gateway() const;

  /// All that is in force for a provider, in the order of the table; names under `*` only as far as they are set.
  [[nodiscard]] std::vector<Entry> entries(std::string_view provider) const;

 private:
  enum Layer : std::uint8_t { kFile, kConventions, kEnvironment, kFlags };
  using Values = std::map<std::string, Entry, std::less<>>;

  void put(Layer layer, Entry entry) { layers_.at(layer).insert_or_assign(entry.key, std::move(entry)); }
  void take_file(const ConfigFile& file, ConfigErrors& errors);
  void take_environment(const Sources& sources, ConfigErrors& errors);
  void take_flags(const Sources& sources, ConfigErrors& errors);
  [[nodiscard]] std::vector<Entry> set_under(std::string_view stem) const;
  [[nodiscard]] std::string text(std::string_view provider, std::string_view key) const;
  [[nodiscard]] std::int64_t integer(std::string_view provider, std::string_view key) const;
  [[nodiscard]] bool flag(std::string_view provider, std::string_view key) const;
  [[nodiscard]] ToolCallSettings tool_call(std::string_view provider) const;

  std::array<Values, 4> layers_;
};

/// The value of OLLAMA_HOST as an address: `0.0.0.0`, `host`, `host:port` and whole addresses are in use.
std::string ollama_address(std::string_view host);

}  // namespace acode::config
