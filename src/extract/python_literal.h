// A whole Python literal as JSON.
//
//   [('f', {'a': (1, 2)}), ('g', {})]      [["f",{"a":[1,2]}],["g",{}]]
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace acode::extract {

/// The JSON of a text that is one bracket of Python, to the letter; nothing for anything else. `names`: a name may stand
/// for a literal, and is then text.
std::optional<std::string> json_of_python(std::string_view text, bool names = false);

}  // namespace acode::extract
