// Asking for one call again.
#include "agent/second_question.h"

#include <algorithm>
#include <utility>

#include "acode/json/writer.h"
#include "base/text.h"

namespace acode::agent {
namespace {

using pipeline::ParseResult;
using pipeline::ToolCall;

// What can be sent again of the arguments: a server refuses a history with broken ones.
std::string sendable_arguments(const ToolCall& call) {
  return call.arguments ? json::write(call.arguments->value()) : std::string("{}");
}

bool came_as_call(const ToolCall& call) { return call.format.empty(); }

// Held to a schema there are no tools in a request, so what the tool is must be said in words.
Message about_tool(const std::string& tool) {
  return {Role::kSystem,
          "Tools: [" + tool + "]\nWrite the arguments of one call of this tool: one JSON object, and nothing else."};
}

// The tool and the last question, without all that was said before and between.
Conversation short_form(const Conversation& conversation, const std::string& tool) {
  Conversation kept = {about_tool(tool)};
  const auto last =
      std::find_if(conversation.rbegin(), conversation.rend(), [](const Message& m) { return m.role == Role::kUser; });
  if (last != conversation.rend()) kept.push_back(*last);
  return kept;
}

// The call of that tool, else the only one there is.
std::optional<ToolCall> call_of(ParseResult& result, const std::string& tool_name) {
  for (auto* calls : {&result.calls, &result.rejected}) {
    const auto found =
        std::find_if(calls->begin(), calls->end(), [&](const ToolCall& c) { return c.name == tool_name; });
    if (found != calls->end()) return std::move(*found);
  }
  if (!result.calls.empty()) return std::move(result.calls.front());
  if (!result.rejected.empty()) return std::move(result.rejected.front());
  return std::nullopt;
}

// The text as the arguments of the tool: as if the provider had sent a call with them.
std::optional<ToolCall> call_from_text(const wire::Answer& answer, const std::string& tool_name,
                                       const pipeline::Pipeline& pipeline) {
  if (answer.text.find('{') == std::string::npos) return std::nullopt;
  wire::Answer as_call;
  as_call.finish = answer.finish == wire::FinishReason::kLength ? answer.finish : wire::FinishReason::kToolCalls;
  as_call.calls.push_back({"", tool_name, answer.text, answer.finish != wire::FinishReason::kLength});
  const std::string body = wire::encode(wire::Dialect::kOpenAiChat, as_call);
  ParseResult result = pipeline.process(body, pipeline::Input::kResponse);
  return call_of(result, tool_name);
}

}  // namespace

Conversation second_question(const FailedCall& failed, const retry::Plan& plan) {
  Conversation messages =
      plan.rung == retry::Rung::kReemit ? short_form(failed.conversation, failed.tool) : failed.conversation;
  const ToolCall& call = failed.call;
  // Where the answer is held to a schema there are no tools, and so no calls to answer.
  if (came_as_call(call) && !plan.constrained) {
    messages.push_back({Role::kAssistant, failed.text, {{call.id, call.name, sendable_arguments(call)}}});
    messages.push_back({Role::kTool, plan.prompt, {}, call.id, call.name});
  } else {
    messages.push_back({Role::kAssistant, base::is_blank(failed.text) ? call.raw_arguments : failed.text});
    messages.push_back({Role::kUser, plan.prompt});
  }
  return messages;
}

SecondAnswer read_second_answer(const wire::Answer& answer, ParseResult result, const std::string& tool_name,
                                const retry::Plan& plan, const pipeline::Pipeline& pipeline) {
  SecondAnswer second;
  // Held to the schema, the text is the arguments, even if they look like a call of something.
  if (plan.constrained && answer.calls.empty()) second.call = call_from_text(answer, tool_name, pipeline);
  if (!second.call) second.call = call_of(result, tool_name);
  if (!second.call) second.call = call_from_text(answer, tool_name, pipeline);
  second.plain_text = !second.call && !plan.constrained && answer.errors.empty() && !base::is_blank(answer.text);
  return second;
}

}  // namespace acode::agent
