// The settings as people read them, and as JSON.
#pragma once

#include <span>
#include <string>

#include "config/configuration.h"

namespace acode::cli {

/// In blocks, each aligned:
///
///   Tool Call Parsing Configuration:
///     max_retries:        3
///
/// With `origins`, where each value comes from.
std::string render_settings(std::span<const config::Entry> entries, bool origins);

/// One object: a key, its value and its origin each.
std::string settings_row(std::span<const config::Entry> entries);

/// The table of settings for help.
std::string describe_settings();

}  // namespace acode::cli
