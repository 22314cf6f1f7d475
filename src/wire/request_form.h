// How a dialect spells requests. What is the same for all of them (the order of members, what is written as it came,
// where results belong) is done in request.cc with the help of these.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acode/wire/request.h"
#include "wire/request_reading.h"

namespace acode::wire::detail {

/// Members of an object: names, and values as JSON.
using Members = std::vector<std::pair<std::string, std::string>>;

struct RequestForm {
  std::string_view messages;     ///< the member with the conversation
  std::string_view system;       ///< the member with the system prompt; empty if it is a message like others
  bool streams_unless_told;      ///< what no `stream` means
  bool has_tool_choice;          ///< it can be told which tools to use
  bool needs_ids;                ///< of calls and results
  bool narrow_ids;               ///< of few characters, and no two the same
  bool reads_text;               ///< the conversation may be one text
  bool takes_foreign_reasoning;  ///< reasoning that another provider wrote

  /// Whether a request without messages is one.
  bool (*may_lack_messages)(json::Value body);
  Message (*read_message)(json::Value message, RequestReading& reading);
  /// Everything but messages and tools.
  void (*read_settings)(json::Value body, RequestReading& reading, Request& out);

  /// Puts a conversation that came in another dialect into the order that this one demands.
  void (*arrange)(std::vector<Message>& messages);
  /// One message may become several.
  void (*write_message)(const Message& message, std::vector<std::string>& out);
  /// The system prompt that stands apart, of the texts of all its messages.
  std::string (*write_system)(const std::vector<std::string>& texts);
  std::string (*write_tool)(const ToolDefinition& tool, bool own);
  /// Everything but messages and tools; what is about tools only if there are any.
  Members (*write_settings)(const Request& request, bool with_tools);
};

extern const RequestForm kOllamaRequest;
extern const RequestForm kOpenAiChatRequest;
extern const RequestForm kOpenAiResponsesRequest;
extern const RequestForm kAnthropicRequest;

}  // namespace acode::wire::detail
