// Names of tools: what is forgiven.
#include "acode/coerce/tool_name.h"

#include "coerce/rule.h"

namespace acode::coerce {
namespace {

// `<|channel|>name<|message|>` → name.
std::string_view without_special_tokens(std::string_view name) {
  for (bool again = true; again;) {
    again = false;
    name = trimmed(name);
    if (name.starts_with("<|")) {
      const std::size_t end = name.find("|>");
      if (end != std::string_view::npos) {
        name.remove_prefix(end + 2);
        again = true;
      }
    }
    if (name.ends_with("|>")) {
      const std::size_t begin = name.rfind("<|");
      if (begin != std::string_view::npos) {
        name = name.substr(0, begin);
        again = true;
      }
    }
  }
  return name;
}

std::string_view without_prefix(std::string_view name) {
  constexpr std::string_view kPrefix = "functions.";
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

// Small letters without separators.
std::string folded(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c != '-' && c != '_' && c != '.') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

// The only tool whose folded name is this one.
const schema::Tool* only_tool(const schema::Toolset& tools, const std::string& wanted) {
  const schema::Tool* found = nullptr;
  for (const schema::Tool& tool : tools.tools()) {
    if (folded(tool.name) != wanted) continue;
    if (found != nullptr) return nullptr;
    found = &tool;
  }
  return found;
}

}  // namespace

ResolvedName resolve_tool_name(const schema::Toolset& tools, std::string_view name) {
  if (const schema::Tool* const tool = tools.find(name)) return {tool, {}};
  const std::string_view bare = without_special_tokens(name);
  const std::string_view plain = without_prefix(bare);
  const schema::Tool* tool = nullptr;
  for (const std::string_view candidate : {bare, plain}) {
    if (tool == nullptr) tool = tools.find(candidate);
  }
  for (const std::string_view candidate : {bare, plain}) {
    if (tool == nullptr && !folded(candidate).empty()) tool = only_tool(tools, folded(candidate));
  }
  if (tool == nullptr) return {};
  return {tool, "tool name \"" + std::string(name) + "\" read as \"" + tool->name + "\""};
}

}  // namespace acode::coerce
