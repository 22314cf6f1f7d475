// fence: calls in a markdown fence, in any format.
//
//   ```json
//   {"name": "get_weather", "arguments": {"city": "Paris"}}
//   ```
//
// The extractor reads the body itself (fence.h), so the calls in it tell their own format.
#include <array>

#include "extract/format_list.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 2> kOpeners = {"```", "~~~"};

}  // namespace

Format fence() {
  return {"fence",
          "any model that answers in markdown",
          "```json\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}\n```",
          kOpeners,
          Place::kLineStart,
          nullptr};
}

}  // namespace acode::extract
