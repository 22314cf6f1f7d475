// Where the first bracket of a JSON text closes, found without reading what is between: strings are passed over whole,
// brackets are counted.
//
//   closed_bracket(R"([1, {"a": "]"}], 2)")      // 15: behind [1, {"a": "]"}]
#pragma once

#include <cstddef>
#include <string_view>

namespace acode::json::detail {

/// The length of the array or the object with which a text begins; 0 if it does not end there. Of a text that is no JSON
/// it is where the brackets would close if it were.
std::size_t closed_bracket(std::string_view text);

}  // namespace acode::json::detail
