// The version, as the build was told it.
#include "acode/version.h"

#ifndef ACODE_VERSION
#error "ACODE_VERSION is defined by src/base/CMakeLists.txt"
#endif

namespace acode {

std::string_view version() { return ACODE_VERSION; }

}  // namespace acode
