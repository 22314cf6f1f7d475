// Listening and accepting, the connections of a loop, and how it all ends.
#include "net/server.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <optional>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "net/server_connection.h"

namespace acode::net {
namespace {

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

enum class Sharing : std::uint8_t { kAlone, kShared };

// 0, or an errno. What the socket is set to, those that it accepts have from it: small pieces are sent at once.
int bind_to(Fd& socket, const SocketAddress& address, Sharing sharing) {
  socket = Stream::make_socket(address.family());
  if (!socket) return errno;
  const int on = 1;
  const int shared = sharing == Sharing::kShared ? 1 : 0;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEPORT, &shared, sizeof shared);
  return ::bind(socket.get(), address.get(), address.size) == 0 ? 0 : errno;
}

// A socket for each thread at one port, among which the system deals out clients. They would share the port with another
// program that does the same, so a socket that shares with nobody finds out first whether one listens there.
NetResult<std::vector<Fd>> listen_at(ServerOptions& options, const std::string& where) {
  auto addresses = known_addresses(options.address, options.port);
  if (addresses.empty()) {
    return make_error(NetErrorKind::kListenFailed, where, "'" + options.address + "' is not a numeric address");
  }
  options.threads = std::max<std::size_t>(options.threads, 1);
  const Sharing sharing = options.threads > 1 ? Sharing::kShared : Sharing::kAlone;
  if (sharing == Sharing::kShared && options.port != 0) {
    Fd probe;
    const int error = bind_to(probe, addresses.front(), Sharing::kAlone);
    if (error != 0) return listen_error(where, error);
  }
  std::vector<Fd> listeners;
  while (listeners.size() < options.threads) {
    Fd socket;
    const int error = bind_to(socket, addresses.front(), sharing);
    if (error != 0) return listen_error(where, error);
    if (::listen(socket.get(), SOMAXCONN) != 0) return listen_error(where, errno);
    options.port = port_of(socket.get());
    addresses = known_addresses(options.address, options.port);
    listeners.push_back(std::move(socket));
  }
  return listeners;
}

bool is_out_of_descriptors(int error) { return error == EMFILE || error == ENFILE; }

// One thread's share of a server: a listening socket and the connections that came by it. All that several of them share
// is how many connections they have together.
class ServerLoop {
 public:
  ServerLoop(const ServerOptions& options, const HandlerFactory& make_handler, std::atomic<std::size_t>& open,
             Fd listener)
      : options_(options),
        open_(open),
        listener_(std::move(listener)),
        stop_event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        retry_(loop_, [this] { take_clients(); }),
        grace_end_(loop_, [this] { end_grace(); }),
        reserve_(reserve_descriptor()) {
    handler_ = make_handler(loop_);
    stop_watch_.emplace(loop_, stop_event_.get(), [this] { begin_stop(); });
    listen_watch_.emplace(loop_, listener_.get(), [this] { take_clients(); });
  }

  void run() { loop_.run(); }

  // From any thread, and from signal handlers: no lock, no memory.
  void stop(std::chrono::milliseconds grace) noexcept {
    const int errno_before = errno;
    grace_ms_.store(grace.count());
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(stop_event_.get(), &one, sizeof one);
    errno = errno_before;
  }

  [[nodiscard]] std::size_t accepted() const { return accepted_; }

 private:
  /// Why no more clients are taken for now.
  enum class Pause : std::uint8_t {
    kNoneWait,
    kOthersFirst,  // there may be more of them
    kWant,         // the system is in such want that asking again at once would only spin
  };

  void take_clients() {
    constexpr std::chrono::milliseconds kLater(100);
    if (!listener_) return;
    if (!reserve_) reserve_ = reserve_descriptor();
    const Pause pause = accept_waiting();
    if (pause == Pause::kOthersFirst) loop_.soon([this] { take_clients(); });
    if (pause == Pause::kWant) retry_.set(Clock::now() + kLater);
  }

  Pause accept_waiting() {
    constexpr int kAtOnce = 64;
    for (int i = 0; i < kAtOnce; ++i) {
      Fd socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (socket) {
        welcome(std::move(socket));
      } else if (is_out_of_descriptors(errno)) {
        const std::optional<Pause> pause = turn_away();
        if (pause) return *pause;
      } else if (errno == ENOBUFS || errno == ENOMEM) {
        return Pause::kWant;
      } else if (errno != ECONNABORTED && errno != EINTR) {
        return Pause::kNoneWait;
      }
    }
    return Pause::kOthersFirst;
  }

