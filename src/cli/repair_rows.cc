// Members of a row, put together by hand: the order of the contract is kept, and nothing is copied twice.
#include "cli/repair_rows.h"

#include <array>
#include <charconv>
#include <string_view>

#include "acode/json/writer.h"
#include "cli/row_parts.h"

namespace acode::cli {

namespace {

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

/// The members of a failure before "error".
void begin_failure(std::string& out, bool truncated) {
  out += "\"ok\":false,\"output\":null,\"edits\":[],\"truncated\":";
  out += truncated ? "true," : "false,";
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
  begin_failure(out, truncated);
  append_error(out, error);
}

void append_failure(std::string& out, const Problem& problem, const std::optional<Position>& position) {
  begin_failure(out, false);
  append_error(out, problem, position);
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
