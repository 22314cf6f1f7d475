// The client: loops for the threads that call, and the connections that wait for the next exchange.
#include "net/client.h"

#include <sys/socket.h>

#include <boost/asio/co_spawn.hpp>
#include <cerrno>
#include <exception>
#include <utility>
#include <vector>

#include "net/client_exchange.h"
#include "net/connection_pool.h"

namespace acode::net {
namespace {

// Whether nothing has come, not even the end: an idle connection on which something came is of no use.
bool is_quiet(int socket) {
  char byte = 0;
  return ::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

}  // namespace

std::optional<Stream::Parts> ConnectionPool::take(const std::string& way) {
  const std::lock_guard lock(mutex_);
  const auto oldest = Clock::now() - lifetime_;
  while (!idle_.empty() && idle_.front().since < oldest) idle_.pop_front();
  for (auto entry = idle_.end(); entry != idle_.begin();) {
    --entry;
    if (entry->way != way) continue;
    Stream::Parts parts = std::move(entry->parts);
    entry = idle_.erase(entry);
    if (is_quiet(parts.socket.get())) return parts;
  }
  return std::nullopt;
}

void ConnectionPool::put(const std::string& way, Stream::Parts parts) {
  const std::lock_guard lock(mutex_);
  idle_.push_back({way, std::move(parts), Clock::now()});
  if (idle_.size() > most_) idle_.pop_front();
}

class HttpClient::Impl {
 public:
  explicit Impl(ClientOptions options) : shared_(std::move(options)) {}

  NetResult<HttpResponse> send(const HttpRequest& request, const ResponseSink& sink, const CancelToken& cancel) {
    std::unique_ptr<Loop> loop = take_loop();
    ClientExchange exchange(*loop, shared_, request, sink, cancel);
    std::exception_ptr thrown;
    const auto on_end = [&exchange, &thrown](std::exception_ptr error) {
      thrown = std::move(error);
      exchange.leave();
    };
    boost::asio::co_spawn(loop->context(), exchange.run(), on_end);
    loop->context().restart();
    loop->context().run();
    if (thrown) std::rethrow_exception(thrown);
    give_back(std::move(loop));
    return exchange.result();
  }

  [[nodiscard]] std::size_t opened() const { return shared_.opened; }

 private:
  std::unique_ptr<Loop> take_loop() {
    const std::lock_guard lock(mutex_);
    if (loops_.empty()) return std::make_unique<Loop>();
    std::unique_ptr<Loop> loop = std::move(loops_.back());
    loops_.pop_back();
    return loop;
  }

  void give_back(std::unique_ptr<Loop> loop) {
    const std::lock_guard lock(mutex_);
    loops_.push_back(std::move(loop));
  }

  ClientShared shared_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Loop>> loops_;  // those that no thread is running
};

HttpClient::HttpClient(ClientOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

HttpClient::~HttpClient() = default;

NetResult<HttpResponse> HttpClient::send(const HttpRequest& request, const ResponseSink& sink,
                                         const CancelToken& cancel) {
  return impl_->send(request, sink, cancel);
}

std::size_t HttpClient::connections_opened() const { return impl_->opened(); }

}  // namespace acode::net
