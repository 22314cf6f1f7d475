// What a request to the gateway is for, seen from its first line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "acode/wire/wire.h"
#include "net/url.h"

namespace acode::gateway {

struct Route {
  enum class Kind : std::uint8_t {
    kChat,     ///< a question to a model, in a dialect that we know
    kMetrics,  ///< the gateway's own
    kHealth,
    kReady,
    kPass,  ///< anything else: it goes to the upstream as it is
  };
  Kind kind = Kind::kPass;
  wire::Dialect dialect = wire::Dialect::kOpenAiChat;  ///< of a question
};

Route route_of(std::string_view method, std::string_view path);

/// Where an upstream of a dialect is asked, behind its base address: "/api/chat". Bases of OpenAI's kind end in `/v1`.
std::string_view chat_path(wire::Dialect dialect);

/// The target at an upstream for a target that a client asked for. A `/v1` at the end of the base and at the beginning of the
/// target is one and the same.
std::string passed_target(const net::Url& base, std::string_view target);

}  // namespace acode::gateway
