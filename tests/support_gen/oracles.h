// Other people's readers, to hold the strict reader against: simdjson and nlohmann.
//
// Where they and RFC 8259 part, or a number is beyond what they can hold, there is nothing to compare; oracles.cc says
// where and why, case by case.
#pragma once

#include <string>
#include <string_view>

namespace acode::test {

/// The reader and simdjson agree on whether the text is valid, and on its value. Empty if they do.
std::string law_agrees_with_simdjson(std::string_view text);

/// The same for nlohmann.
std::string law_agrees_with_nlohmann(std::string_view text);

}  // namespace acode::test
