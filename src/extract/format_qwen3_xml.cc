// qwen3-xml: Qwen3-Coder, Qwen 3.5, Nemotron 3, Step 3.5, MiMo; Seed-OSS with `<seed:tool_call>` around it.
//
//   <tool_call>
//   <function=get_weather>
//   <parameter=city>
//   Paris
//   </parameter>
//   </function>
//   </tool_call>
//
// Any of the closing tags may be missing, and `<tool_call>` too. One line end at either side of a value is the tag's. No
// call: `The tag <function=get_weather> opens a call.`
#include <array>

#include "extract/attribute_tags.h"
#include "extract/format_list.h"
#include "extract/tag_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 3> kOpeners = {"<tool_call>", "<seed:tool_call>", "<function="};
constexpr std::array<std::string_view, 4> kClosers = {"</tool_call>", "</seed:tool_call>", "</function>",
                                                      "</parameter>"};

constexpr std::array<TagWords, 2> kWrappers = {
    {{"<tool_call>", "</tool_call>"}, {"<seed:tool_call>", "</seed:tool_call>"}}};
constexpr std::array<TagWords, 2> kCalls = {{{"<function", "</function>"}, {"<invoke", "</invoke>"}}};
constexpr std::array<TagWords, 2> kParameters = {{{"<parameter", "</parameter>"}, {"<param", "</param>"}}};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  static const AttributeSyntax kSyntax({.wrappers = kWrappers, .calls = kCalls, .parameters = kParameters});
  return room.make<TagCallsReader>(
      tools, kSyntax,
      TagRules{.values = {.cdata = true}, .bare_json = false, .json_closers = kClosers, .json_openers = kOpeners});
}

}  // namespace

Format qwen3_xml() {
  return {.name = "qwen3-xml",
          .models = "Qwen3-Coder, Qwen 3.5 and 3.6, Nemotron 3, Step 3.5, MiMo, Seed-OSS",
          .example =
              "<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n</tool_call>",
          .openers = kOpeners,
          .reader = reader,
          .closers = kClosers};
}

}  // namespace acode::extract
