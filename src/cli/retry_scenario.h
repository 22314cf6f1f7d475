// A model that fails some times before it gets its call right, and how the loop gets over it.
#pragma once

#include <optional>

#include "agent/asker.h"
#include "cli/exit_code.h"
#include "cli/streams.h"
#include "config/configuration.h"

namespace acode::cli {

struct RetryScenario {
  std::optional<unsigned> failures;  ///< then it is right; nothing: it never is
  config::ServerDialect dialect = config::ServerDialect::kOllama;
  bool stream = true;
  bool json = false;
};

/// Plays it on a server of its own, over real HTTP, with the settings of `provider`, and prints each attempt.
ExitCode play_retry_scenario(const RetryScenario& scenario, config::ProviderSettings provider, Streams& streams);

}  // namespace acode::cli
