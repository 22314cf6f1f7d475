// cline: coding agents that give every tool a tag of its own.
//
//   <read_file>
//   <path>src/main.cc</path>
//   </read_file>
//
// Only tools that are known are looked for, and what is inside must be parameters of theirs. No call: `<search>` in a page.
#include <array>

#include "extract/element_tags.h"
#include "extract/format_list.h"
#include "extract/tag_calls.h"

namespace acode::extract {
namespace {

void tool_openers(const Tools& tools, std::vector<std::string>& openers) { add_tool_openers(tools, "<", ">", openers); }

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  static const ElementSyntax kSyntax({});
  return room.make<TagCallsReader>(tools, kSyntax, TagRules{.values = {.cdata = true}, .json_must_fit = true});
}

}  // namespace

Format cline() {
  return {.name = "cline",
          .models = "coding agents that teach by a prompt",
          .example = "<get_weather>\n<city>Paris</city>\n</get_weather>",
          .openers = {},
          .reader = reader,
          .tool_openers = tool_openers};
}

}  // namespace acode::extract
