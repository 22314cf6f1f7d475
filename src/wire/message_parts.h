// Parts of a message that several dialects share: content, reasoning under its many names, entries of `tool_calls`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "acode/json/value.h"
#include "wire/collector.h"
#include "wire/dialect.h"
#include "wire/fields.h"

namespace acode::wire::detail {

/// What a message may have, under all its names.
class MessageFields {
 public:
  explicit MessageFields(json::Value message);

  [[nodiscard]] const std::optional<json::Value>& content() const { return fields_[kContent]; }
  [[nodiscard]] std::string_view refusal() const { return fields_.string(kRefusal); }
  [[nodiscard]] const std::optional<json::Value>& tool_calls() const { return fields_[kToolCalls]; }
  [[nodiscard]] std::optional<json::Value> function_call() const { return fields_.object(kFunctionCall); }
  /// The first text of the model for itself that says something; empty if there is none.
  [[nodiscard]] std::string_view reasoning() const;
  [[nodiscard]] std::optional<json::Value> reasoning_details() const { return fields_.array(kReasoningDetails); }

 private:
  enum Field : std::size_t {
    kContent,
    kRefusal,
    kToolCalls,
    kFunctionCall,
    kReasoningContent,
    kReasoning,
    kThinking,
    kReasoningDetails,
    kCount
  };
  Fields<kCount> fields_;
};

/// The content of a message: a string, or a list of parts of text, refusal and thinking.
void take_content(json::Value content, Collector& out);

/// `reasoning_content`, `reasoning`, `thinking` or `reasoning_details`: the first that says something (quirk 15).
void take_reasoning(const MessageFields& message, Collector& out);

/// The entries of `tool_calls`, as pieces (`whole` false) or as whole calls, and the old `function_call` (quirk 18).
void take_tool_calls(const Event& event, const MessageFields& message, bool whole, Collector& out);

/// The arguments of a call as text: a string as it is, everything else as JSON; nothing for `{}` and null, which stand
/// for no arguments or for those to come (quirks 8 and 9). Those of a body that was cut lack their end too, so that
/// nobody takes them for whole.
std::string arguments_text(const Event& event, json::Value arguments);

/// How a call ends whose arguments are an object: with them, unless they were cut.
Ending ending_of(const Event& event, json::Value arguments);

}  // namespace acode::wire::detail
