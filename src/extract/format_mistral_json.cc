// mistral-json: Mistral 7B v0.3, Nemo, Large 2.
//
//   [TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Paris"}, "id": "a1b2c3d4e"}]
//
// A space may stand behind the marker or not; newer tokenizers write name and arguments without JSON around them.
#include <array>

#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"[TOOL_CALLS]"};
constexpr std::array<std::string_view, 1> kClosers = {"[/TOOL_CALLS]"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<TaggedJsonReader>(tools, opener, kClosers);
}

}  // namespace

Format mistral_json() {
  return {"mistral-json",
          "Mistral 7B v0.3, Nemo, Large 2, xLAM",
          R"x([TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Paris"}, "id": "a1b2c3d4e"}])x",
          kOpeners,
          Place::kAnywhere,
          reader};
}

}  // namespace acode::extract
