// dsml: DeepSeek V3.2 and V4.
//
//   <｜DSML｜function_calls>
//   <｜DSML｜invoke name="get_weather">
//   <｜DSML｜parameter name="city" string="true">Paris</｜DSML｜parameter>
//   </｜DSML｜invoke>
//   </｜DSML｜function_calls>
//
// V4 says `tool_calls`. `string` tells whether the value is a string or JSON. The bars may be plain ones.
#include <array>

#include "extract/attribute_tags.h"
#include "extract/format_list.h"
#include "extract/tag_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 6> kOpeners = {"<｜DSML｜function_calls>", "<｜DSML｜tool_calls>",
                                                      "<｜DSML｜invoke ",         "<|DSML|function_calls>",
                                                      "<|DSML|tool_calls>",       "<|DSML|invoke "};
constexpr std::array<std::string_view, 8> kClosers = {
    "</｜DSML｜function_calls>", "</｜DSML｜tool_calls>", "</｜DSML｜invoke>", "</｜DSML｜parameter>",
    "</|DSML|function_calls>",   "</|DSML|tool_calls>",   "</|DSML|invoke>",   "</|DSML|parameter>"};

constexpr std::array<TagWords, 4> kWrappers = {{{"<｜DSML｜function_calls>", "</｜DSML｜function_calls>"},
                                                {"<｜DSML｜tool_calls>", "</｜DSML｜tool_calls>"},
                                                {"<|DSML|function_calls>", "</|DSML|function_calls>"},
                                                {"<|DSML|tool_calls>", "</|DSML|tool_calls>"}}};
constexpr std::array<TagWords, 2> kCalls = {
    {{"<｜DSML｜invoke", "</｜DSML｜invoke>"}, {"<|DSML|invoke", "</|DSML|invoke>"}}};
constexpr std::array<TagWords, 2> kParameters = {
    {{"<｜DSML｜parameter", "</｜DSML｜parameter>"}, {"<|DSML|parameter", "</|DSML|parameter>"}}};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  static const AttributeSyntax kSyntax({.wrappers = kWrappers, .calls = kCalls, .parameters = kParameters});
  return room.make<TagCallsReader>(
      tools, kSyntax,
      TagRules{.values = {.newlines = false}, .tokens = true, .json_closers = kClosers, .json_openers = kOpeners});
}

}  // namespace

Format dsml() {
  return {.name = "dsml",
          .models = "DeepSeek V3.2, V4",
          .example =
              "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"get_weather\">\n"
              "<｜DSML｜parameter name=\"city\" string=\"true\">Paris</｜DSML｜parameter>\n"
              "</｜DSML｜invoke>\n</｜DSML｜function_calls>",
          .openers = kOpeners,
          .reader = reader,
          .closers = kClosers};
}

}  // namespace acode::extract
