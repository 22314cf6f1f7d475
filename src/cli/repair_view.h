// A repair for people.
//
//   args.json: repaired, 2 edits, confidence 0.97
//     1:5 single_quotes: replaced `'` with `"`
//         [1, 'a']
//             ^
//     1:7 single_quotes: replaced `'` with `"`
//         [1, 'a']
//               ^
//
//   [1, "a"]
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "acode/error.h"
#include "acode/json/repair.h"

namespace acode::cli {

/// A repair that went well: each edit in its place, then `text`, which ends its line.
std::string render_repair(std::string_view name, const json::TolerantReader& reader, std::string_view text,
                          bool colour);

/// A text that was refused, for stderr: what is wrong, the line with a caret, a way forward. `text` is empty if the
/// text was not read.
std::string render_refusal(std::string_view name, const Error& error, std::string_view text,
                           const json::RepairOptions& options);

/// "1 edit", "3 edits".
std::string count_edits(std::size_t count);

}  // namespace acode::cli
