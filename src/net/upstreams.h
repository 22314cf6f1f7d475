// The servers that one loop talks to as a client: how, and over which connections. One for each loop, used on its thread
// only, so that nothing is locked.
//
//   const auto authorities = std::make_shared<Authorities>(options.ca_file);      // once
//   auto upstreams = std::make_shared<Upstreams>(loop, options, authorities);     // for each loop
//   Fetch fetch(*upstreams, request);                                             // for each exchange: net/fetch.h
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "net/client.h"
#include "net/net_error.h"
#include "net/proxy.h"
#include "net/url.h"

namespace acode::net {

class ConnectionPool;
class Loop;
class TlsContext;

/// The authorities that a client trusts. Any number of loops may share them; they are read when the first https address is
/// asked for, which takes some milliseconds.
class Authorities {
 public:
  /// Those of a file of PEM, or of the system if the name is empty.
  explicit Authorities(std::string ca_file) : ca_file_(std::move(ca_file)) {}

  NetResult<std::shared_ptr<TlsContext>> context();

 private:
  std::string ca_file_;
  std::mutex mutex_;
  std::shared_ptr<TlsContext> context_;
};

/// How a server is reached: found out once for all requests to it.
struct Way {
  bool tls = false;
  std::string host;
  std::uint16_t port = 0;
  std::string authority;       ///< what stands in the Host field
  std::optional<Proxy> proxy;  ///< to go through
  std::string name;            ///< what connections that can be used instead of each other have in common
};

class Upstreams {
 public:
  /// Without `authorities`, has its own, by its options. May outlive the loop, but not be used after it.
  Upstreams(Loop& loop, ClientOptions options, std::shared_ptr<Authorities> authorities = nullptr);
  Upstreams(const Upstreams&) = delete;
  Upstreams& operator=(const Upstreams&) = delete;
  ~Upstreams();

  [[nodiscard]] Loop& loop() { return loop_; }
  [[nodiscard]] const ClientOptions& options() const { return options_; }
  [[nodiscard]] const ClientTimeouts& timeouts() const { return options_; }

  /// The way to the server of an address. An error if there can be none.
  [[nodiscard]] NetResult<std::shared_ptr<const Way>> way_to(const Url& url);

  /// How many connections were opened so far. From any thread.
  [[nodiscard]] std::size_t connections_opened() const { return opened_; }

  /// How many are kept open for the next exchange.
  [[nodiscard]] std::size_t connections_idle() const;

 private:
  friend class FetchStory;

  Loop& loop_;
  ClientOptions options_;
  std::shared_ptr<Authorities> authorities_;
  std::unique_ptr<ConnectionPool> pool_;
  std::shared_ptr<const Way> last_way_;  // most have one server only
  std::atomic<std::size_t> opened_ = 0;
};

}  // namespace acode::net
