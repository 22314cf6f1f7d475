// Examining a provider for the commands that do: checks shown as they end, or printed as one object.
#pragma once

#include <functional>
#include <variant>
#include <vector>

#include "agent/examination.h"
#include "cli/exit_code.h"
#include "cli/provider_choice.h"
#include "cli/streams.h"

namespace acode::cli {

/// Finds the provider, lets `examine` ask it, and shows what comes of it. The checks; or an exit code if the provider could not
/// be found, or `examine` had to stop and told why.
std::variant<std::vector<agent::Check>, ExitCode> examine_provider(
    const ProviderWords& words, bool json, Streams& streams,
    const std::function<ExitCode(agent::Examination& examination)>& examine);

}  // namespace acode::cli
