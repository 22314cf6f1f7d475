// Stories of calls, made as they are made in life: by the pipeline.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "acode/pipeline/pipeline.h"
#include "acode/schema/toolset.h"
#include "observe/call_story.h"

namespace acode::observe::test {

inline const schema::Toolset& tools() {
  static const schema::Toolset kTools =
      schema::load_tools(R"([{"name": "read_file", "description": "Reads a file", "parameters": {"type": "object",
        "properties": {"path": {"type": "string"}, "lines": {"type": "integer"}, "mode": {"enum": ["text", "binary"]},
                       "how": {"type": "object", "properties": {"deep": {"type": "string", "pattern": "^a"}}}},
        "required": ["path"]}}])")
          .tools;
  return kTools;
}

/// What an answer comes to whose one call has this text of arguments.
inline pipeline::ParseResult result_of(std::string_view arguments, const pipeline::PipelineOptions& options = {},
                                       std::string_view name = "read_file") {
  wire::Answer answer;
  answer.calls.push_back({"c1", std::string(name), std::string(arguments)});
  answer.finish = wire::FinishReason::kToolCalls;
  const std::string body = wire::encode(wire::Dialect::kOpenAiChat, answer);
  pipeline::ParseResult result = pipeline::Pipeline(&tools(), options).process(body, pipeline::Input::kResponse);
  result.correlation_id = std::string_view("corr-1");
  return result;
}

inline pipeline::ToolCall call_in(const pipeline::ParseResult& result) {
  return (result.rejected.empty() ? result.calls : result.rejected).at(0);
}

inline CallStory story_with(std::string_view arguments, const Origin& origin = {"ollama", "qwen3:8b"},
                            const pipeline::PipelineOptions& options = {}) {
  const pipeline::ParseResult result = result_of(arguments, options);
  return story_of(std::make_shared<const Origin>(origin), result, call_in(result));
}

}  // namespace acode::observe::test
