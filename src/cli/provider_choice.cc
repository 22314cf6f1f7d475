// From words to a server.
#include "cli/provider_choice.h"

#include <cstdlib>
#include <utility>

#include "cli/display.h"
#include "cli/settings.h"

namespace acode::cli {
namespace {

std::string secret_of(const config::ProviderSettings& settings) {
  if (settings.api_key_env.empty()) return "";
  const char* value =
      std::getenv(settings.api_key_env.c_str());  // NOLINT(concurrency-mt-unsafe): before any thread is made
  return value == nullptr ? "" : value;
}

ExitCode no_address(const std::string& provider, Streams& streams) {
  streams.tell("acode: " + std::string(config_code_name(config::ConfigError::Code::kIncomplete)) +
               ": nothing says where the provider " + printable(provider, 40) +
               " is\n  hint: acode config set --provider " + printable(provider, 40) +
               " base_url URL, or --base-url URL\n");
  return ExitCode::kRefused;
}

bool is_spoken_here(config::ServerDialect dialect) {
  return dialect == config::ServerDialect::kOllama || dialect == config::ServerDialect::kOpenAi;
}

ExitCode not_spoken(const config::ProviderSettings& settings, Streams& streams) {
  const std::string name = printable(settings.name, 40);
  streams.tell("acode: " + std::string(config_code_name(config::ConfigError::Code::kNotAllowed)) + ": the provider " +
               name + " speaks " + std::string(dialect_name(settings.dialect)) +
               ", which only the gateway understands\n  hint: acode serve --provider " + name +
               ", and --base-url with the gateway's address here\n");
  return ExitCode::kRefused;
}

}  // namespace

std::vector<Option> provider_options(ProviderWords& words) {
  return {
      {"provider", 0, "NAME", "the provider; without this model.default_provider",
       set_text(words.provider, {Values::Kind::kProvider})},
      {"model", 'm', "NAME", "the model instead of the configured one", set_text(words.model)},
      {"base-url", 0, "URL", "where the server is, instead of the configured place", set_text(words.base_url)},
      {"config", 0, "FILE", "this configuration instead of the one that is found", set_file(words.settings_file)},
  };
}

std::variant<ChosenServer, ExitCode> choose_server(const ProviderWords& words, std::vector<config::Flag> flags,
                                                   Streams& streams) {
  if (words.model) flags.push_back({config::provider_key("*", "model"), *words.model, "--model"});
  if (words.base_url) flags.push_back({config::provider_key("*", "base_url"), *words.base_url, "--base-url"});
  auto loaded = load_settings(words.settings_file, std::move(flags), streams);
  if (const auto* failed = std::get_if<ExitCode>(&loaded)) return *failed;
  ChosenServer chosen;
  chosen.configuration = std::get<LoadedSettings>(std::move(loaded)).configuration;
  const std::string name = words.provider ? *words.provider : chosen.configuration.default_provider();
  chosen.settings = chosen.configuration.provider(name);
  if (chosen.settings.base_url.empty()) return no_address(name, streams);
  chosen.key = secret_of(chosen.settings);
  return chosen;
}

std::variant<ChosenProvider, ExitCode> choose_provider(const ProviderWords& words, std::vector<config::Flag> flags,
                                                       Streams& streams) {
  auto server = choose_server(words, std::move(flags), streams);
  if (const auto* failed = std::get_if<ExitCode>(&server)) return *failed;
  ChosenProvider chosen{std::get<ChosenServer>(std::move(server)), nullptr};
  if (!is_spoken_here(chosen.settings.dialect)) return not_spoken(chosen.settings, streams);
  auto transport = agent::HttpTransport::make(chosen.settings, chosen.key);
  if (!transport) {
    streams.tell("acode: " + printable(to_string(transport.error())) + "\n");
    return ExitCode::kRefused;
  }
  chosen.transport = std::move(*transport);
  return chosen;
}

}  // namespace acode::cli
