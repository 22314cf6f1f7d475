// granite3: Granite 3.0 to 3.3.
//
//   <|tool_call|>[{"name": "get_weather", "arguments": {"city": "Paris"}}]
//
// The list may also stand behind `<tool_call>`, which is read as hermes.
#include <array>

#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<|tool_call|>"};
constexpr std::array<std::string_view, 1> kClosers = {"<|end_of_text|>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<TaggedJsonReader>(tools, opener, kClosers);
}

}  // namespace

Format granite3() {
  return {
      "granite3", "Granite 3.0 to 3.3", R"x(<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Paris"}}])x",
      kOpeners,   Place::kAnywhere,     reader};
}

}  // namespace acode::extract
