// Numbers of Python: literals in all notations, and sums of them.
//
//   1_000   0x1F   .5   1e3       what is written
//   1/6   2*3+1   -5   10**3      what comes out
//   3j   007   5L                 none: text
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "extract/python_lexer.h"

namespace acode::extract::detail {

/// The JSON number that a Python number stands for, with the digits it has; empty if it is none that JSON could hold.
std::string python_number(std::string_view written);

/// The JSON number that comes out of a constant expression: numbers, + - * / // % **, parentheses. Exact as long as it is
/// whole and fits 64 bits, otherwise the nearest double. Empty if it is no such expression, or has no result.
std::string python_arithmetic(std::string_view text, std::span<const PythonToken> tokens);

}  // namespace acode::extract::detail
