// What came of an answer, for people.
//
//   answer.txt: 1 call, 1 error
//
//     read_file  call_5c1f…  repaired
//       {
//         "path": "a.txt"
//       }
//       trailing_comma: removed `,` at 1:17
//
//     write_file  call_77ab…  rejected
//       ACODE-TLP-004: content: expected string, got integer 3
//         hint: show the model what is wrong; --coercion aggressive mends more
//
//     content: I will read the file first.
#pragma once

#include <string>
#include <string_view>

#include "acode/pipeline/call.h"

namespace acode::cli {

/// The view of one input.
std::string render_parsed(std::string_view name, const pipeline::ParseResult& result, bool colour);

}  // namespace acode::cli
