// A request on, an answer back.
#include "net/relay.h"

#include <utility>

#include "net/fetch.h"
#include "net/forward.h"

namespace acode::net {
namespace {

HttpRequest onward(const ReceivedRequest& received, const Url& upstream) {
  HttpRequest request;
  request.method = received.method;
  request.url = upstream;
  request.url.target = received.target;
  copy_end_to_end(received.headers, request.headers);
  return request;
}

HttpHead back(HttpHead& received) {
  HttpHead head(received.status);
  head.reason = std::move(received.reason);
  copy_end_to_end(received.headers, head.headers);
  return head;
}

}  // namespace

Task<> relay(Exchange& exchange, Upstreams& upstreams, const Url& upstream) {
  const HttpRequest request = onward(exchange.request(), upstream);
  Fetch fetch(upstreams, request);
  if (exchange.body().is_complete()) {
    fetch.send_body(exchange.request().body);
  } else {
    fetch.send_body(exchange.body(), exchange.content_length());
  }
  exchange.when_client_leaves([&fetch] { fetch.cancel(); });
  auto fetching = fetch.begin();
  const bool has_head = co_await std::move(fetching);
  if (!has_head && exchange.refusal() != nullptr) co_return;
  if (!has_head) {
    auto answering = exchange.respond(HttpHead(502, "text/plain"), to_string(*fetch.error()) + "\n");
    co_await std::move(answering);
    co_return;
  }
  {
    const HttpHead head = back(fetch.head());
    auto beginning = exchange.begin(head, fetch.length());
    co_await std::move(beginning);
  }
  bool is_there = true;
  while (is_there) {
    auto reading = fetch.next();
    is_there = co_await std::move(reading);
    if (!is_there) break;
    auto writing = exchange.write(fetch.piece());
    is_there = co_await std::move(writing);
  }
  if (!fetch.is_complete()) co_return;
  auto ending = exchange.end();
  co_await std::move(ending);
}

HandlerFactory relay_to(const Url& upstream, const ClientOptions& options) {
  auto authorities = std::make_shared<Authorities>(options.ca_file);
  return [upstream, options, authorities](Loop& loop) -> Handler {
    auto upstreams = std::make_shared<Upstreams>(loop, options, authorities);
    return [upstream, upstreams](Exchange& exchange) { return relay(exchange, *upstreams, upstream); };
  };
}

}  // namespace acode::net
