// The server as a handler sees it, and how it begins and ends (GW-6).
#include "net/server.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <ctime>
#include <future>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "net/client.h"
#include "net/loop.h"
#include "net/raw_server.h"

namespace acode::net {
namespace {

using std::chrono::milliseconds;

std::unique_ptr<HttpServer> serve(Handler handler, const ServerOptions& options = {}) {
  auto server = HttpServer::listen(options, std::move(handler));
  if (!server) throw std::runtime_error(to_string(server.error()));
  (*server)->start();
  return std::move(*server);
}

HttpRequest get(const Url& url) {
  HttpRequest request;
  request.url = url;
  return request;
}

std::string answer_of(const HttpServer& server, std::string_view target = "/") {
  HttpClient client;
  const auto answer = client.send(get(server.url().at(target)));
  if (!answer) return std::string(answer.error().code());
  return std::to_string(answer->head.status) + " " + answer->body;
}

Task<> say_hello(Exchange& exchange) {
  const HttpHead head(200, "text/plain");
  auto answering = exchange.respond(head, "hello");
  co_await std::move(answering);
}

TEST(Server, StreamsInPieces) {
  const auto server = serve([](Exchange& exchange) -> Task<> {
    const HttpHead head(200, "text/event-stream");
    auto beginning = exchange.begin(head);
    co_await std::move(beginning);
    for (int i = 0; i < 3; ++i) {
      const std::string piece = "data: " + std::to_string(i) + "\n\n";
      auto writing = exchange.write(piece);
      co_await std::move(writing);
      auto sleeping = exchange.sleep(milliseconds(20));
      co_await std::move(sleeping);
    }
    const std::string large(100'000, 'x');
    auto writing = exchange.write(large);
    co_await std::move(writing);
    auto ending = exchange.end();
    co_await std::move(ending);
  });
  HttpClient client;
  std::vector<std::string> pieces;
  ResponseSink sink;
  sink.on_body = [&pieces](std::string_view piece) {
    if (pieces.size() < 3) pieces.emplace_back(piece);
    return true;
  };
  for (int i = 0; i < 2; ++i) {
    pieces.clear();
    const auto answer = client.send(get(server->url()), sink);
    ASSERT_TRUE(answer) << to_string(answer.error());
    EXPECT_EQ(answer->head.headers.get("Content-Type"), "text/event-stream");
    EXPECT_EQ(pieces, (std::vector<std::string>{"data: 0\n\n", "data: 1\n\n", "data: 2\n\n"}));
  }
  EXPECT_EQ(client.connections_opened(), 1U);
}

TEST(Server, StreamsToOldClientsUntilTheEnd) {
  const auto server = serve([](Exchange& exchange) -> Task<> {
    const HttpHead head(200);
    auto beginning = exchange.begin(head);
    co_await std::move(beginning);
    auto writing = exchange.write("piece");
    co_await std::move(writing);
    auto ending = exchange.end();
    co_await std::move(ending);
  });
  RawSocket client = RawSocket::connect(server->url().port);
  client.send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_EQ(client.read_all(), "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\npiece");
}

// In chunks, with a length, until the connection ends; small enough to go along, and not.
TEST(Server, ThePieceThatIsLastMayGoWithTheEnd) {
  const auto server = serve([](Exchange& exchange) -> Task<> {
    const std::string_view path = exchange.request().path();
    const std::string last(path == "/large" ? 100'000 : 3, 'x');
    const auto length = path == "/length" ? std::optional<std::uint64_t>(4 + last.size()) : std::nullopt;
    auto beginning = exchange.begin(HttpHead(200), length);
    co_await std::move(beginning);
    auto writing = exchange.write("not ");
    co_await std::move(writing);
    Headers trailers;
    trailers.add("X", "y");
    auto ending = exchange.end(last, trailers);
    const bool is_sent = co_await std::move(ending);
    EXPECT_TRUE(is_sent);
  });
  EXPECT_EQ(answer_of(*server, "/"), "200 not xxx");
  EXPECT_EQ(answer_of(*server, "/length"), "200 not xxx");
  EXPECT_EQ(answer_of(*server, "/large"), "200 not " + std::string(100'000, 'x'));
  RawSocket old = RawSocket::connect(server->url().port);
  old.send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_TRUE(old.read_all().ends_with("\r\n\r\nnot xxx"));
  RawSocket client = RawSocket::connect(server->url().port);
  client.send("GET / HTTP/1.1\r\nHost: h\r\nTE: trailers\r\nConnection: close, TE\r\n\r\n");
  EXPECT_TRUE(client.read_all().ends_with("\r\n\r\n4\r\nnot \r\n3\r\nxxx\r\n0\r\nX: y\r\n\r\n"));
}

TEST(Server, SetsTheFramingItself) {
  const auto server = serve([](Exchange& exchange) -> Task<> {
    HttpHead head(200);
    head.headers.add("content-length", "1000");
    head.headers.add("Transfer-Encoding", "chunked");
    head.headers.add("X", "y");
    head.reason = "OK\r\nSet-Cookie: z";
    auto answering = exchange.respond(head, "hello");
    co_await std::move(answering);
  });
  RawSocket client = RawSocket::connect(server->url().port);
  client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.read_message(), "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 5\r\n\r\nhello");
}

// Handlers make answers on the spot: what they give need not live until they wait.
TEST(Server, TakesWhatIsMadeForTheCall) {
  constexpr std::size_t kSize = 20'000'000;
  const auto server = serve([](Exchange& exchange) -> Task<> {
    if (exchange.request().path() == "/pieces") {
      auto beginning = exchange.begin(HttpHead(200, "text/plain"));
      co_await std::move(beginning);
      auto writing = exchange.write(std::string(kSize, 'x'));
      auto also_writing = exchange.write(std::string("end"));
      co_await std::move(writing);
      co_await std::move(also_writing);
      auto ending = exchange.end();
      co_await std::move(ending);
    } else {
      auto answering = exchange.respond(HttpHead(200, "text/plain"), std::string(kSize, 'x') + "end");
      co_await std::move(answering);
    }
  });
  for (const char* target : {"/pieces", "/whole"}) {
    const std::string answer = answer_of(*server, target);
    EXPECT_EQ(answer.size(), kSize + 7) << target;
    EXPECT_TRUE(answer.ends_with("xxxend")) << target;
  }
}

TEST(Server, AHandlerThatFailsIsA500) {
  const auto server = serve([](Exchange& exchange) -> Task<> {
    if (exchange.request().path() == "/throws") throw std::runtime_error("secret");
    co_return;
  });
  EXPECT_EQ(answer_of(*server, "/throws"), "500 The server failed.\n");
  EXPECT_EQ(answer_of(*server, "/says-nothing"), "500 The server has no answer.\n");
}

TEST(Server, AnAnswerThatIsNotEndedIsCut) {
  const auto server = serve([](Exchange& exchange) -> Task<> {
    const HttpHead head(200);
    auto beginning = exchange.begin(head);
    co_await std::move(beginning);
    throw std::runtime_error("in the middle");
  });
  EXPECT_EQ(answer_of(*server), "ACODE-NET-017");
}

TEST(Server, CanPlayABrokenOne) {
  const auto server = serve([](Exchange& exchange) -> Task<> {
    const std::string_view path = exchange.request().path();
    const HttpHead head(200);
    if (path == "/cut" || path == "/reset") {
      auto beginning = exchange.begin(head);
      co_await std::move(beginning);
      auto writing = exchange.write("half");
      co_await std::move(writing);
      exchange.cut(path == "/cut" ? Exchange::Cut::kClose : Exchange::Cut::kReset);
      auto late = exchange.write("more");
      const bool is_written = co_await std::move(late);
      EXPECT_FALSE(is_written);
    } else if (path == "/nothing") {
      exchange.cut();
    } else {
      auto writing = exchange.raw_write("no HTTP at all");
      co_await std::move(writing);
    }
  });
  EXPECT_EQ(answer_of(*server, "/cut"), "ACODE-NET-017");
  EXPECT_EQ(answer_of(*server, "/reset"), "ACODE-NET-017");
  EXPECT_EQ(answer_of(*server, "/nothing"), "ACODE-NET-016");
  EXPECT_EQ(answer_of(*server, "/garbage"), "ACODE-NET-018");
}

// What a handler does when its client leaves after the first piece.
TEST(Server, AHandlerSeesItsClientLeave) {
  std::promise<std::string> seen;
  std::promise<void> called;
  const auto server = serve([&](Exchange& exchange) -> Task<> {
    exchange.when_client_leaves([&called] { called.set_value(); });
    const HttpHead head(200);
    auto beginning = exchange.begin(head);
    co_await std::move(beginning);
    auto sleeping = exchange.sleep(std::chrono::seconds(20));
    const bool is_over = co_await std::move(sleeping);
    auto writing = exchange.write("piece");
    const bool is_written = co_await std::move(writing);
    seen.set_value(std::string(is_over ? "slept" : "woken") + (exchange.client_gone() ? ", gone" : ", there") +
                   (is_written ? ", written" : ", not written"));
  });
  const Stopwatch watch;
  {
    RawSocket client = RawSocket::connect(server->url().port);
    client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
    client.read_message();
  }
  EXPECT_EQ(seen.get_future().get(), "woken, gone, not written");
  called.get_future().get();
  EXPECT_LT(watch.elapsed().count(), 5000);
}

// The same when it is the handler itself that finds out, by asking or by writing.
TEST(Server, AHandlerThatFindsItsClientGoneIsCalledBackToo) {
  for (const bool by_writing : {false, true}) {
    std::promise<void> left;
    std::promise<int> calls;
    std::future<void> has_left = left.get_future();
    const auto server = serve([&](Exchange& exchange) -> Task<> {
      int count = 0;
      exchange.when_client_leaves([&count] { ++count; });
      has_left.wait();  // holds up the loop, so that it cannot find out before the handler
      for (int i = 0; i < 2; ++i) {
        auto writing = exchange.raw_write(by_writing ? std::string(50'000'000, 'x') : "");
        co_await std::move(writing);
        EXPECT_TRUE(by_writing || exchange.client_gone());
      }
      calls.set_value(count);
    });
    {
      RawSocket client = RawSocket::connect(server->url().port);
      client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
      std::this_thread::sleep_for(milliseconds(20));
    }
    left.set_value();
    EXPECT_EQ(calls.get_future().get(), 1) << by_writing;
  }
}

TEST(Server, AClientThatStaysIsNotTakenForGone) {
  std::atomic<bool> gone = false;
  const auto server = serve([&](Exchange& exchange) -> Task<> {
    auto sleeping = exchange.sleep(milliseconds(30));
    const bool is_over = co_await std::move(sleeping);
    gone = gone || !is_over || exchange.client_gone();
    const HttpHead head(200);
    auto answering = exchange.respond(head, "x");
    co_await std::move(answering);
  });
  RawSocket client = RawSocket::connect(server->url().port);
  client.send(
      "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n");  // the second ahead of the first answer
  EXPECT_NE(client.read_message(), "");
  EXPECT_NE(client.read_message(), "");
  client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(client.read_message(), "");
  EXPECT_FALSE(gone);
}

TEST(Server, AClientThatDoesNotReadIsGivenUp) {
  ServerOptions options;
  options.write_timeout = milliseconds(200);
  std::promise<bool> written;
  const auto server = serve(
      [&](Exchange& exchange) -> Task<> {
        const HttpHead head(200);
        const std::string body(50'000'000, 'x');
        auto answering = exchange.respond(head, body);
        const bool is_sent = co_await std::move(answering);
        written.set_value(is_sent);
      },
      options);
  RawSocket client = RawSocket::connect(server->url().port);
  client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_FALSE(written.get_future().get());
}

TEST(Server, ServesManyAtOnce) {
  constexpr int kClients = 200;
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  const auto server = serve([&](Exchange& exchange) -> Task<> {
    most = std::max(most.load(), ++running);
    auto sleeping = exchange.sleep(milliseconds(300));
    co_await std::move(sleeping);
    --running;
    const HttpHead head(200);
    auto answering = exchange.respond(head, exchange.request().target);
    co_await std::move(answering);
  });
  std::vector<RawSocket> clients;
  for (int i = 0; i < kClients; ++i) clients.push_back(RawSocket::connect(server->url().port));
  for (int i = 0; i < kClients; ++i) {
    clients[static_cast<std::size_t>(i)].send("GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: h\r\n\r\n");
  }
  for (int i = 0; i < kClients; ++i) {
    const std::string answer = clients[static_cast<std::size_t>(i)].read_message();
    EXPECT_TRUE(answer.ends_with("\r\n\r\n/" + std::to_string(i))) << answer;
  }
  EXPECT_GT(most, kClients / 2);
  EXPECT_EQ(server->connections_accepted(), static_cast<std::size_t>(kClients));
}

TEST(Server, MoreConnectionsThanAllowedAre503) {
  ServerOptions options;
  options.max_connections = 1;
  const auto server = serve(say_hello, options);
  RawSocket first = RawSocket::connect(server->url().port);
  first.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(first.read_message(), "");
  RawSocket second = RawSocket::connect(server->url().port);
  EXPECT_EQ(second.read_all().substr(0, 12), "HTTP/1.1 503");
}

TEST(Server, APortThatIsTakenIsSaidToBe) {
  const auto server = serve(say_hello);
  ServerOptions options;
  options.port = server->url().port;
  const auto second = HttpServer::listen(options, say_hello);
  ASSERT_FALSE(second);
  EXPECT_EQ(to_string(second.error()), "ACODE-NET-022: another program listens at " + server->url().where() +
                                           " already; choose another port, or 0 for any that is free");
}

TEST(Server, ListensOnlyAtAddressesOfThisMachine) {
  ServerOptions options;
  options.address = "203.0.113.1";
  const auto elsewhere = HttpServer::listen(options, say_hello);
  ASSERT_FALSE(elsewhere);
  EXPECT_EQ(elsewhere.error().kind, NetErrorKind::kListenFailed);
  options.address = "example.com";
  const auto named = HttpServer::listen(options, say_hello);
  ASSERT_FALSE(named);
  EXPECT_NE(named.error().message.find("not a numeric address"), std::string::npos);
}

TEST(Server, StopLetsExchangesEnd) {
  std::promise<void> begun;
  const auto server = serve([&](Exchange& exchange) -> Task<> {
    begun.set_value();
    auto sleeping = exchange.sleep(milliseconds(500));
    co_await std::move(sleeping);
    const HttpHead head(200);
    auto answering = exchange.respond(head, "done");
    co_await std::move(answering);
  });
  RawSocket idle = RawSocket::connect(server->url().port);
  auto answer = std::async(std::launch::async, [&server] { return answer_of(*server); });
  begun.get_future().get();
  const Stopwatch watch;
  server->stop(std::chrono::seconds(10));
  EXPECT_EQ(idle.read_all(), "") << "idle connections are closed at once";
  EXPECT_EQ(answer.wait_for(milliseconds(0)), std::future_status::timeout) << "and not with the last answer";
  EXPECT_EQ(answer.get(), "200 done");
  server->wait();
  EXPECT_LT(watch.elapsed().count(), 3000) << "all of the grace was not needed";
  EXPECT_EQ(answer_of(*server), "ACODE-NET-005") << "nobody listens any more";
}

TEST(Server, StopEndsExchangesThatDoNotEnd) {
  std::promise<void> begun;
  const auto server = serve([&](Exchange& exchange) -> Task<> {
    begun.set_value();
    auto sleeping = exchange.sleep(std::chrono::seconds(60));
    const bool is_over = co_await std::move(sleeping);
    EXPECT_FALSE(is_over);
  });
  auto answer = std::async(std::launch::async, [&server] { return answer_of(*server); });
  begun.get_future().get();
  const Stopwatch watch;
  server->stop(std::chrono::seconds(60));
  server->stop(milliseconds(100));  // in a hurry
  server->wait();
  EXPECT_LT(watch.elapsed().count(), 3000);
  EXPECT_EQ(answer.get(), "ACODE-NET-016");
}

TEST(Server, StopLeavesBehindWhoDoesNotListen) {
  std::promise<void> begun;
  auto server = serve([&](Exchange& exchange) -> Task<> {
    begun.set_value();
    // Goes on whatever it is told.
    while (true) {
      auto sleeping = exchange.sleep(milliseconds(1));
      co_await std::move(sleeping);
      Interrupt never;
      auto waiting = sleep_for(exchange.loop(), never, milliseconds(10));
      co_await std::move(waiting);
    }
  });
  RawSocket client = RawSocket::connect(server->url().port);
  client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  begun.get_future().get();
  const Stopwatch watch;
  server.reset();
  EXPECT_LT(watch.elapsed().count(), 3000);
}

TEST(Server, RunsOnTheCallersThreadToo) {
  auto server = HttpServer::listen({}, say_hello);
  ASSERT_TRUE(server);
  auto answer = std::async(std::launch::async, [&server] {
    std::string text = answer_of(**server);
    (*server)->stop();
    return text;
  });
  (*server)->run();
  EXPECT_EQ(answer.get(), "200 hello");
}

TEST(Server, MayBeStoppedBeforeItRuns) {
  auto server = HttpServer::listen({}, say_hello);
  ASSERT_TRUE(server);
  (*server)->stop();
  (*server)->run();
}

// With no descriptor left, clients are turned away one by one; the processor rests meanwhile, and when there are
// descriptors again, all is as before.
TEST(Server, RunsOutOfDescriptorsWithoutSpinning) {
  const auto server = serve(say_hello);
  EXPECT_EQ(answer_of(*server), "200 hello");
  std::vector<RawSocket> clients;
  for (int i = 0; i < 3; ++i) clients.push_back(RawSocket::connect(server->url().port));
  // What it has not accepted yet would take the descriptor that is left for the client.
  while (server->connections_accepted() < 4) std::this_thread::sleep_for(milliseconds(1));
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  std::vector<Fd> all;
  rlimit little = before;
  little.rlim_cur = 200;
  ::setrlimit(RLIMIT_NOFILE, &little);
  for (Fd one(::dup(0)); one; one = Fd(::dup(0))) all.push_back(std::move(one));
  all.pop_back();  // for the client
  RawSocket refused = RawSocket::connect(server->url().port);
  const std::clock_t begin = std::clock();
  EXPECT_EQ(refused.read_all(), "");
  std::this_thread::sleep_for(milliseconds(300));
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  all.clear();
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_LT(seconds, 0.1);
  EXPECT_EQ(answer_of(*server), "200 hello");
}

}  // namespace
}  // namespace acode::net
