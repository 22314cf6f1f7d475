// The names of modes.
#include "gateway/guard_plan.h"

#include <array>

namespace acode::gateway {

std::string_view mode_name(GuardMode mode) {
  constexpr std::array<std::string_view, 4> kNames = {"off", "observe", "repair", "full"};
  return kNames[static_cast<std::size_t>(mode)];
}

}  // namespace acode::gateway
