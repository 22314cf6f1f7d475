// What can happen to a request of the soak, and what the gateway must then have counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "script/script.h"

namespace acode::soak {

struct Kind {
  /// What the server does with its answer.
  enum class Fault : std::uint8_t {
    kNone,
    kCut,     ///< breaks off in the middle
    kSilent,  ///< falls silent in the middle, and the client leaves
  };

  std::string_view name;       ///< in the header x-soak
  std::string_view outcome{};  ///< of its call, as the metrics have it; empty: there is none
  bool is_error = false;       ///< the client gets an error
  bool is_stream = false;      ///< it makes sense only as one
  Fault fault = Fault::kNone;
  unsigned weight = 1;
};

/// All of them.
std::span<const Kind> kinds();

/// The one of this name; null if there is none.
const Kind* kind_named(std::string_view name);

/// What the model says to a request of this kind, when it is asked for the first time and when it is asked again.
script::Step answer_of(const Kind& kind, unsigned visit);

}  // namespace acode::soak
