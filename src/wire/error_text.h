// An error as OpenAI and Anthropic write it: an object with message, type and code.
#pragma once

#include <string>

#include "acode/wire/wire.h"
#include "wire/object_text.h"

namespace acode::wire::detail {

inline std::string error_text(const ErrorDelta& error) {
  return ObjectText()
      .string("message", error.message)
      .string("type", error.code.empty() ? "server_error" : error.code)
      .json("code", string_or_null(error.code))
      .take();
}

}  // namespace acode::wire::detail
