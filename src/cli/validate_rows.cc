// Violations as JSON, their members in the order of the contract.
#include "cli/validate_rows.h"

#include "cli/row_parts.h"

namespace acode::cli {

namespace {

void append_violation(std::string& out, const schema::Violation& violation) {
  out += '{';
  append_member(out, "path", violation.where.dotted());
  out += ',';
  append_member(out, "pointer", violation.where.text());
  out += ',';
  append_member(out, "keyword", violation.keyword);
  out += ',';
  append_member(out, "expected", violation.expected);
  out += ',';
  append_member(out, "actual", violation.actual);
  out += ',';
  append_member(out, "message", violation.message);
  out += '}';
}

}  // namespace

void append_verdict(std::string& out, std::span<const schema::Violation> violations) {
  out += violations.empty() ? "\"valid\":true,\"errors\":[" : "\"valid\":false,\"errors\":[";
  bool first = true;
  for (const schema::Violation& violation : violations) {
    if (!first) out += ',';
    first = false;
    append_violation(out, violation);
  }
  out += ']';
}

}  // namespace acode::cli
