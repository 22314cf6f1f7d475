// internlm2: InternLM 2 and 2.5, Intern-S1.
//
//   <|action_start|><|plugin|>
//   {"name": "get_weather", "parameters": {"city": "Paris"}}<|action_end|>
//
// A space may stand between the two tokens.
#include <array>

#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 2> kOpeners = {"<|action_start|><|plugin|>", "<|action_start|> <|plugin|>"};
constexpr std::array<std::string_view, 1> kClosers = {"<|action_end|>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<TaggedJsonReader>(tools, opener, kClosers);
}

}  // namespace

Format internlm2() {
  return {
      "internlm2",
      "InternLM 2 and 2.5, Intern-S1",
      "<|action_start|><|plugin|>\n{\"name\": \"get_weather\", \"parameters\": {\"city\": \"Paris\"}}<|action_end|>",
      kOpeners,
      Place::kAnywhere,
      reader};
}

}  // namespace acode::extract
