// Calls that could not be used, made as they are made in life: by the pipeline.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"

namespace acode::retry::test {

inline const schema::Toolset& tools() {
  static const schema::Toolset kTools =
      schema::load_tools(R"([{"name": "read_file", "description": "Reads a file", "parameters": {"type": "object",
        "properties": {"path": {"type": "string", "description": "where it is"}, "lines": {"type": "integer"},
                       "how": {"type": "object", "properties": {"mode": {"enum": ["text", "binary"]}}}},
        "required": ["path"]}}])")
          .tools;
  return kTools;
}

inline const schema::Tool& read_file() { return *tools().find("read_file"); }

/// The call that comes of these arguments, sent by Ollama as a string.
inline pipeline::ToolCall call_with(std::string_view arguments, pipeline::PipelineOptions options = {},
                                    std::string_view name = "read_file") {
  wire::Answer answer;
  answer.calls.push_back({"c1", std::string(name), std::string(arguments)});
  answer.finish = wire::FinishReason::kToolCalls;
  const std::string body = wire::encode(wire::Dialect::kOpenAiChat, answer);
  pipeline::ParseResult result = pipeline::Pipeline(&tools(), options).process(body, pipeline::Input::kResponse);
  return std::move(result.rejected.empty() ? result.calls : result.rejected).at(0);
}

/// The same where nothing is repaired.
inline pipeline::ToolCall unrepaired(std::string_view arguments) {
  pipeline::PipelineOptions options;
  options.repair = false;
  return call_with(arguments, options);
}

}  // namespace acode::retry::test
