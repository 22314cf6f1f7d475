// Reading and writing in turns.
#include "gateway/relay.h"

#include <utility>

namespace acode::gateway {

net::Task<> relay(net::Fetch& fetch, net::HttpHead head, net::Exchange& exchange) {
  auto beginning = exchange.begin(head, fetch.length());
  bool is_there = co_await std::move(beginning);
  while (is_there) {
    auto reading = fetch.next();
    const bool has_piece = co_await std::move(reading);
    if (!has_piece || fetch.is_complete()) break;  // the last one goes with the end
    auto writing = exchange.write(fetch.piece());
    is_there = co_await std::move(writing);
  }
  if (!fetch.is_complete()) {
    exchange.cut();
    co_return;
  }
  auto ending = exchange.end(fetch.piece());
  co_await std::move(ending);
}

}  // namespace acode::gateway
