// hermes: Hermes 2 and 3, Qwen 2.5 and 3, Granite 4, most finetunes.
//
//   <tool_call>
//   {"name": "get_weather", "arguments": {"city": "Paris"}}
//   </tool_call>
//
// The closing tag may be missing; several objects may stand between one pair of tags; `<longcat_tool_call>` is the same.
#include <array>

#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 2> kOpeners = {"<tool_call>", "<longcat_tool_call>"};
constexpr std::array<std::string_view, 2> kClosers = {"</tool_call>", "</longcat_tool_call>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<TaggedJsonReader>(tools, opener, kClosers);
}

}  // namespace

Format hermes() {
  return {"hermes",
          "Hermes 2 and 3, Qwen 2.5 and 3, QwQ, Granite 4, SmolLM3, LongCat, most finetunes",
          "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}\n</tool_call>",
          kOpeners,
          Place::kAnywhere,
          reader,
          {},
          kClosers};
}

}  // namespace acode::extract
