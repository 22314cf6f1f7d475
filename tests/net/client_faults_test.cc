// The client when something goes wrong: each fault has its kind, and a sentence with the place in it (RT-4, SE-1).
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <future>
#include <thread>

#include "net/client.h"
#include "net/raw_server.h"

namespace acode::net {
namespace {

using std::chrono::milliseconds;

HttpRequest get(const Url& url) {
  HttpRequest request;
  request.url = url;
  return request;
}

// Short enough for a test, long enough for a busy machine.
ClientOptions impatient() {
  ClientOptions options;
  options.connect_timeout = milliseconds(300);
  options.response_timeout = milliseconds(300);
  options.idle_timeout = milliseconds(300);
  return options;
}

// The error that a script leads to, with the port replaced by PORT.
std::string fault(const RawServer::Script& script, const ClientOptions& options = {}) {
  RawServer server(script);
  HttpClient client(options);
  const auto answer = client.send(get(server.url()));
  if (answer) return "answered: " + answer->body;
  std::string text = std::string(answer.error().code()) + ": " + answer.error().message;
  const std::string port = ":" + std::to_string(server.port());
  const std::size_t at = text.find(port);
  if (at != std::string::npos) text.replace(at, port.size(), ":PORT");
  return text;
}

// The error that these bytes, and then the end, lead to.
std::string fault_of(std::string_view bytes, const ClientOptions& options = {}) {
  return fault(
      [bytes](RawSocket& client) {
        client.read_message();
        client.send(bytes);
      },
      options);
}

TEST(ClientFaults, Refused) {
  Url url;
  url.host = "localhost";
  url.port = unused_port();
  HttpClient client;
  const auto answer = client.send(get(url));
  ASSERT_FALSE(answer);
  EXPECT_EQ(to_string(answer.error()), "ACODE-NET-005: localhost:" + std::to_string(url.port) +
                                           " refused the connection; start the server there, or check the port");
  EXPECT_TRUE(answer.error().may_retry());
}

TEST(ClientFaults, NoSuchName) {
  HttpClient client;
  const auto answer = client.send(get(*Url::parse("http://no-such-host.invalid/")));
  ASSERT_FALSE(answer);
  EXPECT_TRUE(answer.error().kind == NetErrorKind::kNameNotFound ||
              answer.error().kind == NetErrorKind::kNameLookupFailed)  // a machine without a network cannot tell
      << to_string(answer.error());
  EXPECT_NE(answer.error().message.find("no-such-host.invalid:80"), std::string::npos);
}

TEST(ClientFaults, NobodyAccepts) {
  std::uint16_t port = 0;
  const Fd listener = listening_socket(port, 0);
  std::vector<RawSocket> waiting;  // these fill the queue of the listener
  waiting.push_back(RawSocket::connect(port));
  ClientOptions options = impatient();
  HttpClient first(options);
  Url url;
  url.host = "127.0.0.1";
  url.port = port;
  // Until the queue is full there is a connection, and no answer.
  NetErrorKind kind = NetErrorKind::kNoAnswer;
  for (int i = 0; i < 4 && kind == NetErrorKind::kNoAnswer; ++i) {
    const auto answer = first.send(get(url));
    ASSERT_FALSE(answer);
    kind = answer.error().kind;
    if (kind == NetErrorKind::kConnectTimeout) {
      EXPECT_EQ(answer.error().message, "no connection to 127.0.0.1:" + std::to_string(port) + " within 300 ms");
    }
  }
  EXPECT_EQ(kind, NetErrorKind::kConnectTimeout);
}

TEST(ClientFaults, NoAnswerInTime) {
  const Stopwatch watch;
  EXPECT_EQ(fault([](RawSocket& client) { client.wait_for_end(); }, impatient()),
            "ACODE-NET-008: 127.0.0.1:PORT did not answer within 300 ms");
  EXPECT_LT(watch.elapsed().count(), 2000);
}

TEST(ClientFaults, AHeadThatTricklesIsNoAnswer) {
  const auto trickle = [](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nX: ");
    while (client.send("y")) std::this_thread::sleep_for(milliseconds(20));
  };
  EXPECT_EQ(fault(trickle, impatient()), "ACODE-NET-008: 127.0.0.1:PORT did not answer within 300 ms");
}

TEST(ClientFaults, StalledInTheMiddle) {
  const auto stall = [](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
    client.wait_for_end();
  };
  EXPECT_EQ(fault(stall, impatient()),
            "ACODE-NET-009: 127.0.0.1:PORT stopped in the middle of its answer: nothing came for 300 ms");
}

TEST(ClientFaults, ABodyMayTrickle) {
  const auto trickle = [](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n");
    for (int i = 0; i < 30; ++i) {
      client.send("x");
      std::this_thread::sleep_for(milliseconds(20));
    }
  };
  EXPECT_EQ(fault(trickle, impatient()), "answered: " + std::string(30, 'x')) << "600 ms in all, none of them idle";
}

TEST(ClientFaults, AllOfItTookTooLong) {
  ClientOptions options;
  options.total_timeout = milliseconds(300);
  const auto trickle = [](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\n\r\n");
    while (client.send("x")) std::this_thread::sleep_for(milliseconds(20));
  };
  EXPECT_EQ(fault(trickle, options), "ACODE-NET-010: the exchange with 127.0.0.1:PORT was not over within 300 ms");
  EXPECT_EQ(fault([](RawSocket& client) { client.wait_for_end(); }, options),
            "ACODE-NET-010: the exchange with 127.0.0.1:PORT was not over within 300 ms");
}

TEST(ClientFaults, ClosedWithoutAnAnswer) {
  EXPECT_EQ(fault_of(""), "ACODE-NET-016: 127.0.0.1:PORT closed the connection without an answer");
  EXPECT_EQ(fault([](RawSocket& client) {
              client.read_message();
              client.reset_connection();
            }),
            "ACODE-NET-016: 127.0.0.1:PORT closed the connection without an answer");
}

TEST(ClientFaults, CutInsideTheAnswer) {
  const std::string in_head = "ACODE-NET-017: 127.0.0.1:PORT cut the connection inside its answer: in the head";
  const std::string in_body = "ACODE-NET-017: 127.0.0.1:PORT cut the connection inside its answer: in the body";
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\nContent-Le"), in_head);
  EXPECT_EQ(fault_of("HTTP"), in_head);
  EXPECT_EQ(fault_of("HTTP/1.1 100 Continue\r\n\r\n"), in_head);
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"), in_body);
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), in_body);
  const std::string chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const char* rest : {"", "5", "5\r\n", "5\r\nhel", "5\r\nhello", "5\r\nhello\r\n", "5\r\nhello\r\n0",
                           "5\r\nhello\r\n0\r\n", "0\r\nTrailer: x\r\n"}) {
    EXPECT_EQ(fault_of(chunked + rest), in_body) << rest;
  }
  EXPECT_EQ(fault([](RawSocket& client) {
              client.read_message();
              client.send("HTTP/1.1 200 OK\r\n\r\nuntil");
              std::this_thread::sleep_for(milliseconds(50));
              client.reset_connection();
            }),
            in_body)
      << "a reset is not the end";
}

