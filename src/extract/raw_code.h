// Tools that are given code, not JSON: `python`, `code_interpreter`. Some formats let the model write it as it is.
//
//   <|python_tag|>import math
//   print(math.pi)
#pragma once

#include <string>
#include <string_view>

#include "acode/schema/toolset.h"

namespace acode::extract {

/// Arguments for a tool that takes a text: the text, under the name of the parameter it must be meant for. `tool` may be
/// null: then that is `code`.
std::string raw_arguments(std::string_view text, const schema::Tool* tool);

}  // namespace acode::extract
