// Which tool a model meant by a name (EX-9).
//
//   resolve_tool_name(tools, "functions.Read-File")     // the tool read_file, with a warning
//   resolve_tool_name(tools, "read")                    // none: nothing is guessed
#pragma once

#include <string>
#include <string_view>

#include "acode/schema/toolset.h"

namespace acode::coerce {

/// Which tool a name means.
struct ResolvedName {
  const schema::Tool* tool = nullptr;  ///< null if no tool fits, or more than one
  std::string warning;                 ///< empty if the name was right to the letter
};

/// The tool with this name. Special tokens and white space around it, a `functions.` prefix, case and `-` `_` `.` are
/// forgiven if exactly one tool fits then.
ResolvedName resolve_tool_name(const schema::Toolset& tools, std::string_view name);

}  // namespace acode::coerce
