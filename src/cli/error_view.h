// Trouble inside a text, for people.
//
//   acode: args.json: ACODE-TLP-002: expected a value, found ']' at offset 3 (line 1, column 4)
//         [1,]
//            ^
//     hint: acode repair may mend it
#pragma once

#include <string>
#include <string_view>

#include "acode/error.h"

namespace acode::cli {

/// A message for stderr: what is wrong, the line of `text` with a caret, a way forward. `text` is empty if the text was
/// not read or the error has no position in it.
std::string render_error(std::string_view name, const Error& error, std::string_view text, std::string_view hint);

/// Whether there is nothing but white space.
bool only_space(std::string_view text);

}  // namespace acode::cli
