// Names of tools as models write them: what is forgiven (EX-9).
#pragma once

#include <string_view>

#include "acode/schema/toolset.h"

namespace acode::schema::detail {

/// The tool that a name means: the one of exactly this name; else, special tokens, white space and a `functions.` prefix
/// left out, the only one that differs in nothing but case and `-` `_` `.`. Null if there is none, or more than one.
const Tool* match_tool(const Toolset& tools, std::string_view name);

}  // namespace acode::schema::detail
