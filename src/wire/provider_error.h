// A provider's own failure, in all the forms that are about (quirk 20), and the model's text inside it (EX-10).
//
//   {"error":{"message":"…","type":"…","code":"tool_use_failed","failed_generation":"<function=…"}}     Groq
//   {"error":"error parsing tool call: raw='{\"a\":', err=unexpected end of JSON input"}                Ollama
//   {"error":{"code":500,"message":"Failed to parse input at pos 13: <tool_call>…"}}                    llama.cpp
//   {"type":"error","error":{…}}   {"object":"error","message":"…"}   {"detail":"…"}
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "acode/json/value.h"
#include "acode/wire/wire.h"

namespace acode::wire::detail {

/// The error that an event is or has, or nothing.
std::optional<ErrorDelta> provider_error(json::Value event);

/// A message of our own about what was sent.
ErrorDelta own_error(ErrorDelta::Kind kind, std::string_view message, std::string_view sent = {});

/// At most a few hundred bytes of a text, cut between characters.
std::string shortened(std::string_view text);

}  // namespace acode::wire::detail
