// Members and errors of rows.
#include "cli/row_parts.h"

#include "acode/json/writer.h"

namespace acode::cli {

namespace {

void begin_error(std::string& out, std::string_view code, std::string_view message) {
  out += "\"error\":{";
  append_member(out, "code", code);
  out += ',';
  append_member(out, "message", message);
}

/// Whether the place of an error is a path into a value rather than a position in a text.
bool has_path(const Error& error) { return !error.path.empty() || error.code >= ErrorCode::kBadSchema; }

}  // namespace

void append_member(std::string& out, std::string_view name, std::string_view text) {
  out += '"';
  out += name;
  out += "\":";
  json::write_string_to(out, text);
}

std::string begin_row(std::string_view file) {
  std::string row = "{";
  append_member(row, "file", file);
  return row + ',';
}

void append_position(std::string& out, const Position& position) {
  out += ",\"position\":{\"offset\":" + std::to_string(position.offset);
  out += ",\"line\":" + std::to_string(position.line);
  out += ",\"column\":" + std::to_string(position.column) + "}";
}

void append_error(std::string& out, const Error& error) {
  begin_error(out, code_name(error.code), error.message);
  if (has_path(error)) {
    out += ',';
    append_member(out, "path", error.path);
  } else {
    append_position(out, error.position);
    out += ',';
    append_member(out, "expected", error.expected);
    out += ',';
    append_member(out, "found", error.found);
  }
  out += '}';
}

void append_error(std::string& out, const Problem& problem, const std::optional<Position>& position) {
  begin_error(out, problem_code_name(problem.code), problem.message);
  if (position) append_position(out, *position);
  out += '}';
}

}  // namespace acode::cli
