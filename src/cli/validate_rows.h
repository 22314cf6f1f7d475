// The verdict on a value as JSON, for --json and --jsonl (CL-10).
//
//   {"id":7,"valid":false,"errors":[{"path":"items[2].name","pointer":"/items/2/name","keyword":"type",
//    "expected":"string","actual":"integer 3","message":"expected string, got integer 3"}]}
#pragma once

#include <span>
#include <string>

#include "acode/schema/schema.h"

namespace acode::cli {

/// The members "valid" and "errors", without braces. No violations: valid.
void append_verdict(std::string& out, std::span<const schema::Violation> violations);

}  // namespace acode::cli
