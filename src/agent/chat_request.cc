// Writing requests, for Ollama and for those who speak OpenAI's chat completions.
#include "agent/chat_request.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "acode/json/writer.h"

namespace acode::agent {
namespace {

using config::ServerDialect;
using Members = std::vector<std::pair<std::string, std::string>>;

std::string quoted(std::string_view text) {
  std::string out;
  json::write_string_to(out, text);
  return out;
}

std::string object_of(const Members& members) {
  std::string out = "{";
  for (const auto& [name, value] : members) {
    if (out.size() > 1) out += ",";
    out += quoted(name) + ":" + value;
  }
  return out + "}";
}

std::string_view role_name(Role role) {
  static constexpr std::array<std::string_view, 4> kNames = {"system", "user", "assistant", "tool"};
  return kNames[static_cast<std::size_t>(role)];
}

// The shortest number that means the same.
std::string number(double value) {
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), written.ptr};
}

void put(Members& members, std::string_view name, std::string value) {
  const auto found = std::find_if(members.begin(), members.end(), [name](const auto& m) { return m.first == name; });
  if (found != members.end()) {
    found->second = std::move(value);
  } else {
    members.emplace_back(name, std::move(value));
  }
}

std::string call_json(const SentCall& call, ServerDialect dialect) {
  if (dialect == ServerDialect::kOllama) {
    return "{\"function\":{\"name\":" + quoted(call.name) + ",\"arguments\":" + call.arguments + "}}";
  }
  return "{\"id\":" + quoted(call.id) + ",\"type\":\"function\",\"function\":{\"name\":" + quoted(call.name) +
         ",\"arguments\":" + quoted(call.arguments) + "}}";
}

std::string message_json(const Message& message, ServerDialect dialect) {
  Members members = {{"role", quoted(role_name(message.role))}, {"content", quoted(message.content)}};
  std::string calls;
  for (const SentCall& call : message.calls) calls += (calls.empty() ? "" : ",") + call_json(call, dialect);
  if (!calls.empty()) members.emplace_back("tool_calls", "[" + calls + "]");
  if (message.role == Role::kTool) {
    const bool by_name = dialect == ServerDialect::kOllama;
    members.emplace_back(by_name ? "tool_name" : "tool_call_id", quoted(by_name ? message.tool_name : message.call_id));
  }
  return object_of(members);
}

std::string messages_json(const ChatRequest& request, ServerDialect dialect) {
  std::string out = "[";
  for (const Message& message : request.messages) out += (out.size() > 1 ? "," : "") + message_json(message, dialect);
  return out + "]";
}

// Options of the model, with what the request itself says.
Members model_options(const ChatRequest& request, std::string_view length_name) {
  Members options = request.options;
  if (request.temperature) put(options, "temperature", number(*request.temperature));
  if (request.seed) put(options, "seed", std::to_string(*request.seed));
  for (auto& [name, value] : options) {
    std::int64_t tokens = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), tokens);
    const bool is_length = request.more_room && name == length_name && read.ptr == value.data() + value.size();
    if (is_length && tokens > 0 && tokens < std::int64_t{1} << 30) value = std::to_string(2 * tokens);
  }
  return options;
}

// Of what the user calls options, these stand beside them in a request to Ollama.
bool is_beside_options(std::string_view name) { return name == "format" || name == "keep_alive" || name == "think"; }

std::string ollama_request(const ChatRequest& request) {
  Members members = {{"model", quoted(request.model)}, {"messages", messages_json(request, ServerDialect::kOllama)}};
  Members inside;
  for (auto& option : model_options(request, "num_predict")) {
    (is_beside_options(option.first) ? members : inside).push_back(std::move(option));
  }
  if (request.constraint) {
    put(members, "format", request.constraint->schema);
  } else if (!request.tools.empty()) {
    members.emplace_back("tools", request.tools);
  }
  members.emplace_back("stream", request.stream ? "true" : "false");
  if (!inside.empty()) members.emplace_back("options", object_of(inside));
  return object_of(members);
}

std::string openai_request(const ChatRequest& request, ConstraintStyle style) {
  Members members = {{"model", quoted(request.model)}, {"messages", messages_json(request, ServerDialect::kOpenAi)}};
  if (request.constraint) {
    members.emplace_back("tools", request.constraint->tools);
    const bool named = style == ConstraintStyle::kNamedTool && !request.constraint->tool_name.empty();
    members.emplace_back("tool_choice", named ? "{\"type\":\"function\",\"function\":{\"name\":" +
                                                    quoted(request.constraint->tool_name) + "}}"
                                              : "\"required\"");
  } else if (!request.tools.empty()) {
    members.emplace_back("tools", request.tools);
  }
  members.emplace_back("stream", request.stream ? "true" : "false");
  if (request.stream) members.emplace_back("stream_options", "{\"include_usage\":true}");
  for (auto& [name, value] : model_options(request, "max_tokens")) put(members, name, std::move(value));
  return object_of(members);
}

// The schema of a tool's parameters inside of another one. Its own references would lead elsewhere there.
std::string inner_schema(const schema::Tool& tool) {
  std::string text = json::write(tool.parameters.source());
  return text.find("\"$ref\"") == std::string::npos ? text : R"({"type":"object"})";
}

}  // namespace

ConstraintStyle constraint_style(const config::ProviderSettings& provider) {
  if (provider.dialect == ServerDialect::kOllama) return ConstraintStyle::kFormat;
  return provider.name == "llamacpp" ? ConstraintStyle::kOnlyTool : ConstraintStyle::kNamedTool;
}

std::string tool_json(const schema::Tool& tool) {
  return "{\"type\":\"function\",\"function\":" +
         object_of({{"name", quoted(tool.name)},
                    {"description", quoted(tool.description)},
                    {"parameters", json::write(tool.parameters.source())}}) +
         "}";
}

std::string tools_json(const schema::Toolset& tools) {
  std::string out;
  for (const schema::Tool& tool : tools.tools()) out += (out.empty() ? "" : ",") + tool_json(tool);
  return out.empty() ? out : "[" + out + "]";
}

Constraint constraint_to(const schema::Tool& tool) {
  return {tool.name, "[" + tool_json(tool) + "]", json::write(tool.parameters.source())};
}

Constraint constraint_to_any(const schema::Toolset& tools) {
  std::string calls;
  for (const schema::Tool& tool : tools.tools()) {
    calls += (calls.empty() ? "" : ",") + std::string(R"({"type":"object","properties":{"name":{"enum":[)") +
             quoted(tool.name) + R"(]},"arguments":)" + inner_schema(tool) + R"(},"required":["name","arguments"]})";
  }
  return {"", tools_json(tools), "{\"anyOf\":[" + calls + "]}"};
}

std::string encode_request(ServerDialect dialect, const ChatRequest& request, ConstraintStyle style) {
  return dialect == ServerDialect::kOllama ? ollama_request(request) : openai_request(request, style);
}

}  // namespace acode::agent
