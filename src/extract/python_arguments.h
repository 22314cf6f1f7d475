// The arguments of a call as it is written in Python, as a JSON object.
//
//   f(a=1, b='x')      {"a":1,"b":"x"}
//   f('x', 1)          by the order of the properties in the tool's schema
//   f({'a': 1})        {"a":1}, if that is what the tool has
#pragma once

#include <string>
#include <vector>

#include "acode/schema/toolset.h"
#include "extract/python_value.h"

namespace acode::extract::detail {

struct PythonArguments {
  std::string json = "{}";
  bool empty = true;  ///< there are none

  /// Not a call but talk of one: `f(city, days)`, `f(city: str)` or `f(...)`.
  bool signature = false;

  /// There are names, but no values: `f(a=)`.
  bool hollow = false;

  /// The arguments that are nothing but a name, which may be that of a variable.
  std::vector<std::string> variables;
};

/// Reads what stands between the parentheses of a call. `tool` may be null: then positional arguments are named by their
/// places, "0", "1" and so on, with a warning.
PythonArguments read_python_arguments(PythonValues& values, TokenRange between, const schema::Tool* tool);

}  // namespace acode::extract::detail