TEST(ClientFaults, Garbage) {
  const std::string garbage = "ACODE-NET-018: what came from 127.0.0.1:PORT is not HTTP: ";
  EXPECT_EQ(fault_of("SSH-2.0-OpenSSH_9.2\r\n"), garbage + "it does not say HTTP/1.1 where it should");
  EXPECT_EQ(fault_of("HTTP/2 200 OK\r\n\r\n"), garbage + "it does not say HTTP/1.1 where it should");
  EXPECT_EQ(fault_of("HTTP/1.1 2x0 OK\r\n\r\n"), garbage + "the status is not a number of three digits");
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\nbad name: x\r\n\r\n"),
            garbage + "the name of a field has a character that no name has");
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"),
            garbage + "there are different Content-Lengths");
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
            garbage + "the only Transfer-Encoding that is understood is 'chunked'");
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"),
            garbage + "a chunk does not begin with its size");
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloX\r\n0\r\n\r\n"),
            garbage + "a chunk does not begin with its size");
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n"),
            garbage + "a chunk does not begin with its size");
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;" + std::string(40'000, 'x')),
            garbage + "the line before a chunk does not end");
  EXPECT_EQ(fault_of("HTTP/1.1 101 Switching Protocols\r\n\r\n"), garbage + "it switches to another protocol");
  EXPECT_EQ(fault_of(std::string(100'000, '\0')), garbage + "it does not say HTTP/1.1 where it should");
}

TEST(ClientFaults, GarbageIsNotWaitedFor) {
  const Stopwatch watch;
  const std::string text = fault([](RawSocket& client) {
    client.send("220 mail.example ESMTP\r\n");
    client.wait_for_end();
  });
  EXPECT_NE(text.find("ACODE-NET-018"), std::string::npos) << text;
  EXPECT_LT(watch.elapsed().count(), 2000);
}

TEST(ClientFaults, HeadsAreBounded) {
  const auto endless = [](std::string_view piece) {
    return [piece](RawSocket& client) {
      client.read_message();
      client.send("HTTP/1.1 200 OK\r\n");
      while (client.send(piece)) continue;
    };
  };
  const std::string expected =
      "ACODE-NET-019: the answer of 127.0.0.1:PORT is larger than allowed: the head is larger than 65536 bytes";
  EXPECT_EQ(fault(endless("X-Field: value\r\n")), expected);
  EXPECT_EQ(fault(endless("xxxxxxxxxxxxxxxx")), expected);
}

TEST(ClientFaults, AnswersThatAreCollectedAreBounded) {
  ClientOptions options;
  options.max_body_bytes = 1000;
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n", options),
            "ACODE-NET-019: the answer of 127.0.0.1:PORT is larger than allowed: 1001 bytes, and 1000 are allowed");
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\n\r\n" + std::string(1001, 'x'), options),
            "ACODE-NET-019: the answer of 127.0.0.1:PORT is larger than allowed: more than 1000 bytes");
  EXPECT_EQ(fault_of("HTTP/1.1 200 OK\r\n\r\n" + std::string(1000, 'x'), options),
            "answered: " + std::string(1000, 'x'));
}

