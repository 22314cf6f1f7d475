// What the rows of all commands have in common: members, positions and errors as JSON, put together by hand so that the
// order of the contract is kept and nothing is copied twice.
//
//   append_error(row, error)     // "error":{"code":"ACODE-TLP-002","message":"…","position":{…},"expected":"…",…}
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "acode/error.h"
#include "cli/problem.h"
#include "json/text_writer.h"

namespace acode::cli {

/// `"name":"text"`.
void append_member(std::string& out, std::string_view name, std::string_view text);

/// The same where the name is known beforehand: `lead` is what stands before the text, `,"name":`.
template <std::size_t kSize>
void append_member(json::detail::TextWriter& out, const char (&lead)[kSize], std::string_view text) {
  out.put(lead);
  out.put_string(text);
}

/// `,"position":{"offset":…,"line":…,"column":…}`.
void append_position(json::detail::TextWriter& out, const Position& position);

/// The beginning of a row of `--json`: `{"file":"a.json",`.
std::string begin_row(std::string_view file);

/// The member "error". Trouble inside a text has its position and what was expected and found there; trouble with a
/// schema or a tool has the path to the place instead.
void append_error(std::string& out, const Error& error);
void append_error(std::string& out, const Problem& problem, const std::optional<Position>& position = std::nullopt);

}  // namespace acode::cli
