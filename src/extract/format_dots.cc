// dots: dots.llm.
//
//   <dots_function_call><invoke name="get_weather"><parameter name="city">Paris</parameter></invoke></dots_function_call>
//   <dots_function_call>{"name": "get_weather", "arguments": {"city": "Paris"}}</dots_function_call>
#include <algorithm>
#include <array>

#include "extract/attribute_tags.h"
#include "extract/format_list.h"
#include "extract/marker_match.h"
#include "extract/tag_calls.h"
#include "extract/tagged_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<dots_function_call>"};
constexpr std::array<std::string_view, 3> kClosers = {"</dots_function_call>", "</invoke>", "</parameter>"};
constexpr std::array<std::string_view, 1> kFrames = {"</dots_function_call>"};

constexpr std::array<TagWords, 1> kWrappers = {{{"<dots_function_call>", "</dots_function_call>"}}};
constexpr std::array<TagWords, 2> kCalls = {{{"<invoke", "</invoke>"}, {"<function", "</function>"}}};
constexpr std::array<TagWords, 2> kParameters = {{{"<parameter", "</parameter>"}, {"<param", "</param>"}}};

// JSON or tags: the first character behind the marker tells.
class DotsReader final : public ConstructReader {
 public:
  DotsReader(const Tools& tools, std::string_view opener)
      : opener_(opener),
        json_(tools, opener, kFrames),
        tags_(tools, syntax(), TagRules{.json_closers = kClosers, .json_openers = kOpeners}) {}

  Look look(std::string_view text, bool final) override {
    first_ = skip_white(text, std::max(first_, opener_.size()));
    const bool is_json = first_ < text.size() && (text[first_] == '{' || text[first_] == '[');
    return is_json ? json_.look(text, final) : tags_.look(text, final);
  }

 private:
  static const AttributeSyntax& syntax() {
    static const AttributeSyntax kSyntax({.wrappers = kWrappers, .calls = kCalls, .parameters = kParameters});
    return kSyntax;
  }

  std::string_view opener_;
  std::size_t first_ = 0;  // white space up to here
  TaggedJsonReader json_;
  TagCallsReader tags_;
};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<DotsReader>(tools, opener);
}

}  // namespace

Format dots() {
  return {.name = "dots",
          .models = "dots.llm",
          .example =
              "<dots_function_call><invoke name=\"get_weather\"><parameter name=\"city\">Paris</parameter></invoke>"
              "</dots_function_call>",
          .openers = kOpeners,
          .reader = reader,
          .frames = kFrames,
          .closers = kClosers};
}

}  // namespace acode::extract
