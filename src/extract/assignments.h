// Constants that a text assigns before it uses them in a call.
//
//   label = "loopEnd"                       assigned_json(…, "label")      "loopEnd", with its quotes
//   const limit = 5;                        assigned_json(…, "limit")      5
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace acode::extract {

/// The JSON of the literal that a name was assigned last in a text; nothing if it was not, or to no literal.
std::optional<std::string> assigned_json(std::string_view text, std::string_view name);

}  // namespace acode::extract
