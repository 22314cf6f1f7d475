// Plain blocking sockets.
#include "net/raw_server.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>

namespace acode::net {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

template <class Address>
auto* generic(Address* address) {
  return static_cast<sockaddr*>(static_cast<void*>(address));
}

void limit_waiting(int socket) {
  const timeval limit{10, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

std::size_t body_length(std::string_view head) {
  const std::size_t at = head.find("Content-Length: ");
  return at == std::string_view::npos ? 0 : std::strtoul(head.data() + at + 16, nullptr, 10);
}

}  // namespace

RawSocket RawSocket::connect(std::uint16_t port) {
  Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!connect_to(socket.get(), port)) throw std::runtime_error("cannot connect");
  limit_waiting(socket.get());
  return RawSocket(std::move(socket));
}

bool connect_to(int socket, std::uint16_t port) {
  sockaddr_in address = loopback(port);
  return ::connect(socket, generic(&address), sizeof address) == 0;
}

bool RawSocket::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string RawSocket::read_some() {
  if (!ahead_.empty()) return std::exchange(ahead_, {});
  std::array<char, 65536> buffer{};
  const ssize_t got = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
  return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

std::string RawSocket::read_message() {
  std::string text;
  while (true) {
    const std::size_t end = text.find("\r\n\r\n");
    const std::size_t size = end == std::string::npos ? text.size() + 1 : end + 4 + body_length(text.substr(0, end));
    if (text.size() >= size) {
      ahead_ = text.substr(size);
      return text.substr(0, size);
    }
    const std::string piece = read_some();
    if (piece.empty()) return text;
    text += piece;
  }
}

std::string RawSocket::read_all() {
  std::string text;
  for (std::string piece = read_some(); !piece.empty(); piece = read_some()) text += piece;
  return text;
}

void RawSocket::reset_connection() {
  const linger at_once{1, 0};
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close();
}

void RawSocket::end_sending() { ::shutdown(socket_.get(), SHUT_WR); }

Fd listening_socket(std::uint16_t& port, int backlog) {
  Fd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  if (::bind(listener.get(), generic(&address), size) != 0 || ::listen(listener.get(), backlog) != 0 ||
      ::getsockname(listener.get(), generic(&address), &size) != 0) {
    throw std::runtime_error("cannot listen");
  }
  port = ntohs(address.sin_port);
  return listener;
}

std::uint16_t unused_port() {
  std::uint16_t port = 0;
  const Fd closed_at_once = listening_socket(port);
  return port;
}

RawServer::RawServer(Script script) : script_(std::move(script)), listener_(listening_socket(port_)) {
  acceptor_ = std::thread([this] { accept_all(); });
}

// Ends the scripts by closing their connections, from our side.
RawServer::~RawServer() {
  ::shutdown(listener_.get(), SHUT_RDWR);
  acceptor_.join();
  {
    const std::lock_guard lock(mutex_);
    for (const int socket : open_) ::shutdown(socket, SHUT_RDWR);
  }
  for (std::thread& thread : scripts_) thread.join();
}

void RawServer::accept_all() {
  while (true) {
    Fd socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket) return;
    limit_waiting(socket.get());
    const std::lock_guard lock(mutex_);
    open_.push_back(socket.get());
    scripts_.emplace_back([this, number = accepted_++, client = std::move(socket)]() mutable {
      const int descriptor = client.get();
      RawSocket end(std::move(client), number);
      script_(end);
      const std::lock_guard script_lock(mutex_);
      std::erase(open_, descriptor);
      end.close();
    });
  }
}

Url RawServer::url(std::string_view target) const {
  Url url;
  url.host = "127.0.0.1";
  url.port = port_;
  url.target = target;
  return url;
}

}  // namespace acode::net
