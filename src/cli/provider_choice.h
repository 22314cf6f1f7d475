// Which server is meant, for all commands that talk to one: the configuration, and the options that count more.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "agent/http_transport.h"
#include "cli/args.h"
#include "cli/exit_code.h"
#include "cli/streams.h"
#include "config/configuration.h"

namespace acode::cli {

/// What the command line says of it.
struct ProviderWords {
  std::optional<std::string> provider;
  std::optional<std::string> model;
  std::optional<std::string> base_url;
  std::optional<std::string> settings_file;
};

/// --provider, --model, --base-url, --config.
std::vector<Option> provider_options(ProviderWords& words);

/// Where a server is, and what is spoken there.
struct ChosenServer {
  config::Configuration configuration;
  config::ProviderSettings settings;
  std::string key;  ///< the secret; empty for none
};

/// A server that can be asked.
struct ChosenProvider : ChosenServer {
  std::unique_ptr<agent::HttpTransport> transport;
};

/// Reads the configuration and finds the server in it. What is wrong is told. More flags may come from the command.
std::variant<ChosenServer, ExitCode> choose_server(const ProviderWords& words, std::vector<config::Flag> flags,
                                                   Streams& streams);

/// The same, and a way to it: of a server that speaks what we speak ourselves.
std::variant<ChosenProvider, ExitCode> choose_provider(const ProviderWords& words, std::vector<config::Flag> flags,
                                                       Streams& streams);

}  // namespace acode::cli
