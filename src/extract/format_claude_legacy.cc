// claude-legacy: Claude 2.1 and 3, and models that learned from them.
//
//   <function_calls>
//   <invoke name="get_weather">
//   <parameter name="city">Paris</parameter>
//   </invoke>
//   </function_calls>
//
// The names of the tags may have `antml:` before them. Or, older, with everything in elements of its own:
//
//   <function_calls><invoke><tool_name>get_weather</tool_name>
//   <parameters><city>Paris</city></parameters></invoke></function_calls>
#include <array>

#include "extract/attribute_tags.h"
#include "extract/element_tags.h"
#include "extract/format_list.h"
#include "extract/tag_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 4> kOpeners = {"<function_calls>", "<invoke name=", "<antml:function_calls>",
                                                      "<antml:invoke name="};
constexpr std::array<std::string_view, 2> kElementOpeners = {"<function_calls>", "<invoke>"};
constexpr std::array<std::string_view, 6> kClosers = {"</function_calls>", "</invoke>",
                                                      "</parameter>",      "</antml:function_calls>",
                                                      "</antml:invoke>",   "</antml:parameter>"};

constexpr std::array<TagWords, 2> kWrappers = {
    {{"<function_calls>", "</function_calls>"}, {"<antml:function_calls>", "</antml:function_calls>"}}};
constexpr std::array<TagWords, 2> kCalls = {{{"<invoke", "</invoke>"}, {"<antml:invoke", "</antml:invoke>"}}};
constexpr std::array<TagWords, 2> kParameters = {
    {{"<parameter", "</parameter>"}, {"<antml:parameter", "</antml:parameter>"}}};

constexpr std::array<TagWords, 1> kNames = {{{"<tool_name>", "</tool_name>"}}};
constexpr std::array<std::string_view, 1> kCallEnds = {"</invoke>"};
constexpr std::array<std::string_view, 1> kIgnored = {"<invoke>"};

TagRules rules() { return {.values = {.cdata = true}, .json_closers = kClosers, .json_openers = kOpeners}; }

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  static const AttributeSyntax kSyntax({.wrappers = kWrappers, .calls = kCalls, .parameters = kParameters});
  return room.make<TagCallsReader>(tools, kSyntax, rules());
}

ConstructReader& element_reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  static const ElementSyntax kSyntax(
      {.wrappers = kWrappers, .names = kNames, .call_ends = kCallEnds, .ignored = kIgnored});
  return room.make<TagCallsReader>(tools, kSyntax, rules());
}

}  // namespace

Format claude_legacy() {
  return {.name = "claude-legacy",
          .models = "Claude 2.1 and 3, models that learned from them",
          .example =
              "<function_calls>\n<invoke name=\"get_weather\">\n<parameter name=\"city\">Paris</parameter>\n"
              "</invoke>\n</function_calls>",
          .openers = kOpeners,
          .reader = reader,
          .closers = kClosers};
}

Format claude_elements() {
  return {.name = "claude-elements",
          .models = "Claude 2.1",
          .example =
              "<function_calls>\n<invoke>\n<tool_name>get_weather</tool_name>\n<parameters>\n<city>Paris</city>\n"
              "</parameters>\n</invoke>\n</function_calls>",
          .openers = kElementOpeners,
          .reader = element_reader,
          .closers = kClosers};
}

}  // namespace acode::extract
