// step3: Step 3.
//
//   <｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather">
//   <steptml:parameter name="city">Paris</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>
#include <array>

#include "extract/attribute_tags.h"
#include "extract/format_list.h"
#include "extract/tag_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 3> kOpeners = {"<｜tool_calls_begin｜>", "<｜tool_call_begin｜>",
                                                      "<steptml:invoke "};
constexpr std::array<std::string_view, 4> kClosers = {"<｜tool_call_end｜>", "<｜tool_calls_end｜>",
                                                      "</steptml:invoke>", "</steptml:parameter>"};

constexpr std::array<TagWords, 1> kWrappers = {{{"<｜tool_calls_begin｜>", "<｜tool_calls_end｜>"}}};
constexpr std::array<TagWords, 1> kCalls = {{{"<steptml:invoke", "</steptml:invoke>"}}};
constexpr std::array<TagWords, 1> kParameters = {{{"<steptml:parameter", "</steptml:parameter>"}}};
constexpr std::array<std::string_view, 4> kIgnored = {"<｜tool_call_begin｜>", "<｜tool_call_end｜>",
                                                      "function<｜tool_sep｜>", "<｜tool_sep｜>"};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  static const AttributeSyntax kSyntax(
      {.wrappers = kWrappers, .calls = kCalls, .parameters = kParameters, .ignored = kIgnored});
  return room.make<TagCallsReader>(tools, kSyntax,
                                   TagRules{.tokens = true, .json_closers = kClosers, .json_openers = kOpeners});
}

}  // namespace

Format step3() {
  return {.name = "step3",
          .models = "Step 3",
          .example =
              "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"get_weather\">"
              "<steptml:parameter name=\"city\">Paris</steptml:parameter></steptml:invoke><｜tool_call_end｜>"
              "<｜tool_calls_end｜>",
          .openers = kOpeners,
          .reader = reader,
          .closers = kClosers};
}

}  // namespace acode::extract
