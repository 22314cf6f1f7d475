// One request to a model, and how it is written for a server.
//
//   ChatRequest request;
//   request.model = "qwen3";
//   request.messages.push_back({Role::kUser, "What is in a.txt?"});
//   request.tools = tools_json(tools);
//   std::string body = encode_request(config::ServerDialect::kOllama, request);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acode/retry/second_request.h"
#include "acode/schema/toolset.h"
#include "agent/message.h"
#include "config/configuration.h"

namespace acode::agent {

/// The answer shall be nothing but the arguments of one tool, or a call of one of several (RT-7).
struct Constraint {
  std::string tool_name;  ///< empty for a call of any of them
  std::string tools;      ///< the definitions, as in ChatRequest::tools
  std::string schema;     ///< what the answer shall fit, where it is text: the tool's parameters, or a whole call
};

/// The constraint to the arguments of a tool.
Constraint constraint_to(const schema::Tool& tool);

/// The constraint to a call of one of the tools, `{"name": …, "arguments": {…}}` where it is text.
Constraint constraint_to_any(const schema::Toolset& tools);

struct ChatRequest {
  std::string model;
  Conversation messages;
  std::string tools;  ///< a JSON array as OpenAI writes it; empty for none
  bool stream = true;
  std::vector<std::pair<std::string, std::string>> options;  ///< of the model: names, and values as JSON
  std::optional<double> temperature;                         ///< these two count more than the options
  std::optional<std::uint64_t> seed;
  bool more_room = false;  ///< twice the tokens that the options allow for the answer, if they name a number
  std::optional<Constraint> constraint;
};

using retry::ConstraintStyle;

/// The way that a provider of this name and dialect understands.
ConstraintStyle constraint_style(const config::ProviderSettings& provider);

/// The tools as OpenAI and Ollama want them; empty if there are none.
std::string tools_json(const schema::Toolset& tools);

/// One of them.
std::string tool_json(const schema::Tool& tool);

/// The body of the request.
std::string encode_request(config::ServerDialect dialect, const ChatRequest& request, ConstraintStyle style);

}  // namespace acode::agent
