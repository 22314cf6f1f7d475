// A result on one line, so that a test can say in one string what it expects.
//
//   read_file({"path":"a.txt"}) !write_file:ACODE-TLP-004 |content|reasoning|
#pragma once

#include <string>

#include "acode/json/writer.h"
#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"

namespace acode::pipeline {

inline const schema::Toolset& test_tools() {
  static const schema::Toolset kTools = schema::load_tools(R"([
      {"name": "read_file", "description": "Reads a file", "parameters": {"type": "object",
        "properties": {"path": {"type": "string"}, "lines": {"type": "integer"}}, "required": ["path"]}},
      {"name": "write_file", "description": "Writes a file", "parameters": {"type": "object",
        "properties": {"path": {"type": "string"}, "content": {"type": "string"}, "mode": {"enum": ["new", "append"]}},
        "required": ["path", "content"]}},
      {"name": "now", "description": "The time", "parameters": {"type": "object", "properties": {}}}])")
                                            .tools;
  return kTools;
}

inline std::string summary(const ParseResult& result) {
  std::string out;
  for (const ToolCall& call : result.calls) {
    out += call.name + "(" + json::write(call.arguments->value()) + ") ";
  }
  for (const ToolCall& call : result.rejected) {
    out += "!" + call.name + ":" + call.error()->code + " ";
  }
  return out + "|" + result.content + "|" + result.reasoning + "|" + result.invented;
}

inline ParseResult processed(std::string_view input, const PipelineOptions& options = {}) {
  return Pipeline(&test_tools(), options).process(input);
}

}  // namespace acode::pipeline
