// A plain relay.
#include "gateway/pass_exchange.h"

#include <memory>
#include <string>
#include <utility>

#include "acode/json/writer.h"
#include "gateway/client_key.h"
#include "gateway/relay.h"
#include "gateway/route.h"
#include "net/fetch.h"
#include "net/forward.h"

namespace acode::gateway {
namespace {

net::HttpRequest onward(const GatewaySettings& settings, const net::ReceivedRequest& received) {
  net::HttpRequest request;
  request.method = received.method;
  request.url = settings.upstream.base;
  request.url.target = passed_target(settings.upstream.base, received.target);
  net::copy_end_to_end(received.headers, request.headers);
  if (has_own_key(settings)) {
    hide_keys(request.headers);
    show_key(request.headers, settings.upstream.dialect, settings.upstream.api_key);
  }
  return request;
}

std::string error_text(const net::NetError& error) {
  std::string text = "{\"error\":{\"code\":";
  json::write_string_to(text, error.code());
  text += ",\"message\":";
  json::write_string_to(text, error.message);
  return text + "}}";
}

}  // namespace

net::Task<> pass_on(LoopGateway& gateway, net::Exchange& exchange) {
  const std::shared_ptr<const GatewaySettings> settings = gateway.settings();
  if (!has_key(exchange.request().headers, settings->client_key)) {
    const net::HttpHead head(401, "text/plain");
    auto refusing = exchange.respond(head, "this gateway wants a key, as Authorization or x-api-key\n");
    co_await std::move(refusing);
    co_return;
  }
  const net::HttpRequest request = onward(*settings, exchange.request());
  net::Fetch fetch(gateway.upstreams(), request);
  fetch.set_timeouts(settings->upstream.timeouts());
  const bool has_body =
      exchange.content_length().value_or(0) > 0 || exchange.request().headers.has("Transfer-Encoding");
  if (has_body) fetch.send_body(exchange.body(), exchange.content_length());
  exchange.when_client_leaves([&fetch] { fetch.cancel(); });
  auto beginning = fetch.begin();
  const bool has_head = co_await std::move(beginning);
  if (!has_head) {
    exchange.when_client_leaves(nullptr);
    if (exchange.refusal() != nullptr) co_return;  // the client's own fault, which the server tells it
    const net::HttpHead head(502, "application/json");
    const std::string text = error_text(*fetch.error());
    auto refusing = exchange.respond(head, text);
    co_await std::move(refusing);
    co_return;
  }
  net::HttpHead head(fetch.head().status);
  net::copy_end_to_end(fetch.head().headers, head.headers);
  auto relaying = relay(fetch, std::move(head), exchange);
  co_await std::move(relaying);
  exchange.when_client_leaves(nullptr);
}

}  // namespace acode::gateway
