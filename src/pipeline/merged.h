// Several calls that a provider has merged into the arguments of one.
//
//   {"path": "a.txt"}{"path": "b.txt"}      two calls
//   {"path": "a.txt"}{"path": "a.txt"}      one, sent twice
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace acode::pipeline {

/// The arguments of the calls, if the text is two or more whole objects and nothing else; none if it is anything else.
/// An object that stands there again counts once.
std::vector<std::string> split_merged(std::string_view arguments);

}  // namespace acode::pipeline
