// command-action: Command R7B, Command A.
//
//   <|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Paris"}}]<|END_ACTION|>
//
// The keys are others than usual; the answer itself stands between `<|START_RESPONSE|>` and `<|END_RESPONSE|>`.
#include <array>

#include "extract/format_list.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<|START_ACTION|>"};
constexpr std::array<std::string_view, 1> kClosers = {"<|END_ACTION|>"};
constexpr std::array<std::string_view, 9> kFrames = {
    "<|START_RESPONSE|>",      "<|END_RESPONSE|>",  "<|START_TEXT|>",        "<|END_TEXT|>",       "<|END_ACTION|>",
    "<|START_OF_TURN_TOKEN|>", "<|CHATBOT_TOKEN|>", "<|START_TOOL_RESULT|>", "<|END_TOOL_RESULT|>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<TaggedJsonReader>(tools, opener, kClosers);
}

}  // namespace

Format command_action() {
  return {
      "command-action",
      "Command R7B, Command A, Cohere2-MoE",
      R"x(<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Paris"}}]<|END_ACTION|>)x",
      kOpeners,
      Place::kAnywhere,
      reader,
      kFrames};
}

}  // namespace acode::extract
