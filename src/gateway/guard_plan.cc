// The names of modes.
#include "gateway/guard_plan.h"

#include <array>

namespace acode::gateway {

std::string_view mode_name(GuardMode mode) {
  constexpr std::array<std::string_view, 4> kNames = {"off", "observe", "repair", "full"};
  return kNames[static_cast<std::size_t>(mode)];
}

std::optional<GuardMode> mode_from(std::string_view name) {
  for (const GuardMode mode : {GuardMode::kOff, GuardMode::kObserve, GuardMode::kRepair, GuardMode::kFull}) {
    if (mode_name(mode) == name) return mode;
  }
  return std::nullopt;
}

}  // namespace acode::gateway
