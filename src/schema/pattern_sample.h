// A text that matches a regular expression, for examples.
//
//   sample_of_pattern("^[A-Z]{2}-\\d+$", {})     "AA-0"
//
// Understood are characters, classes, groups, alternatives and repeats; the rest (look-around, back references) is not.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace acode::schema::detail {

struct SampleChoice {
  std::size_t variant = 0;  ///< which alternatives and which characters of a class are taken
  std::size_t repeats = 0;  ///< how often more than needed what may be repeated is repeated
};

/// A text that the pattern (ECMA-262) should match: a guess that must be checked. Nothing if the pattern is not understood.
std::optional<std::string> sample_of_pattern(std::string_view pattern, const SampleChoice& choice);

}  // namespace acode::schema::detail
