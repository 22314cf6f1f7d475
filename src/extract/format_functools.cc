// functools: Phi-4-mini, Firefunction v2.
//
//   functools[{"name": "get_weather", "arguments": {"city": "Paris"}}]
//
// The marker is a word like any other, so it counts only at the beginning of a line.
#include <array>

#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"functools"};
constexpr std::array<std::string_view, 1> kClosers = {" functools"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<TaggedJsonReader>(tools, opener, kClosers);
}

}  // namespace

Format functools() {
  return {"functools",
          "Phi-4-mini, Firefunction v2",
          R"x(functools[{"name": "get_weather", "arguments": {"city": "Paris"}}])x",
          kOpeners,
          Place::kLineStart,
          reader};
}

}  // namespace acode::extract
