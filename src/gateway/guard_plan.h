// How one answer is guarded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "acode/wire/wire.h"
#include "gateway/repetition.h"

namespace acode::gateway {

/// How far the gateway may go (`x-acode-mode`, `gateway.mode`).
enum class GuardMode : std::uint8_t {
  kOff,      ///< nothing is looked at
  kObserve,  ///< everything is looked at and counted, nothing is changed
  kRepair,   ///< calls are mended; what cannot be mended is an error
  kFull,     ///< … and asked for again
};

/// "off", "observe", "repair", "full".
std::string_view mode_name(GuardMode mode);

/// The mode of this name; nothing if there is none.
std::optional<GuardMode> mode_from(std::string_view name);

struct GuardPlan {
  wire::Dialect upstream = wire::Dialect::kOpenAiChat;
  wire::Dialect client = wire::Dialect::kOpenAiChat;
  GuardMode mode = GuardMode::kFull;
  std::string model;                ///< that the client asked for
  wire::ToolNames tool_names;       ///< of the request
  bool one_tool_was_named = false;  ///< by tool_choice: then calls may end with the word for text

  bool wants_usage = true;  ///< in a stream that is written anew
  Repetition repetition;    ///< calls that are refused, since they lead nowhere; may be none

  [[nodiscard]] bool is_same_dialect() const { return upstream == client; }
  [[nodiscard]] bool only_looks() const { return mode == GuardMode::kObserve && is_same_dialect(); }
};

}  // namespace acode::gateway
