// A member of a JSON object as it stands in its text: to tell whether two requests have the same without writing it anew.
//
//   raw_member(R"({"model": "m", "tools": [ {} ]})", "tools")      // [ {} ]
#pragma once

#include <string_view>

namespace acode::gateway {

/// The text of the value of the last member of this name; empty if there is none, or if its name is written with escapes. Of
/// what is no JSON object it is nothing, or some part of it: who relies on it reads the rest. `guess` is what it may be, an
/// array or an object: if it is, it need not be gone through.
std::string_view raw_member(std::string_view object, std::string_view name, std::string_view guess = {});

}  // namespace acode::gateway
