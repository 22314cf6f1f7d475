// Text that is safe to put on a line: whatever is in it, it cannot end the line, move the cursor or pretend to be
// another field.
#pragma once

#include <string>
#include <string_view>

#include "acode/retry/breaker.h"

namespace acode::observe {

using retry::WallTime;

/// As a JSON string, quotes included. Characters that no terminal shows as themselves (controls, line separators, marks
/// that turn the direction of text) are escaped; bytes that are not UTF-8 become U+FFFD.
void append_quoted(std::string& out, std::string_view text);

/// The same without the quotes, for text that stands free in a line.
void append_free(std::string& out, std::string_view text);

/// For `name=value`: as it is if nothing in it could be misread, else quoted.
void append_word(std::string& out, std::string_view text);

/// `2026-11-16T00:37:31.123Z`.
void append_time(std::string& out, WallTime time);

}  // namespace acode::observe
