// From a tree to text.
//
//   acode::json::write(value)                    // {"a":1,"b":[true,null]}
//   acode::json::write(value, {.indent = 2})     // over several lines
//
// Numbers are written with the digits they came with; strings with the fewest escapes RFC 8259 allows.
#pragma once

#include <string>
#include <string_view>

#include "acode/json/value.h"

namespace acode::json {

/// How a value is written.
struct WriteOptions {
  /// Spaces for each level; 0 writes everything on one line without spaces.
  unsigned indent = 0;
};

/// The text of a value.
std::string write(Value value, const WriteOptions& options = {});

/// The same, behind what `out` already holds.
void write_to(std::string& out, Value value, const WriteOptions& options = {});

/// A string as a JSON string literal, quotes included, behind what `out` already holds. Bytes that are not UTF-8 become
/// U+FFFD, so that what comes out is always valid.
void write_string_to(std::string& out, std::string_view characters);

}  // namespace acode::json
