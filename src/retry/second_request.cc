// Asking for one call again.
#include "acode/retry/second_request.h"

#include <algorithm>
#include <utility>

#include "acode/json/writer.h"
#include "base/text.h"

namespace acode::retry {
namespace {

using pipeline::ToolCall;
using wire::Message;
using wire::Role;

Message message(Role role, std::string text) { return {role, {wire::TextPart{std::move(text)}}, {}}; }

// What can be sent again of the arguments: a server refuses a history with broken ones.
std::string sendable_arguments(const ToolCall& call) {
  return call.arguments ? json::write(call.arguments->value()) : std::string("{}");
}

bool came_as_call(const ToolCall& call) { return call.format.empty(); }

wire::ToolDefinition definition_of(const schema::Tool& tool) {
  wire::ToolDefinition definition;
  definition.name = tool.name;
  definition.description = tool.description;
  definition.parameters = json::write(tool.parameters.source());
  return definition;
}

// The tools that a plan is about: the one that was called, or all.
std::vector<wire::ToolDefinition> tools_for(const FailedCall& failed, const Plan& plan) {
  const schema::Tool* const tool = plan.whole_call ? nullptr : failed.tools.find(failed.call.name);
  if (tool != nullptr) return {definition_of(*tool)};
  std::vector<wire::ToolDefinition> all;
  for (const schema::Tool& each : failed.tools.tools()) all.push_back(definition_of(each));
  return all;
}

std::string quoted(std::string_view text) {
  std::string out;
  json::write_string_to(out, text);
  return out;
}

std::string tools_text(const std::vector<wire::ToolDefinition>& tools) {
  std::string out;
  for (const wire::ToolDefinition& tool : tools) {
    out += (out.empty() ? "" : ",") + std::string("{\"name\":") + quoted(tool.name) +
           ",\"description\":" + quoted(tool.description) + ",\"parameters\":" + tool.parameters + "}";
  }
  return "[" + out + "]";
}

// The schema of a tool's parameters inside of another one. Its own references would lead elsewhere there.
std::string inner_schema(const wire::ToolDefinition& tool) {
  return tool.parameters.find("\"$ref\"") == std::string::npos ? tool.parameters : R"({"type":"object"})";
}

// What the text of an answer shall be: the arguments of the one tool, or a whole call of one of several.
std::string answer_schema(const std::vector<wire::ToolDefinition>& tools, bool whole_call) {
  if (!whole_call && tools.size() == 1) return tools.front().parameters;
  std::string calls;
  for (const wire::ToolDefinition& tool : tools) {
    calls += (calls.empty() ? "" : ",") + std::string(R"({"type":"object","properties":{"name":{"enum":[)") +
             quoted(tool.name) + R"(]},"arguments":)" + inner_schema(tool) + R"(},"required":["name","arguments"]})";
  }
  return "{\"anyOf\":[" + calls + "]}";
}

// Held to a schema there are no tools in a request, so what they are must be said in words.
Message about_tools(const std::vector<wire::ToolDefinition>& tools, bool whole_call) {
  const std::string_view how =
      whole_call ? "Write one call of one of these tools: {\"name\": …, \"arguments\": {…}}, and nothing else."
                 : "Write the arguments of one call of this tool: one JSON object, and nothing else.";
  return message(Role::kSystem, "Tools: " + tools_text(tools) + "\n" + std::string(how));
}

bool asks(const Message& message) {
  const auto is_words = [](const wire::Part& part) { return std::holds_alternative<wire::TextPart>(part); };
  return message.role == Role::kUser && std::any_of(message.parts.begin(), message.parts.end(), is_words);
}

// The tools and the last question, without all that was said before and between.
std::vector<Message> short_form(const FailedCall& failed, const Plan& plan,
                                const std::vector<wire::ToolDefinition>& tools) {
  std::vector<Message> kept = {about_tools(tools, plan.whole_call)};
  const auto& messages = failed.request.messages;
  const auto last = std::find_if(messages.rbegin(), messages.rend(), asks);
  if (last != messages.rend()) kept.push_back(*last);
  return kept;
}

// What the model said, and what was wrong with it.
void add_feedback(std::vector<Message>& messages, const FailedCall& failed, const Plan& plan) {
  const ToolCall& call = failed.call;
  // Where the answer is held to a schema there are no tools, and so no calls to answer.
  if (came_as_call(call) && !plan.constrained) {
    Message said{Role::kAssistant, {}, {}};
    if (!base::is_blank(failed.text)) said.parts.emplace_back(wire::TextPart{std::string(failed.text)});
    said.parts.emplace_back(wire::WireCall{call.id, call.name, sendable_arguments(call)});
    messages.push_back(std::move(said));
    messages.push_back({Role::kTool, {wire::ResultPart{call.id, call.name, plan.prompt, {}, true}}, {}});
  } else {
    const bool is_silent = base::is_blank(failed.text);
    messages.push_back(message(Role::kAssistant, is_silent ? call.raw_arguments : std::string(failed.text)));
    messages.push_back(message(Role::kUser, plan.prompt));
  }
}

void constrain(wire::Request& request, std::vector<wire::ToolDefinition> tools, const Plan& plan,
               ConstraintStyle style) {
  if (style == ConstraintStyle::kFormat) {
    request.format = {wire::AnswerFormat::Kind::kSchema, "call", answer_schema(tools, plan.whole_call), std::nullopt};
    request.tools.clear();
    request.tool_choice = {};
    return;
  }
  const bool by_name = style == ConstraintStyle::kNamedTool && tools.size() == 1;
  request.tool_choice.kind = by_name ? wire::ToolChoice::Kind::kNamed : wire::ToolChoice::Kind::kRequired;
  request.tool_choice.name = by_name ? tools.front().name : std::string();
  request.tools = std::move(tools);
}

}  // namespace

wire::Request second_request(const FailedCall& failed, const Plan& plan, ConstraintStyle style) {
  wire::Request request = failed.request;
  std::vector<wire::ToolDefinition> tools = tools_for(failed, plan);
  if (plan.rung == Rung::kReemit) request.messages = short_form(failed, plan, tools);
  add_feedback(request.messages, failed, plan);
  request.temperature = plan.temperature;
  request.seed = static_cast<std::int64_t>(plan.seed & 0x7fffffffU);
  if (plan.shorter && request.max_tokens) *request.max_tokens *= 2;
  if (plan.constrained) constrain(request, std::move(tools), plan, style);
  return request;
}

}  // namespace acode::retry
