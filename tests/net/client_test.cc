// The client when all goes well: forms of answers, streams, connections kept.
#include "net/client.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <thread>
#include <vector>

#include "net/raw_server.h"

namespace acode::net {
namespace {

HttpRequest get(const Url& url) {
  HttpRequest request;
  request.url = url;
  return request;
}

// What a client makes of an answer: status and body, or the error.
std::string answer_to(const HttpRequest& request, const ClientOptions& options = {}) {
  HttpClient client(options);
  const auto answer = client.send(request);
  if (!answer) return to_string(answer.error());
  return std::to_string(answer->head.status) + " " + answer->body;
}

// The same for a server that sends these bytes and closes.
std::string read_by_client(std::string_view bytes, const std::string& method = "GET") {
  RawServer server([bytes](RawSocket& client) {
    client.read_message();
    client.send(bytes);
  });
  HttpRequest request = get(server.url());
  request.method = method;
  return answer_to(request);
}

TEST(Client, SendsARequestAsItShould) {
  std::string received;
  RawServer server([&received](RawSocket& client) {
    received = client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  HttpRequest request = get(server.url("/api/chat?x=1"));
  request.method = "POST";
  request.body = "{}";
  request.headers.add("Content-Type", "application/json");
  EXPECT_EQ(answer_to(request), "200 ok");
  EXPECT_EQ(received, "POST /api/chat?x=1 HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
                          "\r\nUser-Agent: acode\r\nAccept: */*\r\nContent-Type: application/json\r\n"
                          "Content-Length: 2\r\n\r\n{}");
}

TEST(Client, ReadsEveryFormOfABody) {
  EXPECT_EQ(read_by_client("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), "200 hello");
  EXPECT_EQ(read_by_client("HTTP/1.1 200 OK\r\n\r\nuntil the end"), "200 until the end");
  EXPECT_EQ(read_by_client("HTTP/1.0 200 OK\r\n\r\nuntil the end"), "200 until the end");
  EXPECT_EQ(
      read_by_client("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1;x=\"y\"\r\n!\r\n0\r\n\r\n"),
      "200 hello!");
  EXPECT_EQ(
      read_by_client("HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\nA\r\n0123456789\r\n0\r\nX: trailer\r\n\r\n"),
      "200 0123456789");
  EXPECT_EQ(read_by_client("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), "200 ");
}

TEST(Client, ReadsAnswersThatHaveNoBody) {
  EXPECT_EQ(read_by_client("HTTP/1.1 204 No Content\r\n\r\n"), "204 ");
  EXPECT_EQ(read_by_client("HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n"), "304 ");
  EXPECT_EQ(read_by_client("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", "HEAD"), "200 ");
}

TEST(Client, PassesOverAnswersThatAreNotFinal) {
  EXPECT_EQ(read_by_client("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                           "HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\ndone"),
            "201 done");
}

TEST(Client, AnErrorStatusIsAnAnswer) {
  EXPECT_EQ(read_by_client("HTTP/1.1 500 Oh\r\nContent-Length: 4\r\n\r\nno!\n"), "500 no!\n");
}

TEST(Client, ReadsChunksThatComeInOddPieces) {
  const std::string bytes =
      "HTTP/1.1 200 OK\r\nX: y\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n00C\r\n, in pieces!\r\n0\r\nT: "
      "t\r\n\r\n";
  for (const std::size_t size : {1U, 2U, 3U, 7U}) {
    RawServer server([&bytes, size](RawSocket& client) {
      client.read_message();
      for (std::size_t at = 0; at < bytes.size(); at += size) {
        client.send(std::string_view(bytes).substr(at, size));
        std::this_thread::sleep_for(std::chrono::microseconds(300));
      }
    });
    EXPECT_EQ(answer_to(get(server.url())), "200 hello, in pieces!") << size;
  }
}

TEST(Client, SinkSeesTheFirstPieceBeforeTheSecondIsSent) {
  std::mutex mutex;
  std::condition_variable changed;
  bool seen = false;
  RawServer server([&](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n");
    std::unique_lock lock(mutex);
    const bool in_time = changed.wait_for(lock, std::chrono::seconds(5), [&seen] { return seen; });
    client.send(in_time ? "6\r\nsecond\r\n0\r\n\r\n" : "4\r\nlate\r\n0\r\n\r\n");
  });
  HttpClient client;
  std::vector<std::string> log;
  ResponseSink sink;
  sink.on_head = [&log](const HttpHead& head) {
    log.push_back(std::to_string(head.status));
    return true;
  };
  sink.on_body = [&](std::string_view piece) {
    log.emplace_back(piece);
    const std::lock_guard lock(mutex);
    seen = true;
    changed.notify_all();
    return true;
  };
  const auto answer = client.send(get(server.url()), sink);
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(log, (std::vector<std::string>{"200", "first", "second"}));
  EXPECT_EQ(answer->body, "");
  EXPECT_FALSE(answer->stopped);
}

TEST(Client, SinkMayStop) {
  RawServer server([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n");
    client.wait_for_end();
  });
  HttpClient client;
  ResponseSink sink;
  int pieces = 0;
  sink.on_body = [&pieces](std::string_view) {
    ++pieces;
    return false;
  };
  const Stopwatch watch;
  const auto answer = client.send(get(server.url()), sink);
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_TRUE(answer->stopped);
  EXPECT_EQ(pieces, 1);
  sink.on_head = [](const HttpHead&) { return false; };
  EXPECT_TRUE(client.send(get(server.url()), sink)->stopped);
  EXPECT_EQ(pieces, 1);
  EXPECT_EQ(server.accepted(), 2) << "what was stopped is not used again";
  EXPECT_LT(watch.elapsed().count(), 2000);
}

TEST(Client, WhatASinkThrowsArrives) {
  RawServer server([](RawSocket& client) {
    while (!client.read_message().empty()) client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  });
  HttpClient client;
  ResponseSink sink;
  sink.on_body = [](std::string_view) -> bool { throw std::runtime_error("sink"); };
  const CancelToken cancel = CancelToken::make();
  EXPECT_THROW(std::ignore = client.send(get(server.url()), sink, cancel).ok(), std::runtime_error);
  EXPECT_EQ(client.send(get(server.url()))->body, "hello");
}

TEST(Client, KeepsConnections) {
  RawServer server([](RawSocket& client) {
    while (!client.read_message().empty()) client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  });
  HttpClient client;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(client.send(get(server.url()))->body, "hello");
  EXPECT_EQ(server.accepted(), 1);
  EXPECT_EQ(client.connections_opened(), 1U);
}

TEST(Client, ClosesWhatTheServerWantsClosed) {
  RawServer server([](RawSocket& client) {
    while (!client.read_message().empty()) {
      client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello");
    }
  });
  HttpClient client;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.send(get(server.url()))->body, "hello");
  EXPECT_EQ(server.accepted(), 3);
}

TEST(Client, ForgetsConnectionsThatWaitedTooLong) {
  RawServer server([](RawSocket& client) {
    while (!client.read_message().empty()) client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  });
  ClientOptions options;
  options.idle_connection_lifetime = std::chrono::milliseconds(20);
  HttpClient client(options);
  EXPECT_TRUE(client.send(get(server.url())));
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  EXPECT_TRUE(client.send(get(server.url())));
  EXPECT_EQ(server.accepted(), 2);
}

TEST(Client, KeepsNoMoreConnectionsThanAllowed) {
  const auto script = [](RawSocket& client) {
    while (!client.read_message().empty()) client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  };
  RawServer first(script);
  RawServer second(script);
  ClientOptions options;
  options.max_idle_connections = 1;
  HttpClient client(options);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(client.send(get(first.url())));
    EXPECT_TRUE(client.send(get(second.url())));
  }
  EXPECT_EQ(first.accepted() + second.accepted(), 4);
}

TEST(Client, ReplacesAConnectionThatWasClosedMeanwhile) {
  RawServer server([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  });
  HttpClient client;
  EXPECT_TRUE(client.send(get(server.url())));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(client.send(get(server.url()))) << "seen to be closed before it was used";
  EXPECT_EQ(server.accepted(), 2);
}

TEST(Client, SendsAgainWhenAKeptConnectionClosesWithoutAnAnswer) {
  RawServer server([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    client.read_message();  // the second request on the same connection is read, and the connection closed
  });
  HttpClient client;
  HttpRequest request = get(server.url());
  request.method = "POST";
  request.body = std::string(100'000, 'x');
  EXPECT_TRUE(client.send(request));
  const auto second = client.send(request);
  ASSERT_TRUE(second) << to_string(second.error());
  EXPECT_EQ(second->body, "hello");
  EXPECT_EQ(server.accepted(), 2);
}

TEST(Client, DoesNotSendAgainOnceAnAnswerHasBegun) {
  RawServer server([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\n");
  });
  HttpClient client;
  EXPECT_TRUE(client.send(get(server.url())));
  const auto second = client.send(get(server.url()));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, NetErrorKind::kCut);
  EXPECT_EQ(server.accepted(), 1);
}

TEST(Client, MayBeUsedByManyThreads) {
  RawServer server([](RawSocket& client) {
    while (!client.read_message().empty()) client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  });
  HttpClient client;
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 50; ++j) {
        const auto answer = client.send(get(server.url()));
        if (answer && answer->body == "hello") ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 400);
  EXPECT_LE(server.accepted(), 8);
}

TEST(Client, FindsThisMachineByName) {
  RawServer server([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  });
  Url url = server.url();
  url.host = "localhost";
  EXPECT_EQ(answer_to(get(url)), "200 hello");
}

TEST(Client, SendsALargeBodyAndReadsALargeOne) {
  RawServer server([](RawSocket& client) {
    const std::string text = client.read_message();
    const std::string body = text.substr(text.find("\r\n\r\n") + 4);
    client.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  });
  HttpRequest request = get(server.url());
  request.method = "POST";
  for (int i = 0; request.body.size() < 20'000'000; ++i) request.body += std::to_string(i);
  HttpClient client;
  const auto answer = client.send(request);
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_TRUE(answer->body == request.body);
}

TEST(Client, RefusesRequestsThatAreNone) {
  HttpRequest request;
  request.url.host = "127.0.0.1";
  request.url.port = unused_port();
  const auto refusal = [&request] { return answer_to(request); };
  request.method = "GET /";
  EXPECT_NE(refusal().find("ACODE-NET-002"), std::string::npos);
  request.method = "GET";
  request.url.target = "/a b";
  EXPECT_NE(refusal().find("ACODE-NET-002"), std::string::npos);
  request.url.target = "/";
  request.url.host = "host\r\nX: y";
  EXPECT_NE(refusal().find("ACODE-NET-002"), std::string::npos);
  request.url.host = "127.0.0.1";
  ClientOptions options;
  options.user_agent = "acode\r\nX: y";
  EXPECT_NE(answer_to(request, options).find("ACODE-NET-002"), std::string::npos);
  request.headers.add("content-length", "3");
  EXPECT_NE(refusal().find("the field content-length is set by the client itself"), std::string::npos);
}

}  // namespace
}  // namespace acode::net
