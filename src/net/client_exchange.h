// One exchange of HttpClient: a Fetch, pulled to its end, and what comes of it pushed into a sink.
#pragma once

#include <optional>
#include <string_view>

#include "net/cancel.h"
#include "net/client.h"
#include "net/fetch.h"
#include "net/loop.h"

namespace acode::net {

class ClientExchange {
 public:
  /// All of these must outlive the exchange.
  ClientExchange(Upstreams& upstreams, const HttpRequest& request, const ResponseSink& sink, const CancelToken& cancel);

  /// Runs it. Throws only what the sink throws.
  Task<> run();

  /// To be called when run() has ended, in whatever way: lets go of the loop.
  void leave();

  /// What came of it, after run().
  NetResult<HttpResponse> result();

 private:
  void watch_cancel();
  bool take_head();
  bool deliver(std::string_view piece);
  bool fail_too_large(std::string_view detail);

  Upstreams& upstreams_;
  const HttpRequest& request_;
  const ResponseSink& sink_;
  const CancelToken& cancel_;

  std::optional<Fetch> fetch_;
  std::optional<Watch> cancel_watch_;
  HttpResponse response_;
  std::optional<NetError> error_;
};

}  // namespace acode::net
