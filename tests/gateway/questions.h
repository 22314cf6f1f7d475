// The question that tests ask: one tool, in any dialect.
#pragma once

#include <string>
#include <utility>

#include "acode/wire/request.h"
#include "acode/wire/wire.h"

namespace acode::gateway {

/// What is in a.txt? There is read_file, which wants a path.
inline wire::Request question() {
  wire::Request request;
  request.model = "m";
  request.messages.push_back({wire::Role::kUser, {wire::TextPart{"What is in a.txt?"}}, {}});
  wire::ToolDefinition tool;
  tool.name = "read_file";
  tool.parameters =
      R"({"type":"object","properties":{"path":{"type":"string"},"lines":{"type":"integer"}},"required":["path"]})";
  request.tools.push_back(tool);
  return request;
}

/// A question as the body of a request.
inline std::string question_in(wire::Dialect dialect, bool stream, wire::Request request = question()) {
  request.stream = stream;
  request.stream_usage = stream;
  return wire::encode_request(dialect, request);
}

}  // namespace acode::gateway
