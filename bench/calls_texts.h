// The tools of the benchmark of calls, and what models ask of them.
#pragma once

#include <string_view>
#include <vector>

namespace acode::bench {

/// One use of a tool: its name, and the arguments as JSON.
struct ToolUse {
  std::string_view tool;
  std::string_view arguments;
};

/// Definitions of all tools, in a JSON array.
std::string_view tools_text();

/// Everyday calls: as hermes writes them each has about 150 bytes. No string in them holds a quote of any kind.
std::vector<ToolUse> short_calls();

/// The same in formats that take more or less room: one that has about 150 bytes in qwen3-xml, one in pythonic.
ToolUse qwen3_xml_call();
ToolUse pythonic_call();

/// Calls with much in them: as hermes writes them each has about 2,000 bytes.
std::vector<ToolUse> long_calls();

}  // namespace acode::bench
