// tool-code: Gemma 2 and 3, as Google's prompts teach it.
//
//   ```tool_code
//   print(get_weather(city="Paris"))
//   ```
//
// The name of the fence says that calls come.
#include <array>

#include "extract/format_list.h"
#include "extract/marked_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 3> kOpeners = {"```tool_code", "```tool_call\n", "```tool_calls\n"};
constexpr std::array<std::string_view, 1> kClosers = {"```"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<MarkedCallsReader>(tools, opener, kClosers);
}

}  // namespace

Format tool_code() {
  return {"tool-code", "Gemma 2 and 3",  "```tool_code\nprint(get_weather(city=\"Paris\"))\n```",
          kOpeners,    Place::kAnywhere, reader};
}

}  // namespace acode::extract
