// Where a string may have ended, if not at the quote that seems to end it: questions about the text around a quote.
//
//   "a": "San Francisco, CA, "unit": …    before the last comma: a closing quote is missing there
//   "a": "say "hello" to them", …         further on: the quotes around hello are a part of the string
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "json/lexer.h"
#include "json/reading.h"

namespace acode::json::detail {

/// Whether a quote between `begin` and `end` stands where one begins a string (behind punctuation, before a word) or
/// ends one.
bool looks_structural(Lexer& lexer, std::uint32_t begin, std::uint32_t end);

/// Whether a string that ends before `at` is followed by what must follow it: no need to look for another end.
bool clean_end(Lexer& lexer, std::uint32_t at, bool key, bool in_object);

/// What it costs to take a quote that seems to end a string for a part of it, when so many were taken before.
int price_of_inner_quote(Lexer& lexer, std::uint32_t begin, std::uint32_t end, std::uint16_t before, bool key);

/// Places where the closing quote of a string may be missing.
struct Breaks {
  static constexpr std::size_t kMost = 5;
  std::array<std::uint32_t, kMost> at;
  std::size_t size = 0;
};

/// The breaks of a string that would else end at `end`, where a quote seems to open another one: in front of punctuation
/// from which on the text up to the quote is JSON. `limit: 100, ` breaks before the colon, `CA, ` before the comma.
/// First comes the place that meets the eye: the colon behind a key, the end of the line behind a value.
Breaks find_breaks(Lexer& lexer, const StringSpan& string, std::uint32_t end);

/// Brackets in `text` that are not closed in it: a tail of closing brackets then belongs to the text.
int unclosed_brackets(std::string_view text);

}  // namespace acode::json::detail
