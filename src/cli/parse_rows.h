// What came of an answer as JSON, for --json and --jsonl (CL-10).
//
//   {"id":7,"calls":[{"id":"call_1","name":"read_file","arguments":{"path":"a.txt"}}],"errors":[],"warnings":[],
//    "repairs":[{"kind":"trailing_comma","offset":16,"removed":",","inserted":""}],"content":"","reasoning":"",
//    "truncated":false}
//
// The functions write members without braces; what stands before and behind is the caller's.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "acode/error.h"
#include "acode/pipeline/call.h"
#include "cli/exit_code.h"
#include "cli/problem.h"
#include "json/text_writer.h"

namespace acode::cli {

/// The members from "calls" to "truncated". `warnings` stand before those of the result.
void append_parsed(json::detail::TextWriter& out, const pipeline::ParseResult& result,
                   std::span<const std::string> warnings = {});

/// The same members, and what else is known: the record of each call, good or rejected, why the answer ended, what it
/// cost, how long it took.
void append_record(std::string& out, const pipeline::ParseResult& result);

/// The same members for what was not read at all.
void append_unparsed(std::string& out, const Error& error);
void append_unparsed(std::string& out, const Problem& problem, const std::optional<Position>& position = std::nullopt);

/// What a result means for the exit status: good, partial or failed.
ExitCode exit_code_of(const pipeline::ParseResult& result);

}  // namespace acode::cli
