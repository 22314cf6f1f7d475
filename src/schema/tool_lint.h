// What is odd about the schema of a tool that compiles all the same: slips that make a tool hard to call, or impossible.
//
//   {"properties": {"path": {"type": "string", "default": 1}}, "required": ["paht"], "addtionalProperties": false}
//   → the default 1 does not fit; "required" names "paht", which "properties" does not have; "addtionalProperties" is no
//     keyword: "additionalProperties" is
#pragma once

#include <string>
#include <vector>

#include "acode/schema/schema.h"

namespace acode::schema::detail {

/// Something odd, and where in the schema.
struct LintFinding {
  std::string where;  ///< JSON Pointer
  std::string message;
};

/// Looks through a schema. Not more than a few dozen findings.
std::vector<LintFinding> lint_schema(const Schema& schema);

}  // namespace acode::schema::detail
