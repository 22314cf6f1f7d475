// Checks of a server as people read them, and as JSON.
#pragma once

#include <span>
#include <string>

#include "agent/examination.h"
#include "cli/palette.h"

namespace acode::cli {

/// `  PASS  extraction        the server sends calls as calls`, and under it what to do, if there is something to do.
std::string render_check(const agent::Check& check, const Palette& palette);

/// One object: {"provider", "ok", "checks": [{"name", "status", "detail", "fix"}]}.
std::string checks_row(const std::string& provider, std::span<const agent::Check> checks);

}  // namespace acode::cli
