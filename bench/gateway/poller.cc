// epoll, edge-triggered: a descriptor is registered once.
#include "gateway/poller.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <stdexcept>

namespace acode::bench {
namespace {

using net::Fd;

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

const sockaddr* generic(const sockaddr_in& address) {
  return static_cast<const sockaddr*>(static_cast<const void*>(&address));
}

Fd make_socket() {
  Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket) throw std::runtime_error("no descriptor is left; see ulimit -n");
  const int on = 1;
  ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

}  // namespace

std::uint64_t now_ns() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
}

Poller::Poller() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

void Poller::watch(int descriptor, Watcher& watcher) const {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.ptr = &watcher;
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event);
}

void Poller::turn() {
  std::array<epoll_event, 256> events;
  const std::uint64_t before = now_ns();
  const int count = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), 0);
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    static_cast<Watcher*>(event.data.ptr)->ready(event.events);
  }
  buried_.clear();
  const std::uint64_t now = now_ns();
  if (clockwork_ != nullptr && clockwork_->due() <= now) {
    clockwork_->run(now);
  } else if (count <= 0) {
    idle_ += now - before;
  }
}

void Poller::run_until(std::uint64_t end) {
  while (now_ns() < end) turn();
}

Connection::Connection(Poller& poller, Fd socket) : poller_(poller), socket_(std::move(socket)) {
  poller_.watch(socket_.get(), *this);
}

void Connection::send(std::string_view bytes) {
  if (!socket_) return;
  if (unsent_.empty()) {
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  unsent_.append(bytes);
}

void Connection::ready(std::uint32_t events) {
  static std::array<char, std::size_t{64} * 1024> room;
  if ((events & EPOLLOUT) != 0 && !unsent_.empty()) send(std::exchange(unsent_, {}));
  bool may_have_more = (events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
  const bool is_ending = (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
  while (may_have_more && socket_) {
    const ssize_t got = ::recv(socket_.get(), room.data(), room.size(), 0);
    if (got > 0) received({room.data(), static_cast<std::size_t>(got)});
    if (got == 0 || (got < 0 && errno != EAGAIN)) {
      close();
      return left();
    }
    // What left room was all that there was, unless the end stands behind it.
    may_have_more = got == static_cast<ssize_t>(room.size()) || (got > 0 && is_ending);
  }
}

Fd connect_to(std::uint16_t port) {
  Fd socket = make_socket();
  const sockaddr_in address = loopback(port);
  if (::connect(socket.get(), generic(address), sizeof address) != 0 && errno != EINPROGRESS) {
    throw std::runtime_error("cannot connect to port " + std::to_string(port));
  }
  return socket;
}

Fd listen_anywhere(std::uint16_t& port) {
  Fd socket = make_socket();
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  const bool is_bound =
      ::bind(socket.get(), generic(address), sizeof address) == 0 && ::listen(socket.get(), 4096) == 0;
  if (!is_bound || ::getsockname(socket.get(), static_cast<sockaddr*>(static_cast<void*>(&address)), &size) != 0) {
    throw std::runtime_error("cannot listen on this machine");
  }
  port = ntohs(address.sin_port);
  return socket;
}

}  // namespace acode::bench
