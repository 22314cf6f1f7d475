// function-tag: Llama 3.x with custom tools, Functionary v3.1, what Groq calls a failed generation.
//
//   <function=get_weather>{"city": "Paris"}</function>
//   <function=get_weather{"city": "Paris"}</function>
//   <function=get_weather({"city": "Paris"})</function>
//   get_weather{"city": "Paris"}</function>                 the tag is lost: the tool must be known
//   get_weather{"city": "Paris"}                            on a line of its own
//
// Parameters with tags of their own instead of JSON are qwen3-xml.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "extract/format_list.h"
#include "extract/named_json.h"

namespace acode::extract {
namespace {

constexpr std::string_view kOpener = "<function=";
constexpr std::array<std::string_view, 1> kOpeners = {kOpener};
constexpr std::array<std::string_view, 3> kClosers = {"</function>", "<function>", "<function/>"};
constexpr std::array<std::string_view, 1> kStray = {"</function>"};

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-.:/").find(c) != std::string_view::npos;
}

// The name, and behind it nothing but punctuation: "f>", "f(", "f[]>", "\"f\">".
std::optional<CallHead> head(std::string_view written, const Tools& tools) {
  const auto is_punctuation = [](char c) {
    return std::string_view(">([]),:=\"' \t\r\n").find(c) != std::string_view::npos;
  };
  std::string_view rest = base::trimmed(written);
  while (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) rest.remove_prefix(1);
  std::size_t end = 0;
  while (end < rest.size() && is_name_character(rest[end])) ++end;
  std::string_view name = rest.substr(0, end);
  rest.remove_prefix(end);
  if (!std::all_of(rest.begin(), rest.end(), is_punctuation)) return std::nullopt;
  while (!name.empty() && name.back() == ':') name.remove_suffix(1);
  if (!Tools(nullptr).may_be(name) && !(tools.given() && tools.may_be(name))) return std::nullopt;
  return CallHead{std::string(name), {}};
}

constexpr NamedJsonGrammar kTagged = {kClosers, {}, {}, head};
constexpr NamedJsonGrammar kTagLost = {kClosers, {}, {}, head, false, true};

ConstructReader& reader(ReaderRoom& room, const Tools& tools, std::string_view opener) {
  if (opener == kOpener) return room.make<NamedJsonReader>(tools, opener, kTagged);
  return room.make<NamedJsonReader>(tools, opener, kTagLost, std::size_t{0});
}

void tool_openers(const Tools& tools, std::vector<std::string>& openers) {
  add_tool_openers(tools, "", "{", openers);
  add_tool_openers(tools, "", ">{", openers);
}

}  // namespace

Format function_tag() {
  return {"function-tag",
          "Llama 3.x with custom tools, Functionary v3.1",
          R"x(<function=get_weather>{"city":"Paris"}</function>)x",
          kOpeners,
          Place::kAnywhere,
          reader,
          {},
          kStray,
          tool_openers};
}

}  // namespace acode::extract
