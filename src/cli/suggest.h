// «Did you mean …?»
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace acode::cli {

/// "; did you mean 'X'?" with the nearest candidate, `prefix` before it; empty if there is none.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates,
                         std::string_view prefix = "");

}  // namespace acode::cli
