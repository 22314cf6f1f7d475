// pythonic: Llama 3.2 and 4, ToolACE, Gemma 3, any model that is asked to write calls like Python.
//
//   [get_weather(city="Paris"), get_time()]
//
// and, where the tools are known, get_weather(city="Paris") anywhere. Mere talk of a tool is no call: get_weather(city),
// get_weather(...), or a link, [link text](url).
#include <array>
#include <set>

#include "extract/format_list.h"
#include "extract/python_calls.h"

namespace acode::extract {
namespace {

constexpr std::array<std::string_view, 1> kOpeners = {"["};

std::unique_ptr<ConstructReader> reader(const Tools& tools, std::string_view /*opener*/) {
  return std::make_unique<PythonCallsReader>(tools, PythonPlace::kAnywhere);
}

std::string with_replaced(std::string_view name, char what, std::string_view by) {
  std::string out;
  for (const char c : name) {
    if (c == what) {
      out += by;
    } else {
      out += c;
    }
  }
  return out;
}

// The name as it is, as Python can have it, and as markdown escapes it.
void tool_openers(const Tools& tools, std::vector<std::string>& openers) {
  if (!tools.given()) return;
  for (const schema::Tool& tool : tools.all()->tools()) {
    std::set<std::string> names = {tool.name, with_replaced(tool.name, '.', "_"), with_replaced(tool.name, '-', "_")};
    names.insert(with_replaced(tool.name, '_', "\\_"));
    for (const std::string_view prefix : {"", "functions.", "print(", "print(functions."}) {
      for (const std::string& name : names) openers.push_back(std::string(prefix) + name + "(");
    }
  }
}

}  // namespace

Format pythonic() {
  return {"pythonic",
          "Llama 3.2 and 4, ToolACE, Gemma 3",
          R"x([get_weather(city="Paris")])x",
          kOpeners,
          Place::kWordStart,
          reader,
          {},
          {},
          tool_openers};
}

}  // namespace acode::extract
