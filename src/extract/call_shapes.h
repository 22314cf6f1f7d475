// From JSON to calls: the shapes in which models write them.
//
//   {"name": "read_file", "arguments": {"path": "a.txt"}}        a name and arguments, under any of the keys in use
//   {"tool_calls": [{"function": {"name": …, "arguments": …}}]}  the same, wrapped
//   [{"read_file": {"path": "a.txt"}}], ["read_file", {…}]       the name as the key, or before the arguments
//   {"tool": "read_file", "path": "a.txt"}                       the arguments beside the name
//
// JSON in a text is mostly no call: it is a configuration, an answer, a code sample, the definition of a tool. So the
// name must be that of a tool; where no tools are known, only a shape that nothing but a call has will do (TX-6).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "acode/json/value.h"
#include "extract/construct.h"

namespace acode::extract {

/// What is known of a value from the text around it.
enum class Around : std::uint8_t {
  kNothing,  ///< it stands in prose or in a fence: the tool must be known, or if none are, the shape unmistakable
  kMarker,   ///< a marker says that it is a call: so any name may stand there, and be found unknown later (EX-6)
};

/// Adds the calls that a value stands for, in order, and says whether it does. The value must be calls as a whole: of
/// an array with an element that is none nothing is added. `owner` is what the value lives by: with it arguments that
/// stand there as an object are handed out as a value, without it (null) as text.
bool calls_in(json::Value value, const std::shared_ptr<const void>& owner, const Tools& tools,
              std::vector<TextCall>& calls, Around around = Around::kNothing);

/// {"name": "f", "arguments": {…}} and nothing else, under any of the keys in use and in either order, f being a tool: what
/// nearly all calls are.
struct PlainShape {
  const schema::Tool* tool;
  json::Value arguments;
};
std::optional<PlainShape> plain_shape_of(json::Value value, const Tools& tools);

/// The call that the beginning of a value may become: nothing as long as its name and some of its arguments have not come.
std::optional<PartialTextCall> partial_call_in(json::Value value);

/// Whether a text that begins with `{` or `[` may still become calls outside of any marker: no longer once its first
/// key is none that calls begin with and no tool, or the name under it is no tool's. A no holds however the text goes
/// on. It is stricter than calls_in(), which takes members in any order. Quotes may be missing or of any kind: the text
/// may need repair. Only the first bytes are looked at, so asking again and again costs little.
bool may_begin_call(std::string_view beginning, const Tools& tools);

}  // namespace acode::extract
