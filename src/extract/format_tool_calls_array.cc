// tool-calls-array: Jamba 1.5, Hunyuan-A13B, Apriel 1.5, MiniMax-M1.
//
//   <tool_calls>[{"name": "get_weather", "arguments": {"city": "Paris"}}]</tool_calls>
//
// MiniMax-M1 writes one object a line instead of a list.
#include <array>

#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<tool_calls>"};
constexpr std::array<std::string_view, 1> kClosers = {"</tool_calls>"};
constexpr std::array<std::string_view, 2> kStray = {"</tool_calls>", "</answer>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<TaggedJsonReader>(tools, opener, kClosers);
}

}  // namespace

Format tool_calls_array() {
  return {"tool-calls-array",
          "Jamba 1.5 and 1.6, Hunyuan-A13B, Apriel 1.5 and 1.6, MiniMax-M1",
          R"x(<tool_calls>[{"name": "get_weather", "arguments": {"city": "Paris"}}]</tool_calls>)x",
          kOpeners,
          Place::kAnywhere,
          reader,
          {},
          kStray};
}

}  // namespace acode::extract
