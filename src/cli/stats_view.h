// The figures of `acode providers stats` (CL-5), for people and for machines.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "observe/stats.h"

namespace acode::cli {

/// In blocks, numbers under each other:
///
///   Tool Call Statistics (Last 24 Hours):
///     Total Tool Calls:      1,247
///     Parsed Successfully:   1,198 (96.1%)
///
/// With `verbose`, percentiles, and the same for each model and tool.
std::string render_stats(const observe::CallStats& stats, std::chrono::seconds since, bool verbose);

/// One object.
std::string stats_row(std::string_view provider, const observe::CallStats& stats, std::chrono::seconds since);

/// "Last 24 Hours", "Last 7 Days", "Last 90 Minutes".
std::string span_words(std::chrono::seconds span);

/// "Trailing comma" for trailing_comma.
std::string kind_words(std::string_view kind);

}  // namespace acode::cli