  // With no descriptor left, the one in reserve serves to take a client out of the queue and close the door. Only then can
  // be seen whether there was one.
  std::optional<Pause> turn_away() {
    if (!reserve_) return Pause::kWant;
    reserve_.reset();
    const bool was_there = static_cast<bool>(Fd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC)));
    reserve_ = reserve_descriptor();
    if (!reserve_) return Pause::kWant;
    return was_there ? std::nullopt : std::optional(Pause::kNoneWait);
  }

  void welcome(Fd socket) {
    ++accepted_;
    if (open_ >= options_.max_connections) {
      constexpr std::string_view kFull =
          "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      [[maybe_unused]] const auto sent = ::send(socket.get(), kFull.data(), kFull.size(), MSG_NOSIGNAL);
      return;
    }
    auto connection = std::make_shared<ServerConnection>(loop_, options_, handler_, std::move(socket));
    connections_.insert(connection.get());
    ++open_;
    ServerConnection& served = *connection;
    const auto on_end = [this, connection = std::move(connection)](const std::exception_ptr& /*none*/) {
      --open_;
      connections_.erase(connection.get());
      if (is_stopping_ && connections_.empty()) loop_.stop();
    };
    loop_.spawn(served.run(), on_end);
  }

  void begin_stop() {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(stop_event_.get(), &count, sizeof count);
    if (!is_stopping_) {
      listen_watch_.reset();
      listener_.reset();
      retry_.clear();
      is_stopping_ = true;
      for (ServerConnection* connection : connections_) connection->finish();
    }
    if (connections_.empty()) loop_.stop();
    grace_end_.set(Clock::now() + std::chrono::milliseconds(grace_ms_.load()));
  }

  // Handlers that wait for something of ours wake up; those that wait for something else are left behind.
  void end_grace() {
    constexpr std::chrono::milliseconds kLast(200);
    if (std::exchange(is_grace_over_, true)) return loop_.stop();
    for (ServerConnection* connection : connections_) connection->abort();
    grace_end_.set(Clock::now() + kLast);
  }

  const ServerOptions& options_;
  std::atomic<std::size_t>& open_;
  Handler handler_;  // what it owns may be in use until the last coroutine has gone with the loop
  Loop loop_;
  Fd listener_;
  Fd stop_event_;
  std::optional<Watch> listen_watch_;
  std::optional<Watch> stop_watch_;
  Deadline retry_;
  Deadline grace_end_;
  Fd reserve_;
  std::unordered_set<ServerConnection*> connections_;
  bool is_stopping_ = false;
  bool is_grace_over_ = false;
  std::atomic<std::size_t> accepted_ = 0;
  std::atomic<std::int64_t> grace_ms_ = 0;
};

}  // namespace

class HttpServer::Impl {
 public:
  Impl(ServerOptions options, const HandlerFactory& make_handler, std::vector<Fd> listeners)
      : options_(std::move(options)) {
    url_.host = options_.address;
    url_.port = options_.port;
    for (Fd& listener : listeners) {
      loops_.push_back(std::make_unique<ServerLoop>(options_, make_handler, open_, std::move(listener)));
    }
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    stop(std::chrono::milliseconds(0));
    wait();
  }

  void start() { start_from(0); }
  void run() {
    start_from(1);
    loops_.front()->run();
    wait();
  }
  void stop(std::chrono::milliseconds grace) noexcept {
    for (const auto& loop : loops_) loop->stop(grace);
  }
  void wait() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }
  [[nodiscard]] const Url& url() const { return url_; }
  [[nodiscard]] std::size_t open() const { return open_; }
  [[nodiscard]] std::size_t accepted() const {
    std::size_t sum = 0;
    for (const auto& loop : loops_) sum += loop->accepted();
    return sum;
  }

 private:
  void start_from(std::size_t first) {
    for (std::size_t i = first; i < loops_.size(); ++i) {
      threads_.emplace_back([this, i] { loops_[i]->run(); });
    }
  }

  ServerOptions options_;
  Url url_;
  std::atomic<std::size_t> open_ = 0;
  std::vector<std::unique_ptr<ServerLoop>> loops_;
  std::vector<std::thread> threads_;
};

NetResult<std::unique_ptr<HttpServer>> HttpServer::listen(ServerOptions options, Handler handler) {
  return listen_each(std::move(options), [&handler](Loop& /*any*/) { return handler; });
}

NetResult<std::unique_ptr<HttpServer>> HttpServer::listen_each(ServerOptions options,
                                                               const HandlerFactory& make_handler) {
  Url asked;
  asked.host = options.address;
  asked.port = options.port;
  auto listeners = listen_at(options, asked.where());
  if (!listeners) return listeners.error();
  auto impl = std::make_unique<Impl>(std::move(options), make_handler, std::move(*listeners));
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() = default;

const Url& HttpServer::url() const { return impl_->url(); }

void HttpServer::start() { impl_->start(); }

void HttpServer::run() { impl_->run(); }

void HttpServer::stop(std::chrono::milliseconds grace) noexcept { impl_->stop(grace); }

void HttpServer::wait() { impl_->wait(); }

std::size_t HttpServer::connections_accepted() const { return impl_->accepted(); }

std::size_t HttpServer::connections_open() const { return impl_->open(); }

}  // namespace acode::net
