// Values that a format writes as tags inside tags, given the types that the tool's schema asks for.
//
//   <point><x>1</x><y>2</y></point>       {"x":1,"y":2}
//   <tags><item>a</item></tags>           ["a"], where the schema wants an array or says nothing
//
// The leaves are plain text, as in typed_text.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "acode/schema/toolset.h"

namespace acode::extract {

/// A tag and what is inside: other tags, or text.
struct NestedText {
  std::string name;
  std::string text;  ///< if there are no tags inside
  std::vector<NestedText> inside;
};

/// The JSON of a parameter. `tool` may be null. The tags must not be nested deeper than kMostNested.
std::string nested_json(const NestedText& parameter, const schema::Tool* tool, std::vector<std::string>& warnings);

inline constexpr std::size_t kMostNested = 64;

}  // namespace acode::extract
