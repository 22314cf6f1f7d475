// A JSON text as it came, but for what was changed.
//
//   native   {"role":"assistant","name":"Ann","content":"Hi"}     as it came
//   was      {"role":"assistant","content":"Hi"}                  what we understood of it, in our own spelling
//   now      {"role":"assistant","content":"Hello"}               what it shall say, in the same spelling
//   result   {"role":"assistant","name":"Ann","content":"Hello"}
//
// Where `was` and `now` are the same, `native` stays; where they differ, `now` is taken: member by member, and element by
// element as far as it can be told which is which.
#pragma once

#include <string>
#include <string_view>

namespace acode::wire::detail {

/// All three are JSON; if one is not, `now` it is.
std::string changed_text(std::string_view native, std::string_view was, std::string_view now);

}  // namespace acode::wire::detail
