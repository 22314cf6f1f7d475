// A server on several threads: a loop, a socket and a handler each.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "net/raw_server.h"
#include "net/server.h"

namespace acode::net {
namespace {

constexpr std::size_t kThreads = 4;

ServerOptions on_threads() {
  ServerOptions options;
  options.threads = kThreads;
  return options;
}

Task<> answer_with(Exchange& exchange, std::string text) {
  auto answering = exchange.respond(HttpHead(200), text);
  co_await std::move(answering);
}

// Each loop answers with its number.
HandlerFactory numbered(std::atomic<int>& made) {
  return [&made](Loop& /*loop*/) -> Handler {
    const std::string number = std::to_string(made++);
    return [number](Exchange& exchange) { return answer_with(exchange, number); };
  };
}

std::string ask(std::uint16_t port) {
  RawSocket client = RawSocket::connect(port);
  client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  const std::string answer = client.read_all();
  return answer.substr(std::min(answer.find("\r\n\r\n") + 4, answer.size()));
}

TEST(ServerThreads, EachHasAHandlerOfItsOwnAndGetsItsShare) {
  std::atomic<int> made = 0;
  auto server = HttpServer::listen_each(on_threads(), numbered(made));
  ASSERT_TRUE(server) << to_string(server.error());
  EXPECT_EQ(made, static_cast<int>(kThreads));
  (*server)->start();
  std::set<std::string> seen;
  for (int i = 0; i < 400; ++i) seen.insert(ask((*server)->url().port));
  EXPECT_EQ(seen, (std::set<std::string>{"0", "1", "2", "3"}));
  EXPECT_EQ((*server)->connections_accepted(), 400U);
}

TEST(ServerThreads, RunAndStopTogether) {
  std::atomic<int> made = 0;
  auto server = HttpServer::listen_each(on_threads(), numbered(made));
  ASSERT_TRUE(server);
  std::thread stopper([&server] {
    for (int i = 0; i < 20; ++i) ask((*server)->url().port);
    (*server)->stop();
  });
  (*server)->run();
  stopper.join();
  EXPECT_EQ((*server)->connections_accepted(), 20U);
}

TEST(ServerThreads, ConnectionsAreLimitedOverAllOfThem) {
  ServerOptions options = on_threads();
  options.max_connections = 8;
  auto server = HttpServer::listen(options, [](Exchange& exchange) { return answer_with(exchange, "x"); });
  ASSERT_TRUE(server);
  (*server)->start();
  std::vector<RawSocket> clients;
  for (int i = 0; i < 8; ++i) {
    clients.push_back(RawSocket::connect((*server)->url().port));
    clients.back().send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(clients.back().read_message().substr(0, 12), "HTTP/1.1 200") << i;
  }
  EXPECT_EQ((*server)->connections_open(), 8U);
  RawSocket one_more = RawSocket::connect((*server)->url().port);
  EXPECT_EQ(one_more.read_all().substr(0, 12), "HTTP/1.1 503");
  clients.clear();
  const Stopwatch watch;
  while ((*server)->connections_open() != 0 && watch.elapsed().count() < 5000) std::this_thread::yield();
  EXPECT_EQ((*server)->connections_open(), 0U);
}

// Two servers must not share a port without knowing of it.
TEST(ServerThreads, APortThatIsTakenIsSaidToBe) {
  std::atomic<int> made = 0;
  auto first = HttpServer::listen_each(on_threads(), numbered(made));
  ASSERT_TRUE(first);
  ServerOptions options = on_threads();
  options.port = (*first)->url().port;
  const auto second = HttpServer::listen_each(options, numbered(made));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, NetErrorKind::kAddressTaken);
  (*first).reset();
  EXPECT_TRUE(HttpServer::listen_each(options, numbered(made))) << "and is free again afterwards";
}

}  // namespace
}  // namespace acode::net
