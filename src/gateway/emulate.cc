// Requests for upstreams that lack something.
#include "gateway/emulate.h"

#include <algorithm>
#include <string>
#include <utility>

#include "acode/error.h"
#include "acode/json/writer.h"
#include "acode/pipeline/prompt.h"

namespace acode::gateway {
namespace {

using wire::Message;
using wire::Role;

// As tool_prompt() teaches it.
std::string call_text(const wire::WireCall& call) {
  std::string text = "TOOL_CALL: {\"tool\": ";
  json::write_string_to(text, call.name);
  return text + ", \"arguments\": " + (call.arguments.empty() ? "{}" : call.arguments) + "}";
}

std::string result_text(const wire::ResultPart& result) {
  const std::string whose = result.tool_name.empty() ? result.call_id : result.tool_name;
  return "Result of " + whose + (result.is_error ? " (an error):\n" : ":\n") + result.text;
}

// In words what only servers with tools have words for.
void put_into_words(Message& message) {
  bool has_changed = false;
  for (wire::Part& part : message.parts) {
    if (const auto* const call = std::get_if<wire::WireCall>(&part)) {
      part = wire::TextPart{call_text(*call)};
      has_changed = true;
    } else if (const auto* const result = std::get_if<wire::ResultPart>(&part)) {
      part = wire::TextPart{result_text(*result)};
      has_changed = true;
    }
  }
  if (!has_changed) return;
  message.native.clear();
  if (message.role == Role::kTool) message.role = Role::kUser;
}

void teach(wire::Request& request, const schema::Toolset& tools) {
  const Message lesson{Role::kSystem, {wire::TextPart{pipeline::tool_prompt(tools)}}, {}};
  const auto first = std::find_if(request.messages.begin(), request.messages.end(),
                                  [](const Message& message) { return message.role != Role::kSystem; });
  request.messages.insert(first, lesson);
}

}  // namespace

void emulate_tools(wire::Request& request, const schema::Toolset* tools) {
  for (Message& message : request.messages) put_into_words(message);
  if (tools != nullptr) teach(request, *tools);
  request.tools.clear();
  request.tool_choice = {};
  request.parallel_calls.reset();
}

void emulate_tool_choice(wire::Request& request) {
  using Kind = wire::ToolChoice::Kind;
  const wire::ToolChoice choice = std::exchange(request.tool_choice, {});
  if (choice.kind == Kind::kNone) request.tools.clear();
  if (choice.kind == Kind::kNamed) {
    std::erase_if(request.tools, [&](const wire::ToolDefinition& tool) { return tool.name != choice.name; });
  }
}

std::optional<pipeline::ToolCall> missing_call(const wire::ToolChoice& choice) {
  using Kind = wire::ToolChoice::Kind;
  if (choice.kind != Kind::kRequired && choice.kind != Kind::kNamed) return std::nullopt;
  pipeline::ToolCall call;
  call.id = "call_0";
  call.name = choice.name;
  call.verdict = pipeline::Verdict::kRejected;
  pipeline::Finding& finding = call.findings.emplace_back();
  finding.kind = pipeline::Finding::Kind::kError;
  finding.stage = pipeline::Stage::kName;
  finding.code = code_name(choice.kind == Kind::kNamed ? ErrorCode::kInvalidJson : ErrorCode::kNameMissing);
  finding.message = choice.kind == Kind::kNamed ? "a call of " + choice.name + " was asked for, and none came"
                                                : "a call was asked for, and none came";
  return call;
}

}  // namespace acode::gateway
