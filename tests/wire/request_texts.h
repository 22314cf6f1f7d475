// Requests for the tests: one conversation with everything in it, as a client of each dialect would send it.
//
// A system prompt; a question with a picture; thoughts, words and two calls at once; their results, one of which failed;
// an answer; one more question. Tools, a choice, sampling, a stream.
#pragma once

#include <string>
#include <string_view>

#include "acode/wire/request.h"

namespace acode::wire {

inline constexpr Dialect kAllDialects[] = {Dialect::kOllama, Dialect::kOpenAiChat, Dialect::kOpenAiResponses,
                                           Dialect::kAnthropic};

inline constexpr std::string_view kOllamaRich = R"({
  "model": "m",
  "messages": [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "What is this, and how warm is it in Rome and in Oslo?", "images": ["iVBORw0KGgoAAA"]},
    {"role": "assistant", "content": "Let me see.", "thinking": "Two calls.", "tool_calls": [
      {"function": {"name": "weather", "arguments": {"city": "Rome"}}},
      {"function": {"name": "weather", "arguments": {"city": "Oslo"}}}]},
    {"role": "tool", "tool_name": "weather", "content": "21"},
    {"role": "tool", "tool_name": "weather", "content": "no such city"},
    {"role": "assistant", "content": "A cat. 21 in Rome."},
    {"role": "user", "content": "And in Paris?"}
  ],
  "tools": [{"type": "function", "function": {"name": "weather", "description": "The temperature",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}],
  "format": {"type": "object"},
  "think": "low",
  "options": {"temperature": 0.5, "top_p": 0.9, "seed": 7, "num_predict": 4000, "stop": ["END"], "num_ctx": 8192},
  "keep_alive": "5m"
})";

inline constexpr std::string_view kChatRich = R"({
  "model": "m",
  "messages": [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "name": "ann", "content": [
      {"type": "text", "text": "What is this, and how warm is it in Rome and in Oslo?"},
      {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgoAAA", "detail": "low"}}]},
    {"role": "assistant", "content": "Let me see.", "reasoning_content": "Two calls.", "refusal": null, "tool_calls": [
      {"id": "functions.weather:0", "type": "function", "function": {"name": "weather", "arguments": "{\"city\": \"Rome\"}"},
       "extra_content": {"google": {"thought_signature": "s"}}},
      {"id": "functions.weather:1", "type": "function", "function": {"name": "weather", "arguments": "{'city': 'Oslo'}"}}]},
    {"role": "tool", "tool_call_id": "functions.weather:1", "content": "no such city"},
    {"role": "tool", "tool_call_id": "functions.weather:0", "content": [{"type": "text", "text": "21"}]},
    {"role": "assistant", "content": "A cat. 21 in Rome."},
    {"role": "user", "content": "And in Paris?"}
  ],
  "tools": [{"type": "function", "function": {"name": "weather", "description": "The temperature",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}, "strict": true}},
    {"type": "custom", "custom": {"name": "shell"}}],
  "tool_choice": "auto",
  "parallel_tool_calls": false,
  "response_format": {"type": "json_schema", "json_schema": {"name": "reply", "schema": {"type": "object"}, "strict": true}},
  "reasoning_effort": "low",
  "temperature": 1.5,
  "top_p": 0.9,
  "seed": 7,
  "max_completion_tokens": 4000,
  "stop": "END",
  "stream": true,
  "stream_options": {"include_usage": true, "include_obfuscation": false},
  "user": "u1"
})";

inline constexpr std::string_view kResponsesRich = R"({
  "model": "m",
  "instructions": "Be brief.",
  "input": [
    {"role": "user", "content": [
      {"type": "input_text", "text": "What is this, and how warm is it in Rome and in Oslo?"},
      {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgoAAA", "detail": "auto"}]},
    {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Two calls."}],
     "encrypted_content": "gAAAA"},
    {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
     "content": [{"type": "output_text", "text": "Let me see.", "annotations": []}]},
    {"type": "function_call", "id": "fc_1", "call_id": "call_a", "name": "weather", "arguments": "{\"city\": \"Rome\"}"},
    {"type": "function_call", "id": "fc_2", "call_id": "call_b", "name": "weather", "arguments": "{\"city\": \"Oslo\"}"},
    {"type": "function_call_output", "call_id": "call_a", "output": "21"},
    {"type": "function_call_output", "call_id": "call_b", "output": [{"type": "input_text", "text": "no such city"}]},
    {"type": "item_reference", "id": "msg_0"},
    {"role": "assistant", "content": "A cat. 21 in Rome."},
    {"role": "user", "content": "And in Paris?"}
  ],
  "tools": [{"type": "function", "name": "weather", "description": "The temperature",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}, "strict": false},
    {"type": "web_search", "search_context_size": "low"}],
  "tool_choice": {"type": "function", "name": "weather"},
  "parallel_tool_calls": true,
  "text": {"format": {"type": "json_schema", "name": "reply", "schema": {"type": "object"}, "strict": true}, "verbosity": "low"},
  "reasoning": {"effort": "high", "summary": "auto"},
  "temperature": 0.5,
  "top_p": 0.9,
  "max_output_tokens": 4000,
  "stream": true,
  "store": false
})";

inline constexpr std::string_view kAnthropicRich = R"({
  "model": "m",
  "max_tokens": 4000,
  "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}],
  "messages": [
    {"role": "user", "content": [
      {"type": "text", "text": "What is this, and how warm is it in Rome and in Oslo?"},
      {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgoAAA"}}]},
    {"role": "assistant", "content": [
      {"type": "thinking", "thinking": "Two calls.", "signature": "sig"},
      {"type": "redacted_thinking", "data": "xyz"},
      {"type": "text", "text": "Let me see."},
      {"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {"city": "Rome"}},
      {"type": "tool_use", "id": "toolu_2", "name": "weather", "input": {"city": "Oslo"}}]},
    {"role": "user", "content": [
      {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "21"},
        {"type": "image", "source": {"type": "url", "url": "https://example.org/rome.png"}}]},
      {"type": "tool_result", "tool_use_id": "toolu_2", "content": "no such city", "is_error": true},
      {"type": "text", "text": "Go on."}]},
    {"role": "assistant", "content": "A cat. 21 in Rome."},
    {"role": "user", "content": [{"type": "text", "text": "And in Paris?", "cache_control": {"type": "ephemeral"}}]}
  ],
  "tools": [{"name": "weather", "description": "The temperature",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}},
    {"type": "bash_20250124", "name": "bash"}],
  "tool_choice": {"type": "any", "disable_parallel_tool_use": true},
  "thinking": {"type": "enabled", "budget_tokens": 2000},
  "temperature": 0.5,
  "top_p": 0.9,
  "stop_sequences": ["END"],
  "metadata": {"user_id": "u1"}
})";

inline std::string_view rich_request(Dialect dialect) {
  constexpr std::string_view kTexts[] = {kOllamaRich, kChatRich, kResponsesRich, kAnthropicRich};
  return kTexts[static_cast<std::size_t>(dialect)];
}

}  // namespace acode::wire
