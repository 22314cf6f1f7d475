// The properties of Unicode that patterns of ECMA-262 can name in `\p{…}`, and PCRE2's names for them.
//
//   pcre_property("Lowercase_Letter")      "Ll"
//   pcre_property("Script=Greek")          "sc:Greek", unsure: whether there is such a script only PCRE2 can tell
//   pcre_property("Greek")                 "": ECMA-262 has no such property, though PCRE2 has
#pragma once

#include <string>
#include <string_view>

namespace acode::schema::detail {

struct PcreProperty {
  std::string name;     ///< empty if there is no such property
  bool unsure = false;  ///< whether the name is right only PCRE2 can tell
};

/// `body` is what stands in the braces.
PcreProperty pcre_property(std::string_view body);

}  // namespace acode::schema::detail
