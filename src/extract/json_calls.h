// The calls in a stretch of JSON text, broken or not.
//
//   read_json_calls(R"(x {'name': 'f', 'arguments': {}} y)", 2, 31, tools, Around::kMarker)     // f, with its repairs
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "acode/json/value.h"
#include "extract/call_shapes.h"
#include "extract/construct.h"

namespace acode::extract {

struct JsonCalls {
  std::size_t end = 0;     ///< behind the JSON; before the end of the stretch if prose follows it there
  bool truncated = false;  ///< it was cut off inside a value
  std::vector<TextCall> calls;
};

/// Reads text[begin, end) as JSON, repairs it if need be, and finds the calls in it; nothing if it holds none. The
/// repairs are noted with the calls they belong to, or with the first of several.
/// `wrong`: it is known not to be valid as it is.
std::optional<JsonCalls> read_json_calls(std::string_view text, std::size_t begin, std::size_t end, const Tools& tools,
                                         Around around, bool wrong = false);

/// Adds the calls in JSON that was read already, from a stretch of text as above. False if it holds none.
bool add_json_calls(const json::Document& json, std::size_t begin, std::size_t end, const Tools& tools, Around around,
                    std::vector<TextCall>& calls);

}  // namespace acode::extract
