// What a server accepts and what it refuses: requests byte by byte. Whatever two machines could read differently is 400.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "net/raw_server.h"
#include "net/server.h"

namespace acode::net {
namespace {

// Tells what it received: method, target, body.
Task<> echo(Exchange& exchange) {
  const ReceivedRequest& request = exchange.request();
  const HttpHead head(200, "text/plain");
  const std::string text = request.method + " " + request.target + " [" + request.body + "]";
  auto answering = exchange.respond(head, text);
  co_await std::move(answering);
}

class ServerRequests : public testing::Test {
 protected:
  void start(const ServerOptions& options = {}) {
    auto server = HttpServer::listen(options, echo);
    ASSERT_TRUE(server) << to_string(server.error());
    server_ = std::move(*server);
    server_->start();
  }

  // All that the server answers to these bytes until it closes, or the client does after the last answer that it wants.
  std::string answers(std::string_view bytes) {
    RawSocket client = RawSocket::connect(server_->url().port);
    client.send(bytes);
    client.end_sending();
    return client.read_all();
  }

  // The status of the only answer; and whether the connection is closed behind it, for what was refused.
  int status(std::string_view bytes) {
    RawSocket client = RawSocket::connect(server_->url().port);
    client.send(bytes);
    const std::string answer = client.read_message();
    const int code = answer.size() > 12 ? std::stoi(answer.substr(9, 3)) : 0;
    if (code >= 400) {
      EXPECT_NE(answer.find("Connection: close\r\n"), std::string::npos) << bytes;
      client.end_sending();
      EXPECT_EQ(client.read_all(), "") << "more than one answer to " << bytes;
    }
    return code;
  }

