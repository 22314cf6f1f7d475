// Forgiving comparison of tool names.
#include "schema/tool_match.h"

#include <string>

#include "base/text.h"
#include "schema/ascii.h"

namespace acode::schema::detail {
namespace {

using base::trimmed;

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
    if (c != '-' && c != '_' && c != '.') out += to_lower(c);
  }
  return out;
}

// The only tool whose folded name is this one.
const Tool* only_tool(const Toolset& tools, const std::string& wanted) {
  const Tool* found = nullptr;
  for (const Tool& tool : tools.tools()) {
    if (folded(tool.name) != wanted) continue;
    if (found != nullptr) return nullptr;
    found = &tool;
  }
  return found;
}

}  // namespace

const Tool* match_tool(const Toolset& tools, std::string_view name) {
  if (const Tool* const tool = tools.find(name)) return tool;
  const std::string_view bare = without_special_tokens(name);
  const std::string_view plain = without_prefix(bare);
  for (const std::string_view candidate : {bare, plain}) {
    if (const Tool* const tool = tools.find(candidate)) return tool;
  }
  for (const std::string_view candidate : {bare, plain}) {
    const std::string wanted = folded(candidate);
    const Tool* const tool = wanted.empty() ? nullptr : only_tool(tools, wanted);
    if (tool != nullptr) return tool;
  }
  return nullptr;
}

}  // namespace acode::schema::detail
