// getaddrinfo() on a thread of its own.
#include "net/resolve.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>

#include "net/fd.h"

namespace acode::net {
namespace {

Resolved look_up(const std::string& host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV;
  addrinfo* list = nullptr;
  Resolved out;
  out.error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
  if (out.error != 0) return out;
  for (const addrinfo* entry = list; entry != nullptr; entry = entry->ai_next) {
    SocketAddress address;
    address.size = entry->ai_addrlen;
    std::memcpy(&address.storage, entry->ai_addr, entry->ai_addrlen);
    out.addresses.push_back(address);
  }
  ::freeaddrinfo(list);
  return out;
}

template <class Address>
SocketAddress kept(const Address& address) {
  SocketAddress out;
  out.size = sizeof address;
  std::memcpy(&out.storage, &address, sizeof address);
  return out;
}

}  // namespace

const sockaddr* SocketAddress::get() const { return static_cast<const sockaddr*>(static_cast<const void*>(&storage)); }

std::vector<SocketAddress> known_addresses(const std::string& host, std::uint16_t port) {
  std::vector<SocketAddress> known;
  const std::string version4 = host == "localhost" ? "127.0.0.1" : host;
  const std::string version6 = host == "localhost" ? "::1" : host;
  sockaddr_in address4{};
  if (::inet_pton(AF_INET, version4.c_str(), &address4.sin_addr) == 1) {
    address4.sin_family = AF_INET;
    address4.sin_port = htons(port);
    known.push_back(kept(address4));
  }
  sockaddr_in6 address6{};
  if (::inet_pton(AF_INET6, version6.c_str(), &address6.sin6_addr) == 1) {
    address6.sin6_family = AF_INET6;
    address6.sin6_port = htons(port);
    known.push_back(kept(address6));
  }
  return known;
}

struct Lookup::State {
  Fd event{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  std::mutex mutex;
  Resolved resolved;
};

Lookup::Lookup(const std::string& host, std::uint16_t port) : state_(std::make_shared<State>()) {
  if (!state_->event) throw std::system_error(errno, std::generic_category());
  std::thread asker([state = state_, host, port] {
    Resolved resolved = look_up(host, port);
    {
      const std::lock_guard lock(state->mutex);
      state->resolved = std::move(resolved);
    }
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(state->event.get(), &one, sizeof one);
  });
  asker.detach();
}

int Lookup::descriptor() const { return state_->event.get(); }

Resolved Lookup::result() const {
  const std::lock_guard lock(state_->mutex);
  return state_->resolved;
}

bool is_unknown_name(int error) { return error == EAI_NONAME || error == EAI_NODATA || error == EAI_ADDRFAMILY; }

std::string lookup_error_text(int error) { return ::gai_strerror(error); }

}  // namespace acode::net
