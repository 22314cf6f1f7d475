// What a gateway is told at its start.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "acode/pipeline/pipeline.h"
#include "acode/retry/breaker.h"
#include "acode/retry/ladder.h"
#include "acode/retry/second_request.h"
#include "acode/wire/wire.h"
#include "gateway/guard_plan.h"
#include "net/client.h"
#include "net/url.h"

namespace acode::gateway {

/// The server behind the gateway.
struct UpstreamSettings {
  std::string name = "upstream";  ///< in records and metrics
  net::Url base;
  wire::Dialect dialect = wire::Dialect::kOpenAiChat;
  std::string api_key;  ///< sent instead of the client's; empty: the client's own is passed on
  retry::ConstraintStyle constraint_style = retry::ConstraintStyle::kNamedTool;
  bool ignores_tool_choice = false;
  bool emulate_tools = false;                  ///< the tools go into the prompt
  std::chrono::milliseconds timeout{300'000};  ///< for the head of an answer, and between two pieces of it

  [[nodiscard]] net::ClientTimeouts timeouts() const {
    net::ClientTimeouts times;
    times.response_timeout = timeout;
    times.idle_timeout = timeout;
    return times;
  }
};

/// What may be spent on one answer beyond the answer itself.
struct Budget {
  std::chrono::milliseconds time{60'000};
  std::uint64_t tokens = 20'000;
};

struct GatewaySettings {
  UpstreamSettings upstream;
  GuardMode mode = GuardMode::kFull;
  pipeline::PipelineOptions pipeline;
  bool strict_validation = true;
  retry::Policy retry;
  retry::BreakerPolicy breaker;
  Budget budget;
  unsigned max_equal_calls = 5;  ///< with equal results, one after the other; 0 for any number
  /// How long a client of a stream hears nothing, at the most, while something is held for it; 0: as long as it takes.
  std::chrono::milliseconds keep_alive{15'000};
  std::string client_key;  ///< that clients must show; empty: none
  std::size_t max_answer_bytes = std::size_t{64} << 20;
};

}  // namespace acode::gateway
