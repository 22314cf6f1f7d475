// Asking for one call again.
#include "agent/second_question.h"

#include <algorithm>
#include <string_view>
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

// Whether a text is words for a person. One with code or data in it is none: there the model tried to make the call, and
// failed in a way that not even a call can be seen.
bool is_words(std::string_view text) {
  if (base::is_blank(text) || text.find('{') != std::string_view::npos || text.find("```") != std::string_view::npos) {
    return false;
  }
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = base::trimmed(text.substr(0, end));
    if (line.starts_with('[') || line.starts_with('<')) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
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

SecondAnswer read_second_answer(const wire::Answer& answer, ParseResult result, const std::string& tool_name,
                                const retry::Plan& plan, const pipeline::Pipeline& pipeline) {
  SecondAnswer second;
  // Held to the schema, the text is the arguments, even if they look like a call of something.
  const bool is_arguments = plan.constrained && !plan.whole_call && answer.calls.empty();
  if (is_arguments) second.call = call_from_text(answer, tool_name, pipeline);
  if (!second.call) second.call = call_of(result, tool_name);
  if (!second.call && !plan.whole_call) second.call = call_from_text(answer, tool_name, pipeline);
  second.plain_text = !second.call && !plan.constrained && answer.errors.empty() && is_words(answer.text);
  return second;
}

}  // namespace acode::agent
