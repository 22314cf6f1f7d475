// What the kinds of edits are, in words.
#pragma once

#include <string_view>

#include "acode/json/repair.h"

namespace acode::cli {

/// One line about a kind, with an example where that says more: "a comma before a closer: [1, 2,]".
std::string_view describe(json::EditKind kind);

}  // namespace acode::cli
