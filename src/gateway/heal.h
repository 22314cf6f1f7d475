// Mends what earlier answers left in a conversation: one broken call in the history makes servers refuse every request after
// it (GW-4).
#pragma once

#include <cstddef>
#include <string_view>

#include "acode/json/value.h"
#include "acode/wire/request.h"
#include "acode/wire/wire.h"

namespace acode::gateway {

/// Whether there may be a call in the history of this body, which need not have been read: no if its text names none.
bool may_have_history(wire::Dialect dialect, std::string_view body);

/// Whether there is a call in the history of this body whose arguments are not a JSON object. Quick where there is none.
bool needs_healing(wire::Dialect dialect, json::Value body);

/// Makes all arguments in the history objects: mended where that is possible, else with the text that stood there as the
/// value of `invalid_arguments`. How many calls were changed.
std::size_t heal(wire::Request& request);

}  // namespace acode::gateway
