// The gateway: a server for clients of models, in front of a model server.
//
//   Recorder recorder(logger, &store, "ollama", false, {});
//   auto gateway = Gateway::listen({.port = 8080}, settings, recorder);
//   if (!gateway) return complain(gateway.error());
//   (*gateway)->run();                                   // until stop(), which a signal handler may call
#pragma once

#include <chrono>
#include <memory>

#include "gateway/recorder.h"
#include "gateway/settings.h"
#include "net/net_error.h"
#include "net/server.h"

namespace acode::gateway {

class Gateway {
 public:
  /// Listens. The recorder must outlive it.
  static net::NetResult<std::unique_ptr<Gateway>> listen(net::ServerOptions options, GatewaySettings settings,
                                                         Recorder& recorder);
  Gateway(const Gateway&) = delete;
  Gateway& operator=(const Gateway&) = delete;
  ~Gateway();

  [[nodiscard]] const net::Url& url() const;

  /// Serves until stopped: on this thread, or on others.
  void run();
  void start();
  void wait();

  /// No new clients; what is going on may go on for `grace`. From any thread, and from signal handlers.
  void stop(std::chrono::milliseconds grace) noexcept;

  /// Exchanges that begin from now on have these settings.
  void use(GatewaySettings settings);

 private:
  class Impl;
  explicit Gateway(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace acode::gateway