  std::unique_ptr<HttpServer> server_;
};

TEST_F(ServerRequests, AreAnswered) {
  start();
  EXPECT_EQ(answers("GET /x?y HTTP/1.1\r\nHost: h\r\n\r\n"),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\nGET /x?y []");
  EXPECT_EQ(
      answers("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"),
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 14\r\nConnection: close\r\n\r\nPOST / [hello]");
}

TEST_F(ServerRequests, ChunkedBodiesAreRead) {
  start();
  const std::string answer = answers(
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1;x\r\n!\r\n0\r\nT: x\r\n\r\n");
  EXPECT_NE(answer.find("POST / [hello!]"), std::string::npos) << answer;
}

TEST_F(ServerRequests, HeadHasNoBody) {
  start();
  EXPECT_EQ(answers("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n"),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n");
}

TEST_F(ServerRequests, SeveralAtOnceAreAnsweredInTheirOrder) {
  start();
  const std::string answer = answers(
      "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab"
      "\r\nGET /3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\nGET /4 HTTP/1.1\r\nHost: h\r\n\r\n");
  const std::size_t first = answer.find("GET /1 []");
  const std::size_t second = answer.find("POST /2 [ab]");
  const std::size_t third = answer.find("GET /3 []");
  EXPECT_LT(first, second) << answer;
  EXPECT_LT(second, third) << answer;
  EXPECT_NE(third, std::string::npos) << answer;
  EXPECT_EQ(answer.find("/4"), std::string::npos) << "after close nothing is read";
}

TEST_F(ServerRequests, MayComeInAnyPieces) {
  start();
  const std::string bytes =
      "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    RawSocket client = RawSocket::connect(server_->url().port);
    client.send(std::string_view(bytes).substr(0, cut));
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    client.send(std::string_view(bytes).substr(cut));
    const std::string answer = client.read_all();
    EXPECT_NE(answer.find("POST /x [hello]"), std::string::npos) << "cut at " << cut << ": " << answer;
  }
}

TEST_F(ServerRequests, OldClientsAreServedToo) {
  start();
  EXPECT_EQ(answers("GET / HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\n\r\n"),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 8\r\nConnection: close\r\n\r\nGET / []");
  EXPECT_EQ(
      answers("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"),
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 8\r\nConnection: keep-alive\r\n\r\nGET / []");
}

TEST_F(ServerRequests, AClientThatAsksIsToldToGoOn) {
  start();
  RawSocket client = RawSocket::connect(server_->url().port);
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.read_message(), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("hello");
  EXPECT_NE(client.read_message().find("POST / [hello]"), std::string::npos);
}

TEST_F(ServerRequests, WhatCouldHideARequestIsRefused) {
  start();
  const std::string post = "POST / HTTP/1.1\r\nHost: h\r\n";
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"both lengths", post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
      {"both lengths, the other way", post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"},
      {"both lengths, unknown coding", post + "Transfer-Encoding: x\r\nContent-Length: 5\r\n\r\nhello"},
      {"an unknown coding", post + "Transfer-Encoding: gzip\r\n\r\n"},
      {"an unknown coding before chunks", post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"},
      {"chunked is not last", post + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"},
      {"identity", post + "Transfer-Encoding: identity\r\n\r\n"},
      {"chunked twice", post + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"},
      {"two codings", post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n"},
      {"two codings, the other way",
       post + "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
      {"a coding with something behind it", post + "Transfer-Encoding: chunked;x=y\r\n\r\n0\r\n\r\n"},
      {"a coding in quotes", post + "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n"},
      {"an empty coding", post + "Transfer-Encoding:\r\n\r\n"},
      {"chunks in 1.0", "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
      {"a space before the colon", post + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"},
      {"a tab before the colon", post + "Content-Length\t: 5\r\n\r\nhello"},
      {"a folded line", post + "X: a\r\n b\r\n\r\n"},
      {"a folded line by tab", post + "X: a\r\n\tb\r\n\r\n"},
      {"a folded coding", post + "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n"},
      {"a folded first line", "GET / HTTP/1.1\r\n Host: h\r\n\r\n"},
      {"different lengths", post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"},
      {"the same length twice", post + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"},
      {"different lengths in one", post + "Content-Length: 5, 6\r\n\r\nhello!"},
      {"the same length twice in one", post + "Content-Length: 5, 5\r\n\r\nhello"},
      {"a length with a space in it", post + "Content-Length: 1 0\r\n\r\nhello"},
      {"a length with a point", post + "Content-Length: 5.0\r\n\r\nhello"},
      {"a length with a sign", post + "Content-Length: +5\r\n\r\nhello"},
      {"a negative length", post + "Content-Length: -5\r\n\r\nhello"},
      {"a length in hex", post + "Content-Length: 0x5\r\n\r\nhello"},
      {"an empty length", post + "Content-Length: \r\n\r\n"},
      {"a length beyond 64 bits", post + "Content-Length: 18446744073709551621\r\n\r\nhello"},
      {"no Host", "GET / HTTP/1.1\r\n\r\n"},
      {"two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"},
      {"two Hosts in 1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"},
      {"a bare LF", "GET / HTTP/1.1\nHost: h\n\n"},
      {"a bare LF in a head", "GET / HTTP/1.1\r\nHost: h\nX: y\r\n\r\n"},
      {"a bare CR in a value", "GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n"},
      {"a bare CR for a line end", "GET / HTTP/1.1\rHost: h\r\r"},
      {"a bare CR before a line end", "GET / HTTP/1.1\r\nHost: h\r\r\n\r\n"},
      {"a bare LF between a value and a field", post + "X: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
      {"a NUL in a name", std::string("GET / HTTP/1.1\r\nHost: h\r\nX") + '\0' + "Y: b\r\n\r\n"},
      {"a NUL in the target", std::string("GET /") + '\0' + " HTTP/1.1\r\nHost: h\r\n\r\n"},
      {"a NUL in a value", std::string("GET / HTTP/1.1\r\nHost: h\r\nX: a") + '\0' + "b\r\n\r\n"},
      {"a space in the target", "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n"},
      {"a control character in the target", "GET /\x01 HTTP/1.1\r\nHost: h\r\n\r\n"},
      {"a character beyond ASCII in the target", "GET /\xc3\xa4 HTTP/1.1\r\nHost: h\r\n\r\n"},
      {"two spaces before the target", "GET  / HTTP/1.1\r\nHost: h\r\n\r\n"},
      {"a tab before the target", "GET\t/ HTTP/1.1\r\nHost: h\r\n\r\n"},
      {"a space before the method", " GET / HTTP/1.1\r\nHost: h\r\n\r\n"},
      {"a space behind the version", "GET / HTTP/1.1 \r\nHost: h\r\n\r\n"},
      {"a version in small letters", "GET / http/1.1\r\nHost: h\r\n\r\n"},
      {"a version to come", "GET / HTTP/1.2\r\nHost: h\r\n\r\n"},
      {"a target that is no path", "GET x HTTP/1.1\r\nHost: h\r\n\r\n"},
      {"a target of CONNECT", "CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n"},
      {"an address of another kind", "GET ftp://h/ HTTP/1.1\r\nHost: h\r\n\r\n"},
      {"an address without a host", "GET http:///x HTTP/1.1\r\nHost: h\r\n\r\n"},
      {"an address with a user", "GET http://me@h/ HTTP/1.1\r\nHost: h\r\n\r\n"},
      {"no version", "GET /\r\nHost: h\r\n\r\n"},
      {"another version", "GET / HTTP/2.0\r\nHost: h\r\n\r\n"},
      {"a bad name", "GET / HTTP/1.1\r\nHost: h\r\nb@d: x\r\n\r\n"},
      {"an empty name", "GET / HTTP/1.1\r\nHost: h\r\n: x\r\n\r\n"},
      {"a line without a colon", "GET / HTTP/1.1\r\nHost: h\r\nnothing\r\n\r\n"},
      {"TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"},
      {"a chunk without a size", post + "Transfer-Encoding: chunked\r\n\r\n\r\nhello\r\n0\r\n\r\n"},
      {"a chunk with a sign", post + "Transfer-Encoding: chunked\r\n\r\n+5\r\nhello\r\n0\r\n\r\n"},
      {"a chunk in 0x", post + "Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n"},
      {"a chunk beyond 64 bits", post + "Transfer-Encoding: chunked\r\n\r\n10000000000000005\r\nhello\r\n0\r\n\r\n"},
      {"a chunk of more digits than any number",
       post + "Transfer-Encoding: chunked\r\n\r\n" + std::string(40, 'f') + "\r\n"},
      {"a negative chunk", post + "Transfer-Encoding: chunked\r\n\r\n-1\r\nhello\r\n0\r\n\r\n"},
      {"a space before a chunk's size", post + "Transfer-Encoding: chunked\r\n\r\n 5\r\nhello\r\n0\r\n\r\n"},
      {"a bare LF in a chunk's extension", post + "Transfer-Encoding: chunked\r\n\r\n5;a\nb\r\nhello\r\n0\r\n\r\n"},
      {"a bare CR in a chunk's extension", post + "Transfer-Encoding: chunked\r\n\r\n5;a\rb\r\nhello\r\n0\r\n\r\n"},
      {"a bare LF behind a chunk", post + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\n0\r\n\r\n"},
      {"a chunk that is longer", post + "Transfer-Encoding: chunked\r\n\r\n4\r\nhello\r\n0\r\n\r\n"},
      {"a bare LF behind a chunk's size", post + "Transfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n"},
  };
  for (const auto& [name, bytes] : refused) EXPECT_EQ(status(bytes), 400) << name;
  EXPECT_EQ(status(post + "Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n"), 200);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nhost:\r\n\r\n"), 200) << "an empty Host is one";
}

// RFC 9112, 3.2.2: what a client sends that takes us for its proxy. The address counts, not the Host.
TEST_F(ServerRequests, AnAddressForATargetIsReadAsOne) {
  start();
  const auto target_of = [this](const std::string& target) {
    const std::string answer = answers("GET " + target + " HTTP/1.1\r\nHost: other\r\n\r\n");
    const std::size_t at = answer.find("\r\n\r\n");
    return answer.substr(std::min(at + 4, answer.size()));
  };
  EXPECT_EQ(target_of("http://h/x?y"), "GET /x?y []");
  EXPECT_EQ(target_of("HTTP://h:80"), "GET / []");
  EXPECT_EQ(target_of("https://h?y"), "GET /?y []");
  EXPECT_EQ(target_of("*"), "GET * []");
}

// A trailer may not change what was said in the head.
TEST_F(ServerRequests, TrailersAreDroppedAndMayNotBeAboutTheLength) {
  start();
  const std::string chunked = "POST /1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";
  const std::string next = "\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n";
  const std::string answer = answers(chunked + "Host: i\r\nX: y" + next);
  EXPECT_NE(answer.find("POST /1 []"), std::string::npos) << answer;
  EXPECT_NE(answer.find("GET /2 []"), std::string::npos) << answer;
  EXPECT_EQ(status(chunked + "Content-Length: 100" + next), 400);
  EXPECT_EQ(status(chunked + "Transfer-Encoding: chunked" + next), 400);
}

TEST_F(ServerRequests, ABareLineFeedDoesNotEndAMessage) {
  start();
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: h\r\n\n"), 400);
  EXPECT_EQ(status("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\n\n"), 400);
}

TEST_F(ServerRequests, TheRefusalSaysWhy) {
  start();
  const std::string answer = answers("GET / HTTP/1.1\r\n\r\n");
  EXPECT_NE(answer.find("400 Bad Request: Host is missing\n"), std::string::npos) << answer;
}

TEST_F(ServerRequests, ARefusalIsNotMixedUpWithTheRequestBefore) {
  start();
  const std::string answer = answers("HEAD / HTTP/1.1\r\nHost: h\r\n\r\nbroken\r\n\r\n");
  EXPECT_NE(answer.find("\r\n\r\n400 Bad Request: "), std::string::npos) << answer;
}

TEST_F(ServerRequests, HeadsAreBounded) {
  start();
  const std::string fits = "GET / HTTP/1.1\r\nHost: h\r\nX: " + std::string(16'000, 'x') + "\r\n\r\n";
  EXPECT_EQ(status(fits), 200);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: h\r\nX: " + std::string(17'000, 'x') + "\r\n\r\n"), 431);
  EXPECT_EQ(status("GET /" + std::string(17'000, 'x') + " HTTP/1.1\r\nHost: h\r\n\r\n"), 431);
  std::string many = "GET / HTTP/1.1\r\nHost: h\r\n";
  for (int i = 0; i < 2000; ++i) many += "X-Field: y\r\n";
  EXPECT_EQ(status(many + "\r\n"), 431);
}

TEST_F(ServerRequests, BodiesAreBounded) {
  ServerOptions options;
  options.max_body_bytes = 100'000;
  start(options);
  const auto sized = [](std::size_t size) {
    return "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n" +
           std::string(size, 'x');
  };
  EXPECT_EQ(status(sized(100'000)), 200);
  EXPECT_EQ(status(sized(100'001)), 413);
  EXPECT_EQ(status(sized(5'000'000)), 413) << "the client is still sending, and gets its answer";
  EXPECT_EQ(
      status("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n186A1\r\n" + std::string(100'001, 'x')),
      413);
  const std::string long_line =
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5;" + std::string(40'000, 'x');
  EXPECT_EQ(status(long_line), 400);
}

// One who closes at once resets the connection of a client that is still sending, and the answer may be lost on the way.
TEST_F(ServerRequests, WhatARefusedClientStillSendsIsTaken) {
  ServerOptions options;
  options.max_body_bytes = 10;
  start(options);
  RawSocket client = RawSocket::connect(server_->url().port);
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n");
  EXPECT_EQ(client.read_message().substr(0, 12), "HTTP/1.1 413");
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(client.send("more")) << i;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

TEST_F(ServerRequests, SlowOnesAreGivenUp) {
  ServerOptions options;
  options.head_timeout = std::chrono::milliseconds(200);
  options.body_timeout = std::chrono::milliseconds(200);
  options.keep_alive_timeout = std::chrono::milliseconds(200);
  start(options);
  const Stopwatch watch;
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost"), 408);
  EXPECT_EQ(status("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhel"), 408);
  RawSocket silent = RawSocket::connect(server_->url().port);
  EXPECT_EQ(silent.read_all(), "") << "nothing is said to one who said nothing";
  RawSocket idle = RawSocket::connect(server_->url().port);
  idle.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(idle.read_all().find("200 OK"), std::string::npos) << "closed when no other request comes";
  EXPECT_LT(watch.elapsed().count(), 4000);
}

TEST_F(ServerRequests, AHeadThatTricklesIsGivenUp) {
  ServerOptions options;
  options.head_timeout = std::chrono::milliseconds(200);
  start(options);
  RawSocket client = RawSocket::connect(server_->url().port);
  client.send("GET / HTTP/1.1\r\nX: ");
  const Stopwatch watch;
  while (client.send("y") && watch.elapsed().count() < 500) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_NE(client.read_all().find("408"), std::string::npos);
}

}  // namespace
}  // namespace acode::net
