// granite-20b-fc: granite-20b-functioncalling.
//
//   <function_call> {"name": "get_weather", "arguments": {"city": "Paris"}}
//
// There is no closing marker: the call ends with its JSON.
#include <array>

#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<function_call>"};
constexpr std::array<std::string_view, 1> kClosers = {"</function_call>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<TaggedJsonReader>(tools, opener, kClosers);
}

}  // namespace

Format granite_20b_fc() {
  return {"granite-20b-fc",
          "granite-20b-functioncalling",
          R"x(<function_call> {"name": "get_weather", "arguments": {"city": "Paris"}})x",
          kOpeners,
          Place::kAnywhere,
          reader};
}

}  // namespace acode::extract
