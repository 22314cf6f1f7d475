// Which setting a variable of the environment sets.
//
//   ACODE_OLLAMA_TOOL_CALL_MAX_RETRIES    model.providers.ollama.tool_call.max_retries
//   ACODE_TOOL_CALL_MAX_RETRIES           the same for every provider: model.providers.*.tool_call.max_retries
//   ACODE_OLLAMA_BASE_URL                 model.providers.ollama.base_url
//   ACODE_LOGGING_LEVEL                   logging.level
//   OLLAMA_HOST, OPENAI_BASE_URL          what others go by too; weaker than ours
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace acode::config {

/// The key that a variable whose name begins with ACODE_ sets; nothing if it is not a setting's. One that begins like a
/// setting's (ACODE_TOOL_CALL_, ACODE_LOGGING_) but is none has a key that is none: a slip, to be told.
std::optional<std::string> environment_key(std::string_view name, std::span<const std::string> providers);

/// The key that a variable sets by convention; nothing if it has no such meaning.
std::optional<std::string> conventional_key(std::string_view name);

/// A key for all providers as one for some provider, so that its meaning can be asked for.
std::string with_any_provider(std::string_view key);

}  // namespace acode::config
