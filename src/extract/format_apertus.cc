// apertus: Apertus.
//
//   <|tools_prefix|>[{"get_weather": {"city": "Paris"}}]<|tools_suffix|>
//
// The name of the tool is the key.
#include <array>

#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<|tools_prefix|>"};
constexpr std::array<std::string_view, 1> kClosers = {"<|tools_suffix|>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<TaggedJsonReader>(tools, opener, kClosers);
}

}  // namespace

Format apertus() {
  return {"apertus", "Apertus",        R"x(<|tools_prefix|>[{"get_weather": {"city": "Paris"}}]<|tools_suffix|>)x",
          kOpeners,  Place::kAnywhere, reader};
}

}  // namespace acode::extract
