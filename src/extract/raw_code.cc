// Which parameter a bare text is meant for.
#include "extract/raw_code.h"

#include <array>
#include <optional>

#include "acode/json/value.h"
#include "acode/json/writer.h"
#include "extract/call_keys.h"

namespace acode::extract {
namespace {

// `code` and the like if the tool has it; else what it needs first; else its first parameter.
std::string parameter_for(const schema::Tool* tool) {
  constexpr std::array<std::string_view, 6> kUsual = {"code", "source", "script", "command", "query", "input"};
  for (const std::string_view name : kUsual) {
    if (has_property(tool, name)) return std::string(name);
  }
  if (tool == nullptr) return "code";
  const std::optional<json::Value> required = tool->parameters.source().find("required");
  if (required && !required->elements().empty()) return std::string((*required->elements().begin()).as_string());
  const std::optional<json::Value> properties = tool->parameters.source().find("properties");
  if (properties && !properties->members().empty()) return std::string((*properties->members().begin()).name);
  return "code";
}

}  // namespace

std::string raw_arguments(std::string_view text, const schema::Tool* tool) {
  std::string json = "{";
  json::write_string_to(json, parameter_for(tool));
  json += ':';
  json::write_string_to(json, text);
  json += '}';
  return json;
}

}  // namespace acode::extract
