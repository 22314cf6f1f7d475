// Asking for one call again.
#include "agent/second_question.h"

#include <algorithm>
#include <utility>

#include "acode/json/writer.h"
#include "base/text.h"

namespace acode::agent {
namespace {

using pipeline::ToolCall;

// What can be sent again of the arguments: a server refuses a history with broken ones.
std::string sendable_arguments(const ToolCall& call) {
  return call.arguments ? json::write(call.arguments->value()) : std::string("{}");
}

bool came_as_call(const ToolCall& call) { return call.format.empty(); }

// Held to a schema there are no tools in a request, so what they are must be said in words.
Message about_tools(const std::string& tools, bool whole_call) {
  return {Role::kSystem,
          "Tools: " + tools + "\n" +
              (whole_call ? "Write one call of one of these tools: {\"name\": …, \"arguments\": {…}}, and nothing else."
                          : "Write the arguments of one call of this tool: one JSON object, and nothing else.")};
}

// The tools and the last question, without all that was said before and between.
Conversation short_form(const FailedCall& failed, bool whole_call) {
  const Conversation& conversation = failed.conversation;
  Conversation kept = {about_tools(failed.tools, whole_call)};
  const auto last =
      std::find_if(conversation.rbegin(), conversation.rend(), [](const Message& m) { return m.role == Role::kUser; });
  if (last != conversation.rend()) kept.push_back(*last);
  return kept;
}

}  // namespace

Conversation second_question(const FailedCall& failed, const retry::Plan& plan) {
  Conversation messages = plan.rung == retry::Rung::kReemit ? short_form(failed, plan.whole_call) : failed.conversation;
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

}  // namespace acode::agent
