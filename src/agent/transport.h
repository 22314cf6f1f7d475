// The way to a model. Behind it is a server, or in tests whatever they like.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "acode/wire/wire.h"
#include "agent/chat_request.h"
#include "net/cancel.h"
#include "net/net_error.h"

namespace acode::agent {

/// What became of a request, beside the bytes of its answer.
struct TransportReply {
  int status = 0;                                        ///< of HTTP; 0 if no answer came
  std::optional<net::NetError> error;                    ///< no answer, or only a part of it
  std::optional<std::chrono::milliseconds> retry_after;  ///< the server says how long to wait
};

/// Takes the bytes of an answer as they come; false ends it.
using ByteSink = std::function<bool(std::string_view bytes)>;

class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  /// Sends a request and waits until its answer is whole, or ended otherwise.
  virtual TransportReply send(const ChatRequest& request, const ByteSink& sink, const net::CancelToken& cancel) = 0;

  /// What its answers are written in.
  [[nodiscard]] virtual wire::Dialect dialect() const = 0;
};

}  // namespace acode::agent
