// Where a string ends whose inner quotes were not escaped.
//
//   f(city='Martha's Vineyard')          the second quote is an apostrophe: no string is followed by a word
//   run(command='echo 'hi'', n=1)        the last of the four quotes ends it
//   f(a='x', b='y')                      and here every one does
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace acode::extract::detail {

/// An answer that may depend on text that has not come yet.
enum class Answer : std::uint8_t { kYes, kNo, kUnclear };

struct Quote {
  char mark = '\'';          ///< the quote: ' " or `
  std::size_t behind = 0;    ///< the place behind it
  bool after_stray = false;  ///< another quote in the same string did not end it
};

/// Whether a text goes on with `word` at a place; unclear if it ends within it.
Answer goes_on_with(std::string_view text, std::size_t at, std::string_view word, bool final);

/// Whether a quote ends the string in which it stands, by what comes behind it. Looks a few hundred bytes ahead at most.
/// `end_marker`, if not empty, can follow a string too. Not unclear with `final`.
Answer quote_ends_string(std::string_view text, const Quote& quote, std::string_view end_marker, bool final);

}  // namespace acode::extract::detail
