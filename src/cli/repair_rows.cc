// Members of a row, put together by hand: the order of the contract is kept, and nothing is copied twice.
#include "cli/repair_rows.h"

#include <array>
#include <charconv>
#include <string_view>

#include "acode/json/writer.h"

namespace acode::cli {

namespace {

void append_member(std::string& out, std::string_view name, std::string_view text) {
  out += '"';
  out += name;
  out += "\":";
  json::write_string_to(out, text);
}

void append_edits(std::string& out, const json::Edits& edits) {
  out += '[';
  bool first = true;
  for (const json::Edit edit : edits) {
    out += first ? "{" : ",{";
    first = false;
    append_member(out, "kind", json::edit_kind_name(edit.kind));
    out += ",\"offset\":" + std::to_string(edit.offset) + ",";
    append_member(out, "removed", edit.removed);
    out += ',';
    append_member(out, "inserted", edit.inserted);
    out += '}';
  }
  out += ']';
}

void append_position(std::string& out, const Position& position) {
  out += ",\"position\":{\"offset\":" + std::to_string(position.offset);
  out += ",\"line\":" + std::to_string(position.line);
  out += ",\"column\":" + std::to_string(position.column) + "}";
}

/// The members of a failure up to what is inside "error".
void begin_failure(std::string& out, bool truncated, std::string_view code, std::string_view message) {
  out += "\"ok\":false,\"output\":null,\"edits\":[],\"truncated\":";
  out += truncated ? "true" : "false";
  out += ",\"error\":{";
  append_member(out, "code", code);
  out += ',';
  append_member(out, "message", message);
}

}  // namespace

void append_result(std::string& out, const json::TolerantReader& reader) {
  if (!reader.ok()) return append_failure(out, *reader.error(), reader.truncated());
  out += "\"ok\":true,";
  append_member(out, "output", reader.text());
  out += ",\"value\":";
  json::write_to(out, reader.value());
  out += ",\"edits\":";
  append_edits(out, reader.edits());
  out += reader.truncated() ? ",\"truncated\":true" : ",\"truncated\":false";
}

void append_failure(std::string& out, const Error& error, bool truncated) {
  begin_failure(out, truncated, code_name(error.code), error.message);
  append_position(out, error.position);
  out += ',';
  append_member(out, "expected", error.expected);
  out += ',';
  append_member(out, "found", error.found);
  out += '}';
}

void append_failure(std::string& out, const Problem& problem, const std::optional<Position>& position) {
  begin_failure(out, false, problem_code_name(problem.code), problem.message);
  if (position) append_position(out, *position);
  out += '}';
}

std::string confidence_text(double confidence) {
  std::array<char, 32> digits{};
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), confidence, std::chars_format::fixed, 3);
  std::string text(digits.data(), end);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace acode::cli
