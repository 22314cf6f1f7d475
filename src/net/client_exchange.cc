// Pulling, pushing, and a token that ends both.
#include "net/client_exchange.h"

#include <string>
#include <utility>

namespace acode::net {

ClientExchange::ClientExchange(Upstreams& upstreams, const HttpRequest& request, const ResponseSink& sink,
                               const CancelToken& cancel)
    : upstreams_(upstreams), request_(request), sink_(sink), cancel_(cancel) {
  fetch_.emplace(upstreams, request);
}

NetResult<HttpResponse> ClientExchange::result() {
  if (error_) return std::move(*error_);
  return std::move(response_);
}

void ClientExchange::leave() {
  cancel_watch_.reset();
  fetch_.reset();
}

Task<> ClientExchange::run() {
  watch_cancel();
  auto beginning = fetch_->begin();
  bool may_go_on = co_await std::move(beginning);
  if (may_go_on) may_go_on = take_head();
  while (may_go_on) {
    // A token that found no descriptor can only be asked.
    if (cancel_.is_cancelled()) fetch_->cancel();
    auto reading = fetch_->next();
    may_go_on = co_await std::move(reading);
    if (may_go_on) may_go_on = deliver(fetch_->piece());
  }
  if (!error_ && !response_.stopped && fetch_->error() != nullptr) error_ = *fetch_->error();
}

void ClientExchange::watch_cancel() {
  if (cancel_.is_cancelled()) fetch_->cancel();
  if (cancel_.descriptor() < 0) return;
  cancel_watch_.emplace(upstreams_.loop(), cancel_.descriptor(), [this] {
    if (fetch_) fetch_->cancel();
  });
}

// Hands out the head. False if there is nothing more to do.
bool ClientExchange::take_head() {
  response_.head = std::move(fetch_->head());
  const std::size_t most = upstreams_.options().max_body_bytes;
  const auto length = fetch_->is_complete() ? std::nullopt : fetch_->length();
  if (!sink_.on_body && length && *length > most) {
    return fail_too_large(std::to_string(*length) + " bytes, and " + std::to_string(most) + " are allowed");
  }
  if (sink_.on_head && !sink_.on_head(response_.head)) response_.stopped = true;
  return !response_.stopped;
}

// Hands out a piece of the body. False if no more is wanted or allowed.
bool ClientExchange::deliver(std::string_view piece) {
  if (sink_.on_body) {
    response_.stopped = !sink_.on_body(piece);
    return !response_.stopped;
  }
  const std::size_t most = upstreams_.options().max_body_bytes;
  if (response_.body.size() + piece.size() > most)
    return fail_too_large("more than " + std::to_string(most) + " bytes");
  response_.body += piece;
  return true;
}

bool ClientExchange::fail_too_large(std::string_view detail) {
  error_ = make_error(NetErrorKind::kTooLarge, request_.url.where(), detail);
  return false;
}

}  // namespace acode::net
