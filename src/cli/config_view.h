// The settings as people read them, and as JSON.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

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

/// The same as one object: `{"settings":[{"key","meaning","allowed","default"}]}`. The key of a provider's setting
/// stands without the provider.
std::string all_settings_row();

/// `{"file":…,"key":…,"value":…}`: what `config set` has changed.
std::string changed_row(std::string_view file, std::string_view key, std::string_view value);

/// `{"file":…}`, null if there is none.
std::string path_row(const std::optional<std::string>& file);

/// `{"file":…,"valid":…,"errors":[{"code","where","key","message","allowed"}]}`.
std::string verdict_row(const std::optional<std::string>& file, std::span<const config::ConfigError> errors);

}  // namespace acode::cli
