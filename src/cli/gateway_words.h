// What the command line says of a gateway: the server behind it, and settings that count more than the configured ones.
#pragma once

#include <optional>
#include <vector>

#include "acode/wire/wire.h"
#include "cli/args.h"
#include "cli/provider_choice.h"
#include "config/configuration.h"

namespace acode::cli {

struct GatewayWords {
  ProviderWords provider;
  std::vector<config::Flag> flags;
  std::optional<wire::Dialect> dialect;
};

/// --provider, --upstream, --listen, --mode and so on.
std::vector<Option> gateway_options(GatewayWords& words);

}  // namespace acode::cli
