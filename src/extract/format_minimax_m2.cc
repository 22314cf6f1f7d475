// minimax-m2: MiniMax M2 to M2.5.
//
//   <minimax:tool_call>
//   <invoke name="get_weather">
//   <parameter name="city">Paris</parameter>
//   </invoke>
//   </minimax:tool_call>
#include <array>

#include "extract/attribute_tags.h"
#include "extract/format_list.h"
#include "extract/tag_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<minimax:tool_call>"};
constexpr std::array<std::string_view, 3> kClosers = {"</minimax:tool_call>", "</invoke>", "</parameter>"};

constexpr std::array<TagWords, 1> kWrappers = {{{"<minimax:tool_call>", "</minimax:tool_call>"}}};
constexpr std::array<TagWords, 2> kCalls = {{{"<invoke", "</invoke>"}, {"<function", "</function>"}}};
constexpr std::array<TagWords, 2> kParameters = {{{"<parameter", "</parameter>"}, {"<param", "</param>"}}};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  static const AttributeSyntax kSyntax({.wrappers = kWrappers, .calls = kCalls, .parameters = kParameters});
  return room.make<TagCallsReader>(tools, kSyntax, TagRules{.json_closers = kClosers, .json_openers = kOpeners});
}

}  // namespace

Format minimax_m2() {
  return {.name = "minimax-m2",
          .models = "MiniMax M2, M2.1, M2.5",
          .example =
              "<minimax:tool_call>\n<invoke name=\"get_weather\">\n<parameter name=\"city\">Paris</parameter>\n"
              "</invoke>\n</minimax:tool_call>",
          .openers = kOpeners,
          .reader = reader,
          .closers = kClosers};
}

}  // namespace acode::extract
