// Members and errors of rows.
#include "cli/row_parts.h"

namespace acode::cli {

using json::detail::TextWriter;

namespace {

void begin_error(TextWriter& out, std::string_view code, std::string_view message) {
  append_member(out, "\"error\":{\"code\":", code);
  append_member(out, ",\"message\":", message);
}

/// Whether the place of an error is a path into a value rather than a position in a text.
bool has_path(const Error& error) { return !error.path.empty() || error.code >= ErrorCode::kBadSchema; }

}  // namespace

void append_member(std::string& out, std::string_view name, std::string_view text) {
  TextWriter writer(out);
  writer.put('"');
  writer.put_text(name);
  writer.put("\":");
  writer.put_string(text);
  writer.flush();
}

std::string begin_row(std::string_view file) {
  std::string row = "{";
  append_member(row, "file", file);
  return row + ',';
}

void append_position(TextWriter& out, const Position& position) {
  out.put(",\"position\":{\"offset\":");
  out.put_integer(std::uint64_t{position.offset});
  out.put(",\"line\":");
  out.put_integer(std::uint64_t{position.line});
  out.put(",\"column\":");
  out.put_integer(std::uint64_t{position.column});
  out.put('}');
}

void append_error(std::string& out, const Error& error) {
  TextWriter writer(out);
  begin_error(writer, code_name(error.code), error.message);
  if (has_path(error)) {
    append_member(writer, ",\"path\":", error.path);
  } else {
    append_position(writer, error.position);
    append_member(writer, ",\"expected\":", error.expected);
    append_member(writer, ",\"found\":", error.found);
  }
  writer.put('}');
  writer.flush();
}

void append_error(std::string& out, const Problem& problem, const std::optional<Position>& position) {
  TextWriter writer(out);
  begin_error(writer, problem_code_name(problem.code), problem.message);
  if (position) append_position(writer, *position);
  writer.put('}');
  writer.flush();
}

}  // namespace acode::cli
