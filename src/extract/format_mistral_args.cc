// mistral-args: Mistral Small 3.2, Magistral, Devstral, Ministral 3, Large 3.
//
//   [TOOL_CALLS]get_weather[ARGS]{"city": "Paris"}
//   [TOOL_CALLS]get_weather[CALL_ID]a1b2c3d4e[ARGS]{"city": "Paris"}
//
// The marker is there for each call, or, where the tool is known, only before the first. `[ARGS]` may be missing or
// broken. Older models write JSON behind the marker, which is mistral-json.
#include <array>

#include "base/text.h"
#include "extract/format_list.h"
#include "extract/named_json.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"[TOOL_CALLS]"};
constexpr std::array<std::string_view, 1> kClosers = {"[/TOOL_CALLS]"};
constexpr std::array<std::string_view, 1> kSeparators = {"[ARGS]"};
constexpr std::string_view kId = "[CALL_ID";
constexpr std::string_view kArguments = "ARGS";

// Without white space and no-break spaces at either end.
std::string_view trimmed_wide(std::string_view text) {
  constexpr std::string_view kNoBreak = "\xC2\xA0";
  for (std::string_view before; before != text;) {
    before = text;
    text = base::trimmed(text);
    if (text.starts_with(kNoBreak)) text.remove_prefix(kNoBreak.size());
    if (text.ends_with(kNoBreak)) text.remove_suffix(kNoBreak.size());
  }
  return text;
}

// "f[CALL_ID]a1b2c3d4e[ARGS]", where brackets may be missing.
std::optional<CallHead> head(std::string_view written, const Tools& tools) {
  const std::size_t arguments = written.rfind(kArguments);
  const bool separated = arguments != std::string_view::npos && arguments + kArguments.size() + 2 > written.size();
  std::string_view name = written.substr(0, separated ? arguments : written.size());
  std::string_view id;
  if (const std::size_t at = name.find(kId); at != std::string_view::npos) {
    id = name.substr(at + kId.size());
    name = name.substr(0, at);
  }
  while (!name.empty() && (name.back() == '[' || name.back() == ']')) name.remove_suffix(1);
  name = trimmed_wide(name);
  const auto is_around = [](char c) { return c == '[' || c == ']' || is_white(c); };
  while (!id.empty() && is_around(id.front())) id.remove_prefix(1);
  while (!id.empty() && is_around(id.back())) id.remove_suffix(1);
  const bool plain = Tools(nullptr).may_be(name) || (tools.given() && tools.may_be(name));
  const bool possible = separated && name.find_first_of("[]\n") == std::string_view::npos && !name.empty();
  if (!plain && !possible) return std::nullopt;
  return CallHead{std::string(name), std::string(id)};
}

constexpr NamedJsonGrammar kGrammar = {kClosers, {}, kSeparators, head};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  return room.make<NamedJsonReader>(tools, opener, kGrammar, opener == kOpeners[0] ? opener.size() : 0);
}

void tool_openers(const Tools& tools, std::vector<std::string>& openers) {
  add_tool_openers(tools, "", "[ARGS]", openers);
  add_tool_openers(tools, "", "[CALL_ID]", openers);
}

}  // namespace

Format mistral_args() {
  return {"mistral-args",
          "Mistral Small 3.2, Magistral, Devstral, Ministral 3, Large 3",
          R"x([TOOL_CALLS]get_weather[ARGS]{"city":"Paris"})x",
          kOpeners,
          Place::kAnywhere,
          reader,
          {},
          {},
          tool_openers};
}

}  // namespace acode::extract
