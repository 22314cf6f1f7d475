// Listening and accepting, the connections of a loop, and how it all ends.
#include "net/server.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <cerrno>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <utility>

#include "net/server_connection.h"

namespace acode::net {
namespace {

using Descriptor = boost::asio::posix::basic_stream_descriptor<Executor>;
using AsioError = boost::system::error_code;

Fd reserve_descriptor() { return Fd(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

NetError listen_error(const std::string& where, int error) {
  if (error == EADDRINUSE) return make_error(NetErrorKind::kAddressTaken, where);
  return make_error(NetErrorKind::kListenFailed, where, std::generic_category().message(error));
}

std::uint16_t port_of(int socket) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  auto* const address = static_cast<sockaddr*>(static_cast<void*>(&storage));
  if (::getsockname(socket, address, &size) != 0) return 0;
  return ntohs(storage.ss_family == AF_INET6 ? static_cast<const sockaddr_in6*>(static_cast<void*>(&storage))->sin6_port
                                             : static_cast<const sockaddr_in*>(static_cast<void*>(&storage))->sin_port);
}

NetResult<Fd> listen_at(const ServerOptions& options, const std::string& where) {
  const auto addresses = known_addresses(options.address, options.port);
  if (addresses.empty()) {
    return make_error(NetErrorKind::kListenFailed, where, "'" + options.address + "' is not a numeric address");
  }
  Fd socket = Stream::make_socket(addresses.front().family());
  if (!socket) return listen_error(where, errno);
  const int on = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(socket.get(), addresses.front().get(), addresses.front().size) != 0 ||
      ::listen(socket.get(), SOMAXCONN) != 0) {
    return listen_error(where, errno);
  }
  return socket;
}

bool is_out_of_descriptors(int error) { return error == EMFILE || error == ENFILE; }

// One thread's share of a server: a listening socket and the connections that came by it. Several of them, each with a
// socket of its own at the same port, need know nothing of each other.
class ServerLoop {
 public:
  ServerLoop(const ServerOptions& options, const Handler& handler, Fd listener)
      : options_(options),
        handler_(handler),
        listener_(loop_.context(), listener.release()),
        stop_event_(loop_.context(), ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        stop_descriptor_(stop_event_.native_handle()),
        retry_(loop_.context()),
        grace_end_(loop_.context()),
        reserve_(reserve_descriptor()) {
    wait_for_stop();
    wait_for_clients();
  }

  void run() { loop_.context().run(); }

  // From any thread, and from signal handlers: no lock, no memory.
  void stop(std::chrono::milliseconds grace) noexcept {
    const int errno_before = errno;
    grace_ms_.store(grace.count());
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(stop_descriptor_, &one, sizeof one);
    errno = errno_before;
  }

  [[nodiscard]] std::size_t accepted() const { return accepted_; }

 private:
  void wait_for_clients() {
    listener_.async_wait(Descriptor::wait_read, [this](const AsioError& error) {
      if (error) return;
      const bool is_well = accept_waiting();
      if (is_well) {
        wait_for_clients();
      } else {
        wait_and_retry();
      }
    });
  }

  // Takes those who wait. False if the system is in such want that asking again at once would only spin.
  bool accept_waiting() {
    constexpr int kAtOnce = 64;
    for (int i = 0; i < kAtOnce; ++i) {
      Fd socket(::accept4(listener_.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (socket) {
        welcome(std::move(socket));
      } else if (is_out_of_descriptors(errno)) {
        if (!turn_away()) return false;
      } else if (errno == ENOBUFS || errno == ENOMEM) {
        return false;
      } else if (errno != ECONNABORTED && errno != EINTR) {
        return true;
      }
    }
    return true;
  }

  // With no descriptor left, the one in reserve serves to take a client out of the queue and close the door.
  bool turn_away() {
    if (!reserve_) return false;
    reserve_.reset();
    { const Fd refused(::accept4(listener_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC)); }
    reserve_ = reserve_descriptor();
    return static_cast<bool>(reserve_);
  }

  void wait_and_retry() {
    constexpr std::chrono::milliseconds kPause(100);
    retry_.expires_after(kPause);
    retry_.async_wait([this](const AsioError& error) {
      if (error) return;
      if (!reserve_) reserve_ = reserve_descriptor();
      wait_for_clients();
    });
  }

  void welcome(Fd socket) {
    ++accepted_;
    if (connections_.size() >= options_.max_connections) {
      constexpr std::string_view kFull =
          "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      [[maybe_unused]] const auto sent = ::send(socket.get(), kFull.data(), kFull.size(), MSG_NOSIGNAL);
      return;
    }
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    auto connection = std::make_shared<ServerConnection>(loop_, options_, handler_, std::move(socket));
    connections_.insert(connection.get());
    ServerConnection& served = *connection;
    const auto on_end = [this, connection = std::move(connection)](const std::exception_ptr& /*none*/) {
      connections_.erase(connection.get());
      if (is_stopping_ && connections_.empty()) grace_end_.cancel();
    };
    boost::asio::co_spawn(loop_.context(), served.run(), on_end);
  }

  void wait_for_stop() {
    stop_event_.async_wait(Descriptor::wait_read, [this](const AsioError& error) {
      if (error) return;
      std::uint64_t count = 0;
      [[maybe_unused]] const auto got = ::read(stop_event_.native_handle(), &count, sizeof count);
      begin_stop();
    });
  }

  void begin_stop() {
    if (!is_stopping_) {
      AsioError ignored;
      listener_.close(ignored);
      retry_.cancel();
      is_stopping_ = true;
      for (ServerConnection* connection : connections_) connection->finish();
    }
    if (connections_.empty()) return;
    wait_for_stop();
    grace_end_.expires_after(std::chrono::milliseconds(grace_ms_.load()));
    grace_end_.async_wait([this](const AsioError& error) {
      if (error) {
        if (connections_.empty()) stop_event_.cancel();
        return;
      }
      end_grace();
    });
  }

  // Handlers that wait for something of ours wake up; those that wait for something else are left behind.
  void end_grace() {
    constexpr std::chrono::milliseconds kLast(200);
    for (ServerConnection* connection : connections_) connection->abort();
    grace_end_.expires_after(kLast);
    grace_end_.async_wait([this](const AsioError& /*either way*/) { loop_.context().stop(); });
  }

  const ServerOptions& options_;
  const Handler& handler_;
  Loop loop_;
  Descriptor listener_;
  Descriptor stop_event_;
  int stop_descriptor_;  // stays what it is, whatever the loop's thread does meanwhile
  Timer retry_;
  Timer grace_end_;
  Fd reserve_;
  std::unordered_set<ServerConnection*> connections_;
  bool is_stopping_ = false;
  std::atomic<std::size_t> accepted_ = 0;
  std::atomic<std::int64_t> grace_ms_ = 0;
};

}  // namespace

class HttpServer::Impl {
 public:
  Impl(ServerOptions options, Handler handler, Fd listener)
      : options_(std::move(options)), handler_(std::move(handler)), loop_(options_, handler_, std::move(listener)) {
    url_.host = options_.address;
    url_.port = options_.port;
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    loop_.stop(std::chrono::milliseconds(0));
    wait();
  }

  void start() {
    thread_ = std::thread([this] { loop_.run(); });
  }
  void wait() {
    if (thread_.joinable()) thread_.join();
  }
  [[nodiscard]] const Url& url() const { return url_; }
  [[nodiscard]] ServerLoop& loop() { return loop_; }

 private:
  ServerOptions options_;
  Handler handler_;
  ServerLoop loop_;
  Url url_;
  std::thread thread_;
};

NetResult<std::unique_ptr<HttpServer>> HttpServer::listen(ServerOptions options, Handler handler) {
  Url asked;
  asked.host = options.address;
  asked.port = options.port;
  auto listener = listen_at(options, asked.where());
  if (!listener) return listener.error();
  options.port = port_of(listener->get());
  auto impl = std::make_unique<Impl>(std::move(options), std::move(handler), std::move(*listener));
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() = default;

const Url& HttpServer::url() const { return impl_->url(); }

void HttpServer::start() { impl_->start(); }

void HttpServer::run() { impl_->loop().run(); }

void HttpServer::stop(std::chrono::milliseconds grace) noexcept { impl_->loop().stop(grace); }

void HttpServer::wait() { impl_->wait(); }

std::size_t HttpServer::connections_accepted() const { return impl_->loop().accepted(); }

}  // namespace acode::net
