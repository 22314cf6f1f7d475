// What the beginning of a valid JSON text stands for (ST-4), worked out in the plainest way: a model to hold the readers'
// partial values against.
//
//   partial_text("{\"a\": [1, tru")   // {"a": [1, true]}
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace acode::test {

/// The valid JSON text that the beginning of a valid text stands for; nothing if no value has begun.
std::optional<std::string> partial_text(std::string_view beginning);

}  // namespace acode::test