TEST(ClientFaults, AStreamIsNotBounded) {
  RawServer server([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\n\r\n" + std::string(100'000, 'x'));
  });
  ClientOptions options;
  options.max_body_bytes = 1000;
  HttpClient client(options);
  std::size_t bytes = 0;
  ResponseSink sink;
  sink.on_body = [&bytes](std::string_view piece) {
    bytes += piece.size();
    return true;
  };
  EXPECT_TRUE(client.send(get(server.url()), sink));
  EXPECT_EQ(bytes, 100'000U);
}

TEST(ClientFaults, AnAnswerBeforeTheRequestIsReadIsAnAnswer) {
  RawServer server([](RawSocket& client) {
    client.read_some();
    client.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\nConnection: close\r\n\r\nlarge");
    client.end_sending();
    client.wait_for_end();
  });
  HttpClient client;
  HttpRequest request = get(server.url());
  request.method = "POST";
  request.body = std::string(5'000'000, 'x');
  const auto answer = client.send(request);
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(answer->head.status, 413);
}

// The same from one who reads no more of the request, and does not close.
TEST(ClientFaults, AnAnswerInsteadOfReadingTheRequestIsAnAnswer) {
  std::promise<void> answered;
  RawServer server([&answered](RawSocket& client) {
    client.read_some();
    std::this_thread::sleep_for(milliseconds(50));
    client.send("HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno");
    answered.get_future().wait_for(std::chrono::seconds(10));
  });
  HttpClient client;
  HttpRequest request = get(server.url());
  request.method = "POST";
  request.body = std::string(50'000'000, 'x');
  const Stopwatch watch;
  const auto answer = client.send(request);
  answered.set_value();
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(answer->head.status, 401);
  EXPECT_EQ(answer->body, "no");
  EXPECT_LT(watch.elapsed().count(), 5000);
}

// --- cancelling: within 500 ms, whatever is being waited for ---

// Runs an exchange that would take for ever, cancels it after 50 ms, and returns what came of it.
std::string cancelled(const HttpRequest& request, const ResponseSink& sink = {}) {
  HttpClient client;
  const CancelToken cancel = CancelToken::make();
  std::chrono::steady_clock::time_point cancelled_at;
  std::thread canceller([&] {
    std::this_thread::sleep_for(milliseconds(50));
    cancelled_at = std::chrono::steady_clock::now();
    cancel.cancel();
  });
  const auto answer = client.send(request, sink, cancel);
  const auto ended_at = std::chrono::steady_clock::now();
  canceller.join();
  EXPECT_LT(ended_at - cancelled_at, milliseconds(2000));
  return answer ? "answered" : std::string(answer.error().code());
}

TEST(Cancel, WhileConnecting) {
  std::uint16_t port = 0;
  const Fd listener = listening_socket(port, 0);
  const RawSocket waiting = RawSocket::connect(port);
  const RawSocket also_waiting = [port] {
    // May or may not fit into the queue; either way the next one does not.
    Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    std::ignore = ::connect(socket.get(), static_cast<sockaddr*>(static_cast<void*>(&address)), sizeof address);
    return RawSocket(std::move(socket));
  }();
  Url url;
  url.host = "127.0.0.1";
  url.port = port;
  EXPECT_EQ(cancelled(get(url)), "ACODE-NET-020");
}

TEST(Cancel, WhileGreetingByTls) {
  RawServer server([](RawSocket& client) { client.wait_for_end(); });
  Url url = server.url();
  url.tls = true;
  EXPECT_EQ(cancelled(get(url)), "ACODE-NET-020");
}

TEST(Cancel, WhileWriting) {
  RawServer server([](RawSocket&) { std::this_thread::sleep_for(milliseconds(300)); });
  HttpRequest request = get(server.url());
  request.method = "POST";
  request.body = std::string(50'000'000, 'x');
  EXPECT_EQ(cancelled(request), "ACODE-NET-020");
}

TEST(Cancel, WhileWaitingForTheAnswer) {
  RawServer server([](RawSocket& client) { client.wait_for_end(); });
  EXPECT_EQ(cancelled(get(server.url())), "ACODE-NET-020");
}

TEST(Cancel, WhileReadingTheBody) {
  RawServer server([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
    client.wait_for_end();
  });
  EXPECT_EQ(cancelled(get(server.url())), "ACODE-NET-020");
}

TEST(Cancel, WhileTheAnswerPoursIn) {
  RawServer server([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\n\r\n");
    const std::string block(100'000, 'x');
    while (client.send(block)) continue;
  });
  ResponseSink sink;
  sink.on_body = [](std::string_view) { return true; };
  EXPECT_EQ(cancelled(get(server.url()), sink), "ACODE-NET-020");
}

TEST(Cancel, BeforeItBegins) {
  RawServer server([](RawSocket& client) { client.wait_for_end(); });
  HttpClient client;
  const CancelToken cancel = CancelToken::make();
  cancel.cancel();
  cancel.cancel();
  const auto answer = client.send(get(server.url()), {}, cancel);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, NetErrorKind::kCancelled);
}

TEST(Cancel, FromASignalHandler) {
  static const CancelToken kCancel = CancelToken::make();
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = [](int) { kCancel.cancel(); };
  ::sigaction(SIGALRM, &action, &before);
  ::alarm(1);
  RawServer server([](RawSocket& client) { client.wait_for_end(); });
  HttpClient client;
  const Stopwatch watch;
  const auto answer = client.send(get(server.url()), {}, kCancel);
  ::sigaction(SIGALRM, &before, nullptr);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, NetErrorKind::kCancelled);
  EXPECT_LT(watch.elapsed().count(), 1500);
}

TEST(Cancel, OneTokenEndsAllThatShareIt) {
  RawServer server([](RawSocket& client) { client.wait_for_end(); });
  HttpClient client;
  const CancelToken cancel = CancelToken::make();
  std::atomic<int> ended = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto answer = client.send(get(server.url()), {}, cancel);
      if (!answer && answer.error().kind == NetErrorKind::kCancelled) ++ended;
    });
  }
  std::this_thread::sleep_for(milliseconds(50));
  cancel.cancel();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ended, 4);
}

}  // namespace
}  // namespace acode::net
