// The result of a repair as JSON, for --json and --jsonl (CL-10).
//
//   {"id":7,"ok":true,"output":"{\"a\": 1}","value":{"a":1},"edits":[{"kind":"trailing_comma","offset":7,
//    "removed":",","inserted":""}],"truncated":false}
//   {"id":8,"ok":false,"output":null,"edits":[],"truncated":false,"error":{"code":"ACODE-TLP-003","message":…}}
//
// Each function writes the members from "ok" on, without braces; what stands before and behind is the caller's.
#pragma once

#include <optional>
#include <string>

#include "acode/error.h"
#include "acode/json/repair.h"
#include "cli/problem.h"

namespace acode::cli {

/// What became of a text that was read.
void append_result(std::string& out, const json::TolerantReader& reader);

/// A text that was refused.
void append_failure(std::string& out, const Error& error, bool truncated = false);

/// An input that could not even be read; `position` says where, if that is known.
void append_failure(std::string& out, const Problem& problem, const std::optional<Position>& position = std::nullopt);

/// A confidence between 0 and 1, to three places: 0.95.
std::string confidence_text(double confidence);

}  // namespace acode::cli
