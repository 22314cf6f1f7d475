// The arguments of a call in Python that is written as nearly all are: read in one pass, straight into a tree.
//
//   f(city='Paris', days=3, when=["today", None])      this is
//   f(city=Paris), f(a=1+2), f(a=r'x'), f()            and these are not: they are for PythonValues, which knows all of Python
//
// What is read here is read there with the same result and without a warning: python_calls_test.cc compares the two.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "acode/json/value.h"
#include "acode/schema/toolset.h"

namespace acode::extract::detail {

struct PlainPython {
  json::SharedValue arguments;  ///< an object, with a member at least
  std::size_t end;              ///< of the call: behind its closing parenthesis
};

/// Reads from the opening parenthesis of a call of this tool on. Nothing if the arguments are written in any way that is not
/// plain, or not all of the call is there.
std::optional<PlainPython> read_plain_python(std::string_view text, std::size_t parenthesis, const schema::Tool& tool);

}  // namespace acode::extract::detail
