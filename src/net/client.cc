// The client: for each thread that calls at the same time a loop, with the connections that wait on it.
#include "net/client.h"

#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "net/client_exchange.h"
#include "net/loop.h"
#include "net/upstreams.h"

namespace acode::net {
namespace {

struct Caller {
  Caller(const ClientOptions& options, std::shared_ptr<Authorities> authorities)
      : upstreams(loop, options, std::move(authorities)) {}

  Loop loop;
  Upstreams upstreams;
};

}  // namespace

class HttpClient::Impl {
 public:
  explicit Impl(ClientOptions options)
      : options_(std::move(options)), authorities_(std::make_shared<Authorities>(options_.ca_file)) {}

  NetResult<HttpResponse> send(const HttpRequest& request, const ResponseSink& sink, const CancelToken& cancel) {
    Caller& caller = take_caller();
    ClientExchange exchange(caller.upstreams, request, sink, cancel);
    std::exception_ptr thrown;
    bool has_ended = false;
    const auto on_end = [&](std::exception_ptr error) {
      thrown = std::move(error);
      has_ended = true;
      exchange.leave();
      caller.loop.stop();
    };
    caller.loop.spawn(exchange.run(), on_end);
    if (!has_ended) caller.loop.run();
    give_back(caller);
    if (thrown) std::rethrow_exception(thrown);
    return exchange.result();
  }

  [[nodiscard]] std::size_t opened() const {
    const std::lock_guard lock(mutex_);
    std::size_t sum = 0;
    for (const auto& caller : all_) sum += caller->upstreams.connections_opened();
    return sum;
  }

 private:
  // The one that was used last, since its connections are the youngest.
  Caller& take_caller() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      all_.push_back(std::make_unique<Caller>(options_, authorities_));
      return *all_.back();
    }
    Caller& caller = *free_.back();
    free_.pop_back();
    return caller;
  }

  void give_back(Caller& caller) {
    const std::lock_guard lock(mutex_);
    free_.push_back(&caller);
  }

  const ClientOptions options_;
  const std::shared_ptr<Authorities> authorities_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Caller>> all_;
  std::vector<Caller*> free_;  // those that no thread is running
};

HttpClient::HttpClient(ClientOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}

HttpClient::~HttpClient() = default;

NetResult<HttpResponse> HttpClient::send(const HttpRequest& request, const ResponseSink& sink,
                                         const CancelToken& cancel) {
  return impl_->send(request, sink, cancel);
}

std::size_t HttpClient::connections_opened() const { return impl_->opened(); }

}  // namespace acode::net
