// Putting the parts together: a server, a handler for each of its loops, and what they share.
#include "gateway/gateway.h"

#include <atomic>
#include <string>
#include <utility>

#include "gateway/chat_exchange.h"
#include "gateway/loop_gateway.h"
#include "gateway/pass_exchange.h"
#include "gateway/route.h"
#include "net/upstreams.h"

namespace acode::gateway {
namespace {

using net::Task;

Task<> answer_text(net::Exchange& exchange, int status, std::string type, std::string text) {
  const net::HttpHead head(status, type);
  auto responding = exchange.respond(head, text);
  co_await std::move(responding);
}

}  // namespace

class Gateway::Impl {
 public:
  Impl(GatewaySettings settings, Recorder& recorder) : settings_(std::move(settings)), recorder_(recorder) {}

  net::NetResult<bool> listen(net::ServerOptions options) {
    // Questions are read whole, by those who can say in the client's words why one is refused; of what passes nothing is kept.
    options.streams_body = [](const net::ReceivedRequest&) { return true; };
    auto server = net::HttpServer::listen_each(std::move(options), [this](net::Loop& loop) { return handler(loop); });
    if (!server) return server.error();
    server_ = std::move(*server);
    return true;
  }

  [[nodiscard]] net::HttpServer& server() { return *server_; }

  void use(GatewaySettings settings) { settings_.set(std::move(settings)); }

  void stop(std::chrono::milliseconds grace) noexcept {
    is_stopping_.store(true);
    server_->stop(grace);
  }

 private:
  net::Handler handler(net::Loop& loop) {
    net::ClientOptions options;
    options.user_agent.clear();  // the client's own is passed on
    options.max_idle_connections = 1024;
    auto upstreams = std::make_shared<net::Upstreams>(loop, std::move(options), authorities_);
    auto home = std::make_shared<LoopGateway>(settings_, recorder_, std::move(upstreams));
    return [this, home = std::move(home)](net::Exchange& exchange) { return serve(*home, exchange); };
  }

  Task<> serve(LoopGateway& home, net::Exchange& exchange) {
    const net::ReceivedRequest& request = exchange.request();
    const Route route = route_of(request.method, request.path());
    switch (route.kind) {
      case Route::Kind::kChat: {
        ChatExchange chat(home, exchange, route.dialect);
        auto chatting = chat.run();
        co_await std::move(chatting);
        break;
      }
      case Route::Kind::kMetrics: {
        auto telling = answer_text(exchange, 200, "text/plain; version=0.0.4", recorder_.metrics().text());
        co_await std::move(telling);
        break;
      }
      case Route::Kind::kHealth: {
        auto telling = answer_text(exchange, 200, "text/plain", "ok\n");
        co_await std::move(telling);
        break;
      }
      case Route::Kind::kReady: {
        const bool is_ready = !is_stopping_.load();
        auto telling = answer_text(exchange, is_ready ? 200 : 503, "text/plain", is_ready ? "ready\n" : "stopping\n");
        co_await std::move(telling);
        break;
      }
      case Route::Kind::kPass: {
        auto passing = pass_on(home, exchange);
        co_await std::move(passing);
        break;
      }
    }
  }

  SharedSettings settings_;
  Recorder& recorder_;
  std::shared_ptr<net::Authorities> authorities_ = std::make_shared<net::Authorities>("");
  std::atomic<bool> is_stopping_ = false;
  std::unique_ptr<net::HttpServer> server_;
};

net::NetResult<std::unique_ptr<Gateway>> Gateway::listen(net::ServerOptions options, GatewaySettings settings,
                                                         Recorder& recorder) {
  auto impl = std::make_unique<Impl>(std::move(settings), recorder);
  auto listening = impl->listen(std::move(options));
  if (!listening) return listening.error();
  return std::unique_ptr<Gateway>(new Gateway(std::move(impl)));
}

Gateway::Gateway(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Gateway::~Gateway() = default;

const net::Url& Gateway::url() const { return impl_->server().url(); }

void Gateway::run() { impl_->server().run(); }

void Gateway::start() { impl_->server().start(); }

void Gateway::wait() { impl_->server().wait(); }

void Gateway::stop(std::chrono::milliseconds grace) noexcept { impl_->stop(grace); }

void Gateway::use(GatewaySettings settings) { impl_->use(std::move(settings)); }

}  // namespace acode::gateway
