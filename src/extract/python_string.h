// The characters of a Python string.
//
//   'it\'s'  r"C:\new"  """two
//   lines"""  'caf\xe9'  b'x'  f'{a}'  \"escaped once more\"
#pragma once

#include <string>
#include <string_view>

namespace acode::extract::detail {

struct PythonString {
  std::string characters;
  bool formatted = false;  ///< an f-string with something in braces, which nobody can fill in
};

struct PythonStringForm {
  bool cut = false;       ///< the closing quotes are missing
  bool markdown = false;  ///< `\_` stands for `_`: the text around was escaped so
};

/// Reads a string as it is written, with its prefix and quotes. An escape that Python does not know stays as it is, and so
/// do `\N{…}` and the braces of an f-string; half a surrogate pair becomes U+FFFD.
PythonString read_python_string(std::string_view written, PythonStringForm form);

}  // namespace acode::extract::detail
