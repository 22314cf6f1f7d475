// The providers' words for why an answer ended.
#include "wire/finish_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace acode::wire::detail {
namespace {

using Entry = std::pair<std::string_view, FinishReason>;

constexpr std::array kWords = {
    Entry{"stop", FinishReason::kStop},
    Entry{"tool_calls", FinishReason::kToolCalls},
    Entry{"length", FinishReason::kLength},
    Entry{"content_filter", FinishReason::kContentFilter},
    Entry{"function_call", FinishReason::kToolCalls},
    Entry{"error", FinishReason::kError},
    // Anthropic
    Entry{"end_turn", FinishReason::kStop},
    Entry{"stop_sequence", FinishReason::kStop},
    Entry{"pause_turn", FinishReason::kStop},
    Entry{"tool_use", FinishReason::kToolCalls},
    Entry{"max_tokens", FinishReason::kLength},
    Entry{"model_context_window_exceeded", FinishReason::kLength},
    Entry{"refusal", FinishReason::kContentFilter},
    // OpenAI Responses
    Entry{"completed", FinishReason::kStop},
    Entry{"max_output_tokens", FinishReason::kLength},
    Entry{"failed", FinishReason::kError},
    Entry{"cancelled", FinishReason::kError},
    // Ollama, when it loads and unloads a model
    Entry{"load", FinishReason::kStop},
    Entry{"unload", FinishReason::kStop},
    // Seen behind gateways
    Entry{"eos", FinishReason::kStop},
    Entry{"eos_token", FinishReason::kStop},
    Entry{"tool_call", FinishReason::kToolCalls},
    Entry{"safety", FinishReason::kContentFilter},
    Entry{"malformed_function_call", FinishReason::kError},
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

FinishReason finish_reason_of(std::string_view word) {
  for (const auto& [known, reason] : kWords) {
    if (same_word(known, word)) return reason;
  }
  return FinishReason::kUnknown;
}

std::string_view finish_word(std::string_view own, FinishReason reason, std::string_view usual) {
  return !own.empty() && finish_reason_of(own) == reason ? own : usual;
}

}  // namespace acode::wire::detail
