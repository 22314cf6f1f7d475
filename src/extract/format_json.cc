// json: Llama 3, and any model that was asked for JSON.
//
//   {"name": "get_weather", "parameters": {"city": "Paris"}}
//
// No marker tells it from other JSON: the name must be that of a tool; where none are known, the shape must be one that
// only calls have (TX-6).
#include <array>

#include "extract/bare_json.h"
#include "extract/format_list.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 2> kOpeners = {"{", "["};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  return room.make<BareJsonReader>(tools);
}

}  // namespace

Format json_call() {
  return {"json",
          "Llama 3, xLAM, and any model that was asked for JSON",
          R"({"name": "get_weather", "parameters": {"city": "Paris"}})",
          kOpeners,
          Place::kAnywhere,
          reader};
}

}  // namespace acode::extract
