// Showing pieces of a text to a person: control characters escaped, columns counted as a terminal does.
//
//   printable("a\tb\x1b[0m")                  // a\tb\x1b[0m, all of it visible characters
//   excerpt("{\"a\": 1,}", 7, 1)              // the line, and "       ^" to put under it
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace acode::cli {

/// The text with everything that is not plainly visible written as an escape: control characters and line ends, bytes
/// that are not UTF-8, characters without a shape of their own and those that turn the direction of writing. So no text
/// can move the cursor or hide a part of itself.
std::string printable(std::string_view text);

/// The same, cut off with "…" where it would take more than `columns`.
std::string printable(std::string_view text, std::size_t columns);

/// The same for text of several lines: line ends and tabs stay what they are.
std::string printable_lines(std::string_view text);

/// How many columns of a terminal a text takes that is printable.
std::size_t columns_of(std::string_view text);

/// How wide a terminal is at least.
inline constexpr std::size_t kTerminalColumns = 80;

/// Words in lines that fit a terminal; every line but the first is indented.
std::string wrapped(std::string_view words, std::size_t indent);

/// Valid JSON, made safe for a terminal: the characters printable() would escape, line ends and tabs excepted, are
/// written as \u escapes. They can only stand inside strings, so it is the same JSON.
std::string printable_json(std::string_view json);

/// One line of a text and what to put under it to point at a place.
struct Excerpt {
  std::string line;
  std::string carets;
};

/// The line at `offset`, cut around it if it is long, with a caret under each column of the `length` bytes there; at
/// least one caret.
Excerpt excerpt(std::string_view text, std::size_t offset, std::size_t length);

}  // namespace acode::cli
