// The version of the library, for those who print it.
#pragma once

#include <string_view>

namespace acode {

/// "0.1.0": major, minor, patch; set by the build from the project's version.
std::string_view version();

}  // namespace acode
