// Connections that wait for the next exchange, and whom to trust.
#include "net/upstreams.h"

#include <utility>

#include "net/connection_pool.h"
#include "net/tls.h"

namespace acode::net {

void ConnectionPool::forget_old(Clock::time_point now) {
  while (!idle_.empty() && idle_.front().since < now - lifetime_) idle_.pop_front();
}

std::unique_ptr<Stream> ConnectionPool::take(const Way& way) {
  // The loop tells when one is closed; but it may not have run since then.
  constexpr std::chrono::milliseconds kSurelyKnown(10);
  const auto now = Clock::now();
  forget_old(now);
  for (auto entry = idle_.end(); entry != idle_.begin();) {
    --entry;
    if (entry->way.get() != &way && entry->way->name != way.name) continue;
    std::unique_ptr<Stream> stream = std::move(entry->stream);
    const bool is_fresh = now - entry->since < kSurelyKnown;
    entry = idle_.erase(entry);
    // One on which something came, be it the end, is of no use.
    if (is_fresh ? stream->seems_quiet() : stream->is_quiet()) return stream;
  }
  return nullptr;
}

void ConnectionPool::put(std::shared_ptr<const Way> way, std::unique_ptr<Stream> stream) {
  stream->belong_to(nullptr);
  idle_.push_back({std::move(way), std::move(stream), Clock::now()});
  if (idle_.size() > most_) idle_.pop_front();
}

NetResult<std::shared_ptr<TlsContext>> Authorities::context() {
  const std::lock_guard lock(mutex_);
  if (context_) return context_;
  auto made = TlsContext::make(ca_file_);
  if (made) context_ = *made;
  return made;
}

Upstreams::Upstreams(Loop& loop, ClientOptions options, std::shared_ptr<Authorities> authorities)
    : loop_(loop),
      options_(std::move(options)),
      authorities_(authorities ? std::move(authorities) : std::make_shared<Authorities>(options_.ca_file)),
      pool_(std::make_unique<ConnectionPool>(loop, options_.max_idle_connections, options_.idle_connection_lifetime)) {}

Upstreams::~Upstreams() = default;

NetResult<std::shared_ptr<const Way>> Upstreams::way_to(const Url& url) {
  const bool is_last =
      last_way_ && last_way_->port == url.port && last_way_->tls == url.tls && last_way_->host == url.host;
  if (is_last) return last_way_;
  if (!is_host(url.host)) {
    return make_error(NetErrorKind::kBadRequest, url.where(), "its host has a character no host has");
  }
  auto proxy = options_.proxies.proxy_for(url);
  if (!proxy) return proxy.error();
  std::string name = url.origin();
  if (*proxy) name = (*proxy)->url.origin() + (url.tls ? " " + name : "");
  last_way_ = std::make_shared<const Way>(
      Way{url.tls, url.host, url.port, url.authority(), std::move(*proxy), std::move(name)});
  return last_way_;
}

std::size_t Upstreams::connections_idle() const { return pool_->size(); }

}  // namespace acode::net
