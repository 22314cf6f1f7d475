// Which tool a name means, with a word about it if it was not spelled right.
#include "acode/coerce/tool_name.h"

#include "schema/tool_match.h"

namespace acode::coerce {

ResolvedName resolve_tool_name(const schema::Toolset& tools, std::string_view name) {
  const schema::Tool* const tool = schema::detail::match_tool(tools, name);
  if (tool == nullptr || tool->name == name) return {tool, {}};
  return {tool, "tool name \"" + std::string(name) + "\" read as \"" + tool->name + "\""};
}

}  // namespace acode::coerce
