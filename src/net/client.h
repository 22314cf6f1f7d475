// The client: one exchange at a time on the thread that asks, connections kept for the next.
//
//   HttpClient client;
//   HttpRequest request;
//   request.method = "POST";
//   request.url = *Url::parse("localhost:11434/api/chat");
//   request.body = R"({"model": "qwen3", "stream": true, …})";
//   ResponseSink sink;
//   sink.on_body = [&](std::string_view piece) { return decoder.feed(piece); };   // as it comes
//   NetResult<HttpResponse> answer = client.send(request, sink, cancel);
//
// An answer with a status of 400 or 500 is an answer, not an error: a NetError means that there is none, or only a part.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "net/cancel.h"
#include "net/http.h"
#include "net/net_error.h"
#include "net/proxy.h"

namespace acode::net {

/// How long an exchange may take.
struct ClientTimeouts {
  using Milliseconds = std::chrono::milliseconds;

  Milliseconds connect_timeout{10'000};       ///< look-up, connection, proxy and TLS together
  Milliseconds response_timeout{300'000};     ///< from then until the head of the answer is whole
  Milliseconds idle_timeout{120'000};         ///< between two pieces of its body
  std::optional<Milliseconds> total_timeout;  ///< for all of it
};

struct ClientOptions : ClientTimeouts {
  std::size_t max_head_bytes = std::size_t{64} * 1024;  ///< of an answer
  std::size_t max_body_bytes =
      std::size_t{64} * 1024 * 1024;  ///< of an answer that is collected; a sink sees to itself
  std::string ca_file;                ///< authorities to trust instead of the system's, as PEM
  ProxySettings proxies = ProxySettings::from_environment();
  std::string user_agent = "acode";
  std::size_t max_idle_connections =
      32;  ///< kept open for the next exchange, by each thread that asks at the same time
  Milliseconds idle_connection_lifetime{60'000};
};

/// Where an answer goes as it comes. Both may be left out; both end the exchange by returning false.
struct ResponseSink {
  std::function<bool(const HttpHead& head)> on_head;    ///< once, before the body
  std::function<bool(std::string_view piece)> on_body;  ///< for each piece; instead of HttpResponse::body
};

/// May be used by many threads at once; each exchange runs on the thread that called send().
class HttpClient {
 public:
  explicit HttpClient(ClientOptions options = {});
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  ~HttpClient();

  /// Sends a request and returns when its answer is whole, was stopped by the sink, or failed. A connection that was kept
  /// and turns out to be closed before anything of an answer came is replaced, once, without a word.
  NetResult<HttpResponse> send(const HttpRequest& request, const ResponseSink& sink = {},
                               const CancelToken& cancel = {});

  /// How many connections were opened so far.
  [[nodiscard]] std::size_t connections_opened() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace acode::net
