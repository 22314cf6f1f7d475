// A conversation with a model, in no provider's words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace acode::agent {

enum class Role : std::uint8_t { kSystem, kUser, kAssistant, kTool };

/// A call that the model made earlier in the conversation.
struct SentCall {
  std::string id;
  std::string name;
  std::string arguments;  ///< one JSON object: servers refuse a history with a broken one
};

struct Message {
  Role role = Role::kUser;
  std::string content;
  std::vector<SentCall> calls{};  ///< of the assistant
  std::string call_id{};          ///< of a tool's result: the call that it belongs to
  std::string tool_name{};        ///< likewise
};

using Conversation = std::vector<Message>;

}  // namespace acode::agent
