// glm: GLM 4.5 to 5, Ling 3, Laguna; Hunyuan 3 with `<tool_calls>` around it and `<tool_sep>` behind the name.
//
//   <tool_call>get_weather
//   <arg_key>city</arg_key>
//   <arg_value>Paris</arg_value>
//   </tool_call>
//
// Or all on one line. A call without arguments is the name alone. Keys may come before all values. No call: `<tool_call> is
// a tag`.
#include <array>

#include "extract/format_list.h"
#include "extract/pair_tags.h"
#include "extract/tag_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kGlmOpeners = {"<tool_call>"};
constexpr std::array<std::string_view, 3> kHunyuanOpeners = {"<tool_calls>", "<tool_calls:", "<tool_call:"};
constexpr std::array<std::string_view, 3> kClosers = {"</tool_call>", "</tool_calls>", "</arg_value>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  static const PairSyntax kSyntax;
  return room.make<TagCallsReader>(tools, kSyntax, TagRules{.json_closers = kClosers, .json_openers = kGlmOpeners});
}

}  // namespace

Format glm() {
  return {.name = "glm",
          .models = "GLM 4.5 to 5, Ling 3, Laguna",
          .example = "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n</tool_call>",
          .openers = kGlmOpeners,
          .reader = reader,
          .closers = kClosers};
}

Format hunyuan_v3() {
  return {.name = "hunyuan-v3",
          .models = "Hunyuan 3",
          .example =
              "<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n"
              "<arg_value>Paris</arg_value>\n</tool_call>\n</tool_calls>",
          .openers = kHunyuanOpeners,
          .reader = reader,
          .closers = kClosers};
}

}  // namespace acode::extract
