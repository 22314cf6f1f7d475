// atem: Muse Glimmer. Every message has a recipient: the user, the model itself, or a tool.
//
//    to=self<|message|>I should look.<|eom|><|start|>assistant to=get_weather<|message|><atem:function_calls>
//   <atem:invoke name="get_weather">
//   <atem:parameter name="city">Paris</atem:parameter>
//   </atem:invoke>
//   </atem:function_calls>
//
// A call is one only in a message to a tool: the same tags in a message to the user or to itself are talk of calls. The
// first header lacks its beginning, which is in the prompt.
#include <array>

#include "extract/attribute_tags.h"
#include "extract/format_list.h"
#include "extract/marker_match.h"
#include "extract/tag_calls.h"

namespace acode::extract {
namespace {

constexpr std::string_view kMessage = "<|message|>";
constexpr std::array<std::string_view, 6> kOpeners = {"<|start|>assistant to=", "<|start|>assistant<|message|>",
                                                      "to=self<|message|>",     " to=self<|message|>",
                                                      "to=user<|message|>",     " to=user<|message|>"};
constexpr std::array<std::string_view, 2> kFrames = {"<|eom|>", "<|eot|>"};
constexpr std::array<std::string_view, 3> kClosers = {"</atem:function_calls>", "</atem:invoke>", "</atem:parameter>"};

constexpr std::array<TagWords, 1> kWrappers = {{{"<atem:function_calls>", "</atem:function_calls>"}}};
constexpr std::array<TagWords, 1> kCalls = {{{"<atem:invoke", "</atem:invoke>"}}};
constexpr std::array<TagWords, 1> kParameters = {{{"<atem:parameter", "</atem:parameter>"}}};
constexpr std::array<std::string_view, 2> kIgnored = {"</atem:message>", kMessage};
constexpr std::array<std::string_view, 1> kJsonOpeners = {"<atem:invoke "};

const AttributeSyntax& syntax() {
  static const AttributeSyntax kSyntax(
      {.wrappers = kWrappers, .calls = kCalls, .parameters = kParameters, .ignored = kIgnored});
  return kSyntax;
}

class AtemReader final : public ConstructReader {
 public:
  explicit AtemReader(const Tools& tools)
      : calls_(tools, syntax(),
               TagRules{.tokens = true, .any_name = true, .json_closers = kClosers, .json_openers = kJsonOpeners}) {}

  Look look(std::string_view text, bool final) override {
    if (body_ == 0) {
      Look header = read_header(text, final);
      if (body_ == 0) return header;
    }
    Look found = calls_.look(text.substr(body_), final);
    if (found.state != Look::State::kDone) return found;
    found.length += body_;
    for (TextCall& call : found.calls) call.offset += body_;
    return found;
  }

 private:
  // The message to the user or to itself begins behind its header; that to a tool is read here.
  Look read_header(std::string_view text, bool final) {
    constexpr std::size_t kLongest = 256;
    const std::size_t end = text.substr(0, kLongest).find(kMessage);
    if (end == std::string_view::npos) return final || text.size() >= kLongest ? Look::no() : Look::more();
    const std::size_t to = text.find("to=");
    const std::string_view recipient = to < end ? text.substr(to + 3, end - to - 3) : std::string_view("user");
    if (recipient.empty() || recipient.find_first_of(" <\n") != std::string_view::npos) return Look::no();
    if (recipient == "self") return Look::header(end + kMessage.size(), Look::Then::kReasoning);
    if (recipient == "user") return Look::header(end + kMessage.size(), Look::Then::kContent);
    body_ = end + kMessage.size();
    return Look::more();
  }

  TagCallsReader calls_;
  std::size_t body_ = 0;  // behind the header; 0 if that is not known yet
};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view /*opener*/) {
  return room.make<AtemReader>(tools);
}

// Of a header without its beginning nothing comes before it.
Place place_of(std::string_view opener) { return opener.starts_with('<') ? Place::kAnywhere : Place::kTextStart; }

void tool_openers(const Tools& tools, std::vector<std::string>& openers) {
  add_tool_openers(tools, "to=", kMessage, openers);
  add_tool_openers(tools, " to=", kMessage, openers);
}

}  // namespace

Format atem() {
  return {.name = "atem",
          .models = "Muse Glimmer",
          .example =
              "<|start|>assistant to=get_weather<|message|><atem:function_calls>\n<atem:invoke "
              "name=\"get_weather\">\n<atem:parameter name=\"city\">Paris</atem:parameter>\n</atem:invoke>\n"
              "</atem:function_calls>",
          .openers = kOpeners,
          .reader = reader,
          .frames = kFrames,
          .closers = kClosers,
          .tool_openers = tool_openers,
          .place_of = place_of};
}

}  // namespace acode::extract
