// Bodies that a handler reads itself, and answers whose length is known before.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "net/raw_server.h"
#include "net/server.h"

namespace acode::net {
namespace {

using std::chrono::milliseconds;

class ServerBodies : public testing::Test {
 protected:
  void start(Handler handler, ServerOptions options = {}) {
    options.streams_body = [](const ReceivedRequest& head) { return head.path() != "/whole"; };
    auto server = HttpServer::listen(options, std::move(handler));
    ASSERT_TRUE(server) << to_string(server.error());
    server_ = std::move(*server);
    server_->start();
  }

  [[nodiscard]] RawSocket connect() const { return RawSocket::connect(server_->url().port); }

  std::unique_ptr<HttpServer> server_;
};

std::string post(std::string_view target, std::size_t length, std::string_view fields = {}) {
  return "POST " + std::string(target) + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(length) + "\r\n" +
         std::string(fields) + "\r\n";
}

// /read and /whole read it whole, /pieces piece by piece, /none not at all.
Task<> read_as_told(Exchange& exchange) {
  const std::string path(exchange.request().path());
  std::string text;
  bool may_go_on = true;
  if (path == "/read") {
    auto reading = exchange.read_body();
    may_go_on = co_await std::move(reading);
  }
  while (may_go_on && path == "/pieces") {
    auto reading = exchange.body().next();
    const bool is_there = co_await std::move(reading);
    if (!is_there) break;
    text += "<" + std::string(exchange.body().piece()) + ">";
  }
  if (exchange.refusal() != nullptr) co_return;
  text += exchange.request().body + (exchange.body().is_complete() ? "." : "…");
  auto answering = exchange.respond(HttpHead(200, "text/plain"), text);
  co_await std::move(answering);
}

std::string body_of(const std::string& answer) {
  return answer.substr(std::min(answer.find("\r\n\r\n") + 4, answer.size()));
}

TEST_F(ServerBodies, AreReadWhenTheyAreAskedFor) {
  start(read_as_told);
  RawSocket client = connect();
  for (const char* target : {"/whole", "/read"}) {
    client.send(post(target, 5) + "hello");
    EXPECT_EQ(body_of(client.read_message()), "hello.") << target;
  }
  client.send(post("/pieces", 5) + "hello");
  EXPECT_EQ(body_of(client.read_message()), "<hello>.");
  client.send("POST /pieces HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");
  EXPECT_EQ(body_of(client.read_message()), "<hello>.") << "what came together stays together";
  client.send("GET /pieces HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(body_of(client.read_message()), ".");
  EXPECT_EQ(server_->connections_accepted(), 1U);
}

TEST_F(ServerBodies, ComePieceByPiece) {
  std::atomic<int> pieces = 0;
  start([&pieces](Exchange& exchange) -> Task<> {
    while (true) {
      auto reading = exchange.body().next();
      const bool is_there = co_await std::move(reading);
      if (!is_there) break;
      ++pieces;
    }
    auto answering = exchange.respond(HttpHead(200), "done");
    co_await std::move(answering);
  });
  RawSocket client = connect();
  client.send(post("/", 3));
  for (int i = 0; i < 3; ++i) {
    client.send("x");
    while (pieces <= i) std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_EQ(body_of(client.read_message()), "done");
}

TEST_F(ServerBodies, AClientIsToldToGoOnOnlyWhenItsBodyIsWanted) {
  start(read_as_told);
  RawSocket client = connect();
  client.send(post("/read", 5, "Expect: 100-continue\r\n"));
  EXPECT_EQ(client.read_message(), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("hello");
  EXPECT_EQ(body_of(client.read_message()), "hello.");
  client.send(post("/none", 5, "Expect: 100-continue\r\n"));
  const std::string answer = client.read_message();
  EXPECT_NE(answer.find("HTTP/1.1 200 OK\r\n"), std::string::npos) << answer;
  EXPECT_NE(answer.find("Connection: close\r\n"), std::string::npos)
      << "nobody knows whether the body comes: " << answer;
  client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  client.end_sending();
  EXPECT_EQ(client.read_all(), "");
}

// What nobody read must not be taken for the next request.
TEST_F(ServerBodies, WhatIsLeftUnreadIsNoRequest) {
  start(read_as_told);
  const std::string hidden = "GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n";
  {
    RawSocket client = connect();
    client.send(post("/none", hidden.size()) + hidden + "GET /next HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(body_of(client.read_message()), "…");
    EXPECT_EQ(body_of(client.read_message()), ".");
    EXPECT_EQ(client.read_all(), "") << "a little is read, and the connection kept";
  }
  {
    RawSocket client = connect();
    client.send(post("/none", 1'000'000) + hidden);
    const std::string answer = client.read_message();
    EXPECT_NE(answer.find("Connection: close\r\n"), std::string::npos) << answer;
    client.send(hidden);
    client.end_sending();
    EXPECT_EQ(client.read_all(), "") << "much is not";
  }
  {
    RawSocket client = connect();
    client.send("POST /none HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n" + hidden);
    const std::string answer = client.read_message();
    EXPECT_NE(answer.find("Connection: close\r\n"), std::string::npos) << answer;
    client.end_sending();
    EXPECT_EQ(client.read_all(), "") << "nor chunks, which may be any number";
  }
}

TEST_F(ServerBodies, AreBoundedWhereTheyAreReadWhole) {
  ServerOptions options;
  options.max_body_bytes = 1000;
  start(read_as_told, options);
  {
    RawSocket client = connect();
    client.send(post("/read", 1001));
    EXPECT_EQ(client.read_message().substr(0, 12), "HTTP/1.1 413");
  }
  {
    RawSocket client = connect();
    client.send("POST /read HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n" + std::string(1001, 'x'));
    EXPECT_EQ(client.read_message().substr(0, 12), "HTTP/1.1 413");
  }
  RawSocket client = connect();
  client.send(post("/pieces", 1001) + std::string(1001, 'x'));
  EXPECT_EQ(client.read_message().substr(0, 12), "HTTP/1.1 200") << "one who takes pieces counts them himself";
}

TEST_F(ServerBodies, ThatAreMalformedOrSlowAreRefused) {
  ServerOptions options;
  options.body_timeout = milliseconds(100);
  start(read_as_told, options);
  for (const char* target : {"/whole", "/read", "/pieces"}) {
    RawSocket client = connect();
    client.send("POST " + std::string(target) +
                " HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloxyz\r\n");
    EXPECT_EQ(client.read_message().substr(0, 12), "HTTP/1.1 400") << target;
    RawSocket slow = connect();
    slow.send(post(target, 5) + "hel");
    const std::string answer = slow.read_message();
    EXPECT_EQ(answer.substr(0, 12), "HTTP/1.1 408") << target;
    EXPECT_NE(answer.find("Connection: close\r\n"), std::string::npos) << target;
  }
}

TEST_F(ServerBodies, AHandlerMayRefuseInItsOwnWords) {
  ServerOptions options;
  options.max_body_bytes = 10;
  start(
      [](Exchange& exchange) -> Task<> {
        auto reading = exchange.read_body();
        const bool is_read = co_await std::move(reading);
        EXPECT_FALSE(is_read);
        const Refusal* const refusal = exchange.refusal();
        if (refusal == nullptr) co_return;
        auto answering = exchange.respond(HttpHead(refusal->status, "application/json"), "{}");
        co_await std::move(answering);
      },
      options);
  RawSocket client = connect();
  client.send(post("/", 11) + "hello, hell");
  EXPECT_EQ(client.read_all(),
            "HTTP/1.1 413 Content Too Large\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: "
            "close\r\n\r\n{}");
}

// --- answers whose length is known ---

// The target says how much is promised, and how much is written: /10/5.
Task<> promise_and_write(Exchange& exchange) {
  const std::string target = exchange.request().target;
  const std::size_t slash = target.find('/', 1);
  const HttpHead head(exchange.request().headers.has("X-304") ? 304 : 200);
  auto beginning = exchange.begin(head, std::stoul(target.substr(1, slash - 1)));
  co_await std::move(beginning);
  auto writing = exchange.write(std::string(std::stoul(target.substr(slash + 1)), 'x'));
  co_await std::move(writing);
  auto ending = exchange.end();
  co_await std::move(ending);
}

TEST_F(ServerBodies, AnAnswerKeepsTheLengthThatWasPromised) {
  start(promise_and_write);
  RawSocket client = connect();
  for (int i = 0; i < 2; ++i) {
    client.send("GET /5/5 HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(client.read_message(), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nxxxxx");
  }
  client.send("GET /10/0 HTTP/1.1\r\nHost: h\r\nX-304: y\r\n\r\nHEAD /1000/0 HTTP/1.1\r\nHost: h\r\n\r\n");
  client.send("GET /5/5 HTTP/1.0\r\n\r\n");
  EXPECT_EQ(client.read_all(),
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nxxxxx");
}

TEST_F(ServerBodies, AnAnswerThatBreaksItsPromiseIsCut) {
  start(promise_and_write);
  RawSocket less = connect();
  less.send("GET /10/5 HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(less.read_all(), "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nxxxxx");
  RawSocket more = connect();
  more.send("GET /5/10 HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(more.read_all(), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
}

}  // namespace
}  // namespace acode::net
