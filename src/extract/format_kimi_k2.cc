// kimi-k2: Kimi K2, K2.5 and K2 Thinking.
//
//   <|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}
//   <|tool_call_end|><|tool_calls_section_end|>
//
// What stands before the arguments is the id of the call, and must be given back as it is. Sometimes it is only a number:
// then the tool is the one that the arguments fit. Closing tokens may be missing.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "extract/format_list.h"
#include "extract/named_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"<|tool_call_begin|>"};
constexpr std::array<std::string_view, 1> kClosers = {"<|tool_call_end|>"};
constexpr std::array<std::string_view, 1> kSeparators = {"<|tool_call_argument_begin|>"};
constexpr std::array<std::string_view, 4> kFrames = {"<|tool_calls_section_begin|>", "<|tool_calls_section_end|>",
                                                     "<|tool_call_section_begin|>", "<|tool_call_section_end|>"};

bool is_number(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "functions.f:0" is f, "0" is no name.
std::string_view name_in(std::string_view id) {
  constexpr std::string_view kPrefix = "functions.";
  const std::size_t colon = id.rfind(':');
  if (colon != std::string_view::npos && is_number(id.substr(colon + 1))) id = id.substr(0, colon);
  if (id.starts_with(kPrefix)) id.remove_prefix(kPrefix.size());
  return is_number(id) ? std::string_view() : id;
}

std::optional<CallHead> head(std::string_view written, const Tools& tools) {
  for (const std::string_view separator : kSeparators) written = written.substr(0, written.find(separator));
  const std::string_view id = base::trimmed(written);
  const std::string_view name = base::trimmed(name_in(id));
  if (name.empty()) return id.empty() ? std::nullopt : std::optional(CallHead{{}, std::string(id)});
  if (!Tools(nullptr).may_be(name) && !(tools.given() && tools.may_be(name))) return std::nullopt;
  return CallHead{std::string(name), std::string(id)};
}

constexpr NamedJsonGrammar kGrammar = {kClosers, kFrames, kSeparators, head, true, false, true};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<NamedJsonReader>(tools, opener, kGrammar, opener == kOpeners[0] ? opener.size() : 0);
}

// What remains if the special tokens were left out: functions.f:0{…}
void tool_openers(const Tools& tools, std::vector<std::string>& openers) {
  add_tool_openers(tools, "functions.", ":", openers);
}

}  // namespace

Format kimi_k2() {
  return {"kimi-k2",
          "Kimi K2, K2.5, K2 Thinking",
          R"x(<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0)x"
          R"x(<|tool_call_argument_begin|>{"city":"Paris"}<|tool_call_end|><|tool_calls_section_end|>)x",
          kOpeners,
          Place::kAnywhere,
          reader,
          kFrames,
          {},
          tool_openers};
}

}  // namespace acode::extract
