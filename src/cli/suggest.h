// «Did you mean …?»
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace acode::cli {

/// How many letters must be added, taken out, changed or swapped with their neighbour to make one word of the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that a mistyped word was most likely meant to be; empty if none is near enough.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// "; did you mean 'X'?" with the nearest candidate, `prefix` before it; empty if there is none.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates,
                         std::string_view prefix = "");

}  // namespace acode::cli
