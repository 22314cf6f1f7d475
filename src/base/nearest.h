// The name that was meant by one that does not exist.
//
//   const std::array<std::string_view, 2> tools = {"read_file", "write_file"};
//   acode::base::nearest("reed_file", tools);             // "read_file"
//   acode::base::nearest("ReadFile", tools);              // "read_file": case and `-_.` do not count
//   acode::base::nearest("functions.read_file", tools);   // "read_file"
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace acode::base {

/// How many letters must be added, taken out, changed or swapped with their neighbour to make one word of the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// A name with what is easily confused taken out: in lower case, without `-`, `_`, `.` and spaces.
std::string folded_name(std::string_view name);

/// The candidate that a mistyped word was most likely meant to be; empty if none is near enough. One that differs only in
/// what folded_name() takes out comes first, then the one with the fewest slips (one is allowed in a short word, one in
/// three letters of a long one), then one that ends a longer path or that alone begins like the word.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace acode::base
