// tool-name-xml: the old XML of TX-3.
//
//   <tool_call><tool_name>get_weather</tool_name><arguments>{"city": "Paris"}</arguments></tool_call>
//
// The arguments may be elements too: `<arguments><city>Paris</city></arguments>`. For `tool_name` some say `name`.
#include <array>

#include "extract/element_tags.h"
#include "extract/format_list.h"
#include "extract/tag_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<tool_call>"};
constexpr std::array<std::string_view, 3> kClosers = {"</arguments>", "</parameters>", "</tool_call>"};

constexpr std::array<TagWords, 1> kWrappers = {{{"<tool_call>", "</tool_call>"}}};
constexpr std::array<TagWords, 4> kNames = {{{"<tool_name>", "</tool_name>"},
                                             {"<name>", "</name>"},
                                             {"<tool>", "</tool>"},
                                             {"<function_name>", "</function_name>"}}};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  static const ElementSyntax kSyntax({.wrappers = kWrappers, .names = kNames});
  return room.make<TagCallsReader>(
      tools, kSyntax, TagRules{.values = {.cdata = true}, .json_closers = kClosers, .json_openers = kOpeners});
}

}  // namespace

Format tool_name_xml() {
  return {
      .name = "tool-name-xml",
      .models = "models that are taught by a prompt",
      .example = "<tool_call><tool_name>get_weather</tool_name><arguments>{\"city\":\"Paris\"}</arguments></tool_call>",
      .openers = kOpeners,
      .reader = reader,
      .closers = kClosers};
}

}  // namespace acode::extract
