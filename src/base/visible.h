// Which characters can be seen, and how to write those that cannot: no text that is shown may move a cursor, end a line, or
// hide a part of itself.
#pragma once

#include <string>

namespace acode::base {

/// Characters that are there but cannot be seen, or that change how others are shown: controls, line separators, marks that
/// turn the direction of writing, tags.
bool is_hidden(char32_t character);

/// Such a character for a person to read: `\n`, `\x1b`, `\u202e`, `\u{e0001}`.
std::string escaped(char32_t character);

/// A byte that is no character: `\xff`.
std::string escaped_byte(char byte);

/// A hidden character as JSON writes it inside of a string: `\u001b`, `\udb40\udc01`.
std::string json_escaped(char32_t character);

}  // namespace acode::base
