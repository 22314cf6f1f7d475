// What an idle stream costs the one who relays it: both connections, their coroutines, and what they hold on to (GW-6).
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "net/raw_server.h"
#include "net/relay.h"

namespace acode::net {
namespace {

constexpr int kWarmUp = 100;
constexpr int kStreams = 2000;
constexpr std::size_t kMostBytes = std::size_t{16} * 1024;

std::size_t resident_bytes() {
  ::malloc_trim(0);
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  file >> pages >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// Clients and upstream, in a process of their own so that their memory is not counted.
class World {
 public:
  World(const Fd& listener, int line) : listener_(listener), line_(line) {}

  // Opens streams, each with a first event that has gone all the way, and says when it is done; until nobody listens.
  [[noreturn]] void run() {
    std::uint16_t port = 0;
    bool is_well = ::read(line_, &port, sizeof port) == sizeof port;
    for (const int count : {kWarmUp, kStreams}) {
      for (int i = 0; i < count && is_well; ++i) is_well = open(port);
      const char byte = is_well ? 'y' : 'n';
      is_well = ::write(line_, &byte, 1) == 1;
      char ignored = 0;
      is_well = ::read(line_, &ignored, 1) == 1;
    }
    ::_exit(0);
  }

 private:
  bool open(std::uint16_t port) {
    RawSocket& client = sockets_.emplace_back(RawSocket::connect(port));
    client.send(
        "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway.example\r\nContent-Type: application/json\r\n"
        "Authorization: Bearer abcdefghijklmnopqrstuvwxyz\r\nUser-Agent: some-client/1.2.3\r\nAccept: */*\r\n"
        "Content-Length: 2\r\n\r\n{}");
    RawSocket& server = sockets_.emplace_back(Fd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC)));
    server.read_message();
    server.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nTransfer-Encoding: "
        "chunked\r\n\r\n200\r\n" +
        std::string(512, 'x') + "\r\n");
    std::string seen;
    while (!seen.ends_with("x\r\n")) {
      const std::string piece = sockets_[sockets_.size() - 2].read_some();
      if (piece.empty()) return false;
      seen += piece;
    }
    return true;
  }

  const Fd& listener_;
  int line_;
  std::vector<RawSocket> sockets_;
};

TEST(RelayMemory, AnIdleStreamCostsLittle) {
#ifdef ACODE_UNDER_SANITIZER
  GTEST_SKIP() << "a sanitizer's own memory would be counted";
#endif
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const rlimit before = limit;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur < 2 * (kStreams + kWarmUp) + 100) GTEST_SKIP() << "too few descriptors are allowed";

  std::uint16_t upstream_port = 0;
  const Fd listener = listening_socket(upstream_port, 128);
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  Fd ours(ends[0]);
  Fd theirs(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) {
    ours.reset();
    World(listener, theirs.get()).run();
  }
  theirs.reset();

  Url upstream;
  upstream.host = "127.0.0.1";
  upstream.port = upstream_port;
  auto server = HttpServer::listen_each({}, relay_to(upstream));
  ASSERT_TRUE(server) << to_string(server.error());
  (*server)->start();
  const std::uint16_t port = (*server)->url().port;
  ASSERT_EQ(::write(ours.get(), &port, sizeof port), static_cast<ssize_t>(sizeof port));
  std::array<std::size_t, 2> resident{};
  for (std::size_t& bytes : resident) {
    char answer = 0;
    ASSERT_EQ(::read(ours.get(), &answer, 1), 1);
    ASSERT_EQ(answer, 'y');
    bytes = resident_bytes();
    ASSERT_EQ(::write(ours.get(), &answer, 1), 1);
  }
  ::waitpid(child, nullptr, 0);
  ::setrlimit(RLIMIT_NOFILE, &before);
  const std::size_t each = (resident[1] - resident[0]) / kStreams;
  std::cout << "one idle stream: " << each << " bytes\n";
  EXPECT_LT(each, kMostBytes);
}

}  // namespace
}  // namespace acode::net
