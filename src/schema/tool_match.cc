// Forgiving comparison of tool names.
#include "schema/tool_match.h"

#include <algorithm>

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

bool separates(char c) { return c == '-' || c == '_' || c == '.'; }

// Passes over separators. False at the end.
bool skip_separators(std::string_view& name) {
  while (!name.empty() && separates(name[0])) name.remove_prefix(1);
  return !name.empty();
}

// Whether two names differ in nothing but case and separators.
bool are_alike(std::string_view a, std::string_view b) {
  while (skip_separators(a) && skip_separators(b)) {
    if (to_lower(a[0]) != to_lower(b[0])) return false;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return !skip_separators(a) && !skip_separators(b);
}

// The only tool whose name is like this one.
const Tool* only_tool(const Toolset& tools, std::string_view wanted) {
  if (std::all_of(wanted.begin(), wanted.end(), separates)) return nullptr;
  const Tool* found = nullptr;
  for (const Tool& tool : tools.tools()) {
    if (!are_alike(tool.name, wanted)) continue;
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
  // Most names have neither: what was asked of one spelling need not be asked of the next.
  const bool prefixed = plain.size() != bare.size();
  if (bare.size() != name.size()) {
    if (const Tool* const tool = tools.find(bare)) return tool;
  }
  if (prefixed) {
    if (const Tool* const tool = tools.find(plain)) return tool;
  }
  const Tool* const tool = only_tool(tools, bare);
  return tool != nullptr || !prefixed ? tool : only_tool(tools, plain);
}

}  // namespace acode::schema::detail
