// tool-call-line: models without tools of their own, taught by a prompt (TX-1).
//
//   TOOL_CALL: {"tool": "get_weather", "arguments": {"city": "Paris"}}
//
//   TOOL_CALL: get_weather(city="Paris")
//
// Counts only at the beginning of a line.
#include <array>

#include "extract/format_list.h"
#include "extract/marked_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"TOOL_CALL:"};
constexpr std::array<std::string_view, 1> kClosers = {"END_TOOL_CALL"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<MarkedCallsReader>(tools, opener, kClosers);
}

}  // namespace

Format tool_call_line() {
  return {"tool-call-line",
          "any model taught by a prompt",
          R"x(TOOL_CALL: {"tool": "get_weather", "arguments": {"city": "Paris"}})x",
          kOpeners,
          Place::kLineStart,
          reader};
}

}  // namespace acode::extract
