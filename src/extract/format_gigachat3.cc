// gigachat3: GigaChat 3 and 3.1.
//
//   <|message_sep|>
//
//   function call<|role_sep|>
//   {"name": "get_weather", "arguments": {"city": "Paris"}}
//
// Version 3.1 writes `<|function_call|>` instead. There is no closing marker.
#include <array>

#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 2> kOpeners = {"function call<|role_sep|>", "<|function_call|>"};
constexpr std::array<std::string_view, 1> kClosers = {"</s>"};
constexpr std::array<std::string_view, 2> kFrames = {"<|message_sep|>", "<|role_sep|>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<TaggedJsonReader>(tools, opener, kClosers);
}

}  // namespace

Format gigachat3() {
  return {"gigachat3",
          "GigaChat 3 and 3.1",
          "function call<|role_sep|>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}",
          kOpeners,
          Place::kAnywhere,
          reader,
          kFrames};
}

}  // namespace acode::extract
