// A proxy between clients and servers that behave and that do not (GW-2, GW-6).
#include "net/relay.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "net/client.h"
#include "net/raw_server.h"

namespace acode::net {
namespace {

using std::chrono::milliseconds;

std::unique_ptr<HttpServer> relay_in_front_of(const Url& upstream, const ServerOptions& options = {},
                                              const ClientOptions& client_options = {}) {
  auto server = HttpServer::listen_each(options, relay_to(upstream, client_options));
  if (!server) throw std::runtime_error(to_string(server.error()));
  (*server)->start();
  return std::move(*server);
}

ServerOptions streaming() {
  ServerOptions options;
  options.streams_body = [](const ReceivedRequest&) { return true; };
  return options;
}

// All that a client sees that sends these bytes through a relay, until the connection is closed.
std::string through_relay(const RawServer& upstream, std::string_view bytes) {
  const auto server = relay_in_front_of(upstream.url());
  RawSocket client = RawSocket::connect(server->url().port);
  client.send(bytes);
  return client.read_all();
}

// Answers every request on a connection with these bytes.
RawServer::Script always(std::string bytes) {
  return [bytes = std::move(bytes)](RawSocket& client) {
    while (!client.read_message().empty()) client.send(bytes);
  };
}

// Whether something happens within a time.
template <class Condition>
bool happens(milliseconds limit, Condition condition) {
  const Stopwatch watch;
  while (!condition()) {
    if (watch.elapsed() > limit) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

constexpr std::string_view kGet = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n";
constexpr std::string_view kLastGet = "GET /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";

TEST(Relay, PassesOnWhatIsNotAboutTheConnection) {
  std::promise<std::string> seen;
  RawServer upstream([&seen](RawSocket& client) {
    seen.set_value(client.read_message());
    client.send(
        "HTTP/1.1 201 Made\r\nContent-Length: 2\r\nConnection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=5\r\nX-End: "
        "2\r\n\r\nok");
  });
  const std::string answer = through_relay(upstream,
                                           "POST /a?b HTTP/1.1\r\nHost: h\r\nConnection: close, x-mine\r\nX-Mine: 1\r\n"
                                           "TE: trailers\r\nProxy-Authorization: x\r\nUpgrade: h2c\r\nX-Other: 2\r\n"
                                           "Content-Length: 5\r\n\r\nhello");
  EXPECT_EQ(answer, "HTTP/1.1 201 Made\r\nX-End: 2\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
  EXPECT_EQ(seen.get_future().get(), "POST /a?b HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(upstream.port()) +
                                         "\r\nUser-Agent: acode\r\nAccept: */*\r\nX-Other: 2\r\n"
                                         "Content-Length: 5\r\n\r\nhello");
}

TEST(Relay, KeepsConnectionsOnBothSides) {
  RawServer upstream(always("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
  const auto server = relay_in_front_of(upstream.url());
  RawSocket client = RawSocket::connect(server->url().port);
  for (int i = 0; i < 20; ++i) {
    client.send(kGet);
    EXPECT_EQ(client.read_message(), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  }
  EXPECT_EQ(upstream.accepted(), 1);
  EXPECT_EQ(server->connections_accepted(), 1U);
}

TEST(Relay, ChunksStayChunksAndTrailersGo) {
  RawServer upstream(
      always("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1;x\r\n!\r\n0\r\nT: x\r\n\r\n"));
  const auto server = relay_in_front_of(upstream.url());
  HttpClient client;
  HttpRequest request;
  request.url = server->url();
  for (int i = 0; i < 3; ++i) {
    const auto answer = client.send(request);
    ASSERT_TRUE(answer) << to_string(answer.error());
    EXPECT_EQ(answer->body, "hello!");
    EXPECT_EQ(answer->head.headers.get("Transfer-Encoding"), "chunked");
    EXPECT_FALSE(answer->head.headers.has("T"));
  }
  EXPECT_EQ(client.connections_opened(), 1U);
  EXPECT_EQ(upstream.accepted(), 1);
}

TEST(Relay, APieceGoesOnAsItComes) {
  std::promise<void> seen;
  RawServer upstream([&seen](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n");
    seen.get_future().wait_for(std::chrono::seconds(5));
    client.send("6\r\nsecond\r\n0\r\n\r\n");
  });
  const auto server = relay_in_front_of(upstream.url());
  RawSocket client = RawSocket::connect(server->url().port);
  client.send(kLastGet);
  std::string text;
  while (text.find("first") == std::string::npos) text += client.read_some();
  EXPECT_EQ(text.find("second"), std::string::npos);
  seen.set_value();
  text += client.read_all();
  EXPECT_TRUE(text.ends_with("5\r\nfirst\r\n6\r\nsecond\r\n0\r\n\r\n")) << text;
}

TEST(Relay, AnswersWithoutABody) {
  RawServer upstream([](RawSocket& client) {
    for (std::string text = client.read_message(); !text.empty(); text = client.read_message()) {
      if (text.starts_with("HEAD")) client.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
      if (text.starts_with("GET /204")) client.send("HTTP/1.1 204 No Content\r\n\r\n");
      if (text.starts_with("GET /304"))
        client.send("HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\nETag: e\r\n\r\n");
    }
  });
  EXPECT_EQ(through_relay(upstream,
                          "HEAD / HTTP/1.1\r\nHost: h\r\n\r\nGET /204 HTTP/1.1\r\nHost: h\r\n\r\n"
                          "GET /304 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"),
            "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"
            "HTTP/1.1 304 Not Modified\r\nETag: e\r\nContent-Length: 10\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(upstream.accepted(), 1);
}

TEST(Relay, PassesOverAnswersThatAreNotFinal) {
  RawServer upstream(always("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
  EXPECT_EQ(through_relay(upstream, kLastGet), "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}

TEST(Relay, RequestsSentAheadAreAnsweredInTheirOrder) {
  RawServer upstream([](RawSocket& client) {
    for (std::string text = client.read_message(); !text.empty(); text = client.read_message()) {
      const std::string target = text.substr(4, 2);
      client.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" + target);
    }
  });
  const std::string answer = through_relay(upstream,
                                           "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n"
                                           "GET /3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  const std::size_t first = answer.find("/1");
  const std::size_t second = answer.find("/2");
  const std::size_t third = answer.find("/3");
  EXPECT_LT(first, second) << answer;
  EXPECT_LT(second, third) << answer;
  EXPECT_NE(third, std::string::npos) << answer;
}

// A client must be able to tell half an answer from a whole one.
TEST(Relay, AnAnswerThatIsCutIsCutForTheClientToo) {
  RawServer chunked([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
  });
  const std::string in_chunks = through_relay(chunked, kGet);
  EXPECT_TRUE(in_chunks.ends_with("\r\n\r\n5\r\nhello\r\n")) << in_chunks;
  RawServer sized([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
  });
  EXPECT_EQ(through_relay(sized, kGet), "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
  RawServer garbled(always("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nxyz\r\n"));
  const std::string garbage = through_relay(garbled, kGet);
  EXPECT_TRUE(garbage.ends_with("\r\n\r\n5\r\nhello\r\n")) << garbage;
}

// To HTTP/1.0 the end of the connection is the end of the answer, so a cut has to be a reset.
TEST(Relay, AnOldClientSeesACutAsAReset) {
  RawServer upstream([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
    std::this_thread::sleep_for(milliseconds(50));
  });
  const auto server = relay_in_front_of(upstream.url());
  RawSocket client = RawSocket::connect(server->url().port);
  client.send("GET / HTTP/1.0\r\n\r\n");
  std::string text;
  while (text.find("hello") == std::string::npos) text += client.read_some();
  char byte = 0;
  EXPECT_LT(::recv(client.descriptor(), &byte, 1, 0), 0);
  EXPECT_EQ(errno, ECONNRESET);
}

TEST(Relay, NoAnswerIsA502) {
  Url nobody;
  nobody.host = "127.0.0.1";
  nobody.port = unused_port();
  const auto server = relay_in_front_of(nobody);
  RawSocket client = RawSocket::connect(server->url().port);
  for (int i = 0; i < 2; ++i) {
    client.send(kGet);
    const std::string answer = client.read_message();
    EXPECT_NE(answer.find("HTTP/1.1 502 Bad Gateway\r\n"), std::string::npos) << answer;
    EXPECT_NE(answer.find("ACODE-NET-005"), std::string::npos) << answer;
  }
}

TEST(Relay, AConnectionThatTheServerClosedMeanwhileIsReplaced) {
  RawServer upstream([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    if (client.number() == 0) client.read_message();  // closes when it is asked again
  });
  const auto server = relay_in_front_of(upstream.url());
  RawSocket client = RawSocket::connect(server->url().port);
  for (int i = 0; i < 3; ++i) {
    client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
    EXPECT_EQ(client.read_message(), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello") << i;
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_EQ(upstream.accepted(), 3);
}

TEST(Relay, AClientThatLeavesTakesTheUpstreamWithIt) {
  for (const bool has_begun : {false, true}) {
    std::promise<void> asked;
    std::promise<std::chrono::steady_clock::time_point> closed;
    RawServer upstream([&](RawSocket& client) {
      client.read_message();
      if (has_begun) client.send("HTTP/1.1 200 OK\r\n\r\nfirst");
      asked.set_value();
      client.wait_for_end();
      closed.set_value(std::chrono::steady_clock::now());
    });
    const auto server = relay_in_front_of(upstream.url());
    RawSocket client = RawSocket::connect(server->url().port);
    client.send(kGet);
    if (has_begun) client.read_message();
    asked.get_future().get();
    std::this_thread::sleep_for(milliseconds(20));
    const auto left = std::chrono::steady_clock::now();
    client.close();
    EXPECT_LT(closed.get_future().get() - left, milliseconds(2000)) << has_begun;
    EXPECT_TRUE(happens(milliseconds(1000), [&server] { return server->connections_open() == 0; }));
  }
}

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  file >> pages >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// A client that does not read stops the upstream's sending: what is between them is bounded by the sockets' buffers.
TEST(Relay, WhatIsNotReadIsNotFetched) {
  constexpr std::size_t kTotal = 100'000'000;
  std::atomic<std::size_t> sent = 0;
  RawServer upstream([&sent](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(kTotal) + "\r\n\r\n");
    const std::string block(100'000, 'x');
    while (sent < kTotal && client.send(block)) sent += block.size();
  });
  const auto server = relay_in_front_of(upstream.url());
  RawSocket client = RawSocket::connect(server->url().port);
  [[maybe_unused]] const std::size_t before = resident_bytes();
  client.send(kLastGet);
  std::size_t was = 0;
  do {
    was = sent;
    std::this_thread::sleep_for(milliseconds(200));
  } while (was != sent);
  EXPECT_LT(was, kTotal / 2);
#ifndef ACODE_UNDER_SANITIZER  // it keeps what was freed
  EXPECT_LT(resident_bytes(), before + 4'000'000);
#endif
  EXPECT_GT(client.read_all().size(), kTotal) << "and all of it comes when it is read";
}

TEST(Relay, AClientThatDoesNotReadIsGivenUp) {
  std::promise<void> closed;
  RawServer upstream([&closed](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\n\r\n");
    const std::string block(100'000, 'x');
    while (client.send(block)) continue;
    closed.set_value();
  });
  ServerOptions options;
  options.write_timeout = milliseconds(200);
  const auto server = relay_in_front_of(upstream.url(), options);
  RawSocket client = RawSocket::connect(server->url().port);
  client.send(kGet);
  const Stopwatch watch;
  closed.get_future().get();
  EXPECT_LT(watch.elapsed().count(), 3000);
}

// --- bodies that are passed on as they come ---

TEST(Relay, ABodyGoesOnAsItComes) {
  std::promise<void> seen;
  std::promise<std::string> received;
  RawServer upstream([&](RawSocket& client) {
    std::string text;
    while (text.find("first") == std::string::npos) text += client.read_some();
    seen.set_value();
    while (text.find("second") == std::string::npos) text += client.read_some();
    received.set_value(text.substr(text.find("\r\n\r\n") + 4));
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    client.wait_for_end();
  });
  const auto server = relay_in_front_of(upstream.url(), streaming());
  RawSocket client = RawSocket::connect(server->url().port);
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\nfirst");
  seen.get_future().get();
  client.send("second");
  EXPECT_EQ(received.get_future().get(), "firstsecond");
  EXPECT_TRUE(client.read_message().ends_with("ok"));
}

TEST(Relay, AChunkedBodyIsPassedOnInChunks) {
  std::promise<std::string> received;
  RawServer upstream([&](RawSocket& client) {
    std::string text;
    while (text.find("0\r\n\r\n") == std::string::npos) text += client.read_some();
    received.set_value(text);
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    client.wait_for_end();
  });
  const auto server = relay_in_front_of(upstream.url(), streaming());
  RawSocket client = RawSocket::connect(server->url().port);
  client.send(
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1\r\n!\r\n0\r\nT: x\r\n\r\n");
  const std::string text = received.get_future().get();
  EXPECT_NE(text.find("Transfer-Encoding: chunked\r\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("Content-Length"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\r\n\r\n6\r\nhello!\r\n0\r\n\r\n") || text.ends_with("5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n"))
      << text;
  EXPECT_TRUE(client.read_message().ends_with("ok"));
}

TEST(Relay, ALargeBodyIsNotCollected) {
  constexpr std::size_t kTotal = 100'000'000;
  std::promise<std::size_t> received;
  RawServer upstream([&](RawSocket& client) {
    std::string text;
    while (text.find("\r\n\r\n") == std::string::npos) text += client.read_some();
    std::size_t size = text.size() - text.find("\r\n\r\n") - 4;
    while (size < kTotal) size += client.read_some().size();
    received.set_value(size);
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    client.wait_for_end();
  });
  const auto server = relay_in_front_of(upstream.url(), streaming());
  RawSocket client = RawSocket::connect(server->url().port);
  const std::size_t before = resident_bytes();
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(kTotal) + "\r\n\r\n");
  const std::string block(1'000'000, 'x');
  for (std::size_t sent = 0; sent < kTotal; sent += block.size()) client.send(block);
  EXPECT_EQ(received.get_future().get(), kTotal);
  EXPECT_TRUE(client.read_message().ends_with("ok"));
#ifdef ACODE_UNDER_SANITIZER
  static_cast<void>(before);  // a sanitizer keeps what was freed
#else
  EXPECT_LT(resident_bytes(), before + 20'000'000);
#endif
}

TEST(Relay, AClientThatWaitsIsToldToGoOn) {
  RawServer upstream([](RawSocket& client) {
    const std::string text = client.read_message();
    client.send(text.find("Expect") == std::string::npos ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                                                         : "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
  });
  for (const ServerOptions& options : {ServerOptions(), streaming()}) {
    const auto server = relay_in_front_of(upstream.url(), options);
    RawSocket client = RawSocket::connect(server->url().port);
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(client.read_message(), "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("hello");
    EXPECT_TRUE(client.read_message().ends_with("ok"));
  }
}

// The upstream has to see that the request is not whole.
TEST(Relay, ABodyThatBreaksOffIsNotEndedForTheUpstream) {
  std::promise<std::string> received;
  RawServer upstream([&](RawSocket& client) { received.set_value(client.read_all()); });
  const auto server = relay_in_front_of(upstream.url(), streaming());
  {
    RawSocket client = RawSocket::connect(server->url().port);
    client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
    std::this_thread::sleep_for(milliseconds(20));
  }
  const std::string text = received.get_future().get();
  EXPECT_EQ(text.find("0\r\n\r\n"), std::string::npos) << text;
}

TEST(Relay, AMalformedBodyIsRefusedWhileItIsPassedOn) {
  RawServer upstream([](RawSocket& client) { client.wait_for_end(); });
  const auto server = relay_in_front_of(upstream.url(), streaming());
  RawSocket client = RawSocket::connect(server->url().port);
  client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nxyz\r\n");
  EXPECT_NE(client.read_message().find("HTTP/1.1 400 "), std::string::npos);
}

// An upstream that has heard enough: its answer comes through, and the rest of the body is not taken for a request.
TEST(Relay, AnAnswerBeforeTheBodyIsSentIsAnAnswer) {
  RawServer upstream([](RawSocket& client) {
    client.read_some();
    client.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\n\r\nlarge");
    client.wait_for_end();
  });
  const auto server = relay_in_front_of(upstream.url(), streaming());
  RawSocket client = RawSocket::connect(server->url().port);
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\nGET /hidden HTTP/1.1\r\nHost: h\r\n\r\n");
  std::this_thread::sleep_for(milliseconds(50));
  client.send(std::string(100'000, 'x'));
  const std::string answer = client.read_message();
  EXPECT_NE(answer.find("HTTP/1.1 413 "), std::string::npos) << answer;
  EXPECT_NE(answer.find("Connection: close\r\n"), std::string::npos) << answer;
  client.end_sending();
  EXPECT_EQ(client.read_all(), "");
}

// --- the end, and want of descriptors ---

TEST(Relay, StreamsMayEndWithinTheGraceAndEndWithIt) {
  std::promise<void> asked;
  RawServer upstream([&asked](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    asked.set_value();
    while (client.send("1\r\nx\r\n")) std::this_thread::sleep_for(milliseconds(5));
  });
  const auto server = relay_in_front_of(upstream.url());
  RawSocket client = RawSocket::connect(server->url().port);
  client.send(kGet);
  asked.get_future().get();
  const Stopwatch watch;
  server->stop(milliseconds(200));
  const std::string answer = client.read_all();
  server->wait();
  EXPECT_GE(watch.elapsed().count(), 190);
  EXPECT_LT(watch.elapsed().count(), 2000) << "the handler was woken, not left behind";
  EXPECT_FALSE(answer.ends_with("0\r\n\r\n"));
}

TEST(Relay, ASilentStreamEndsWithTheGraceToo) {
  std::promise<void> asked;
  RawServer upstream([&asked](RawSocket& client) {
    client.read_message();
    asked.set_value();
    client.wait_for_end();
  });
  const auto server = relay_in_front_of(upstream.url());
  RawSocket client = RawSocket::connect(server->url().port);
  client.send(kGet);
  asked.get_future().get();
  const Stopwatch watch;
  server->stop(milliseconds(50));
  server->wait();
  EXPECT_LT(watch.elapsed().count(), 2000) << "the handler was woken, not left behind";
}

// No descriptor for the upstream: an answer that says so, and all is well when there is one again.
TEST(Relay, WithoutADescriptorForTheUpstreamItIsA502) {
#ifdef ACODE_UNDER_SANITIZER
  GTEST_SKIP() << "a sanitizer needs descriptors of its own to look at an object's type";
#endif
  RawServer upstream(always("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"));
  const auto server = relay_in_front_of(upstream.url());
  RawSocket client = RawSocket::connect(server->url().port);
  ASSERT_TRUE(happens(milliseconds(5000), [&server] { return server->connections_open() == 1; }));
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  rlimit little = before;
  little.rlim_cur = 200;
  ::setrlimit(RLIMIT_NOFILE, &little);
  std::vector<Fd> all;
  for (Fd one(::dup(0)); one; one = Fd(::dup(0))) all.push_back(std::move(one));
  client.send(kGet);
  const std::string answer = client.read_message();
  all.clear();
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_NE(answer.find("ACODE-NET-024"), std::string::npos) << answer;
  client.send(kGet);
  EXPECT_TRUE(client.read_message().ends_with("hello"));
}

TEST(Relay, RunsOnSeveralThreads) {
  RawServer upstream(always("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
  ServerOptions options;
  options.threads = 4;
  const auto server = relay_in_front_of(upstream.url(), options);
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 10; ++j) {
        RawSocket client = RawSocket::connect(server->url().port);
        for (int k = 0; k < 5; ++k) {
          client.send(kGet);
          if (client.read_message().ends_with("hello")) ++good;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 200);
  EXPECT_EQ(server->connections_accepted(), 40U);
}

}  // namespace
}  // namespace acode::net
