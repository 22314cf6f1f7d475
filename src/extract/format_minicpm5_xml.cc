// minicpm5-xml: MiniCPM 4 and 5.
//
//   <function name="get_weather"><param name="city">Paris</param></function>
//
// Real XML: a value may be CDATA, and `&lt;` is `<`. The space in a tag may be missing, or be the tokenizer's sign for one.
#include <array>

#include "extract/attribute_tags.h"
#include "extract/format_list.h"
#include "extract/tag_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 3> kOpeners = {"<function name=", "<functionname=", "<function\u0120name="};
constexpr std::array<std::string_view, 2> kClosers = {"</function>", "</param>"};

constexpr std::array<TagWords, 1> kCalls = {{{"<function", "</function>"}}};
constexpr std::array<TagWords, 2> kParameters = {{{"<parameter", "</parameter>"}, {"<param", "</param>"}}};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  static const AttributeSyntax kSyntax({.calls = kCalls, .parameters = kParameters});
  return room.make<TagCallsReader>(
      tools, kSyntax,
      TagRules{.values = {.cdata = true, .entities = true}, .json_closers = kClosers, .json_openers = kOpeners});
}

}  // namespace

Format minicpm5_xml() {
  return {.name = "minicpm5-xml",
          .models = "MiniCPM 4 and 5",
          .example = "<function name=\"get_weather\"><param name=\"city\">Paris</param></function>",
          .openers = kOpeners,
          .reader = reader,
          .closers = kClosers};
}

}  // namespace acode::extract
