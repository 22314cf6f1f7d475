// Making a text that breaks something as small as it can be, so that a person can see why.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace acode::test {

/// The smallest text that could be found by leaving out parts of `text` and for which `fails` is still true. Gives up
/// after some thousand tries.
std::string shrink(std::string text, const std::function<bool(std::string_view)>& fails);

}  // namespace acode::test
