// A Fetch as the coroutine sees it that pulls: its times, its end, the connections it leaves behind.
#include "net/fetch.h"

#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <string>

#include "net/loop.h"
#include "net/raw_server.h"

namespace acode::net {
namespace {

using std::chrono::milliseconds;

// What came of it: status and body, then the error if there is one.
Task<> pull(Fetch& fetch, std::string& out) {
  auto beginning = fetch.begin();
  const bool has_head = co_await std::move(beginning);
  if (has_head) out += std::to_string(fetch.head().status) + " ";
  while (has_head) {
    auto reading = fetch.next();
    const bool is_there = co_await std::move(reading);
    if (!is_there) break;
    out += fetch.piece();
  }
  if (fetch.error() != nullptr) out += std::string(fetch.error()->code());
  EXPECT_EQ(fetch.error() == nullptr, fetch.is_complete());
}

// Runs a coroutine to its end, or for as long as no test should take.
void run_on(Loop& loop, Task<> task) {
  bool has_ended = false;
  loop.spawn(std::move(task), [&](const std::exception_ptr&) {
    has_ended = true;
    loop.stop();
  });
  Deadline too_long(loop, [&loop] { loop.stop(); });
  too_long.set(Clock::now() + std::chrono::seconds(10));
  if (!has_ended) loop.run();
}

class Fetches : public testing::Test {
 protected:
  std::string run(Fetch& fetch) {
    std::string out;
    run_on(loop_, pull(fetch, out));
    return out;
  }

  static HttpRequest to(const RawServer& server) {
    HttpRequest request;
    request.url = server.url();
    return request;
  }

  Loop loop_;
  Upstreams upstreams_{loop_, ClientOptions()};
};

RawServer::Script hello() {
  return [](RawSocket& client) {
    while (!client.read_message().empty()) client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  };
}

TEST_F(Fetches, LeaveTheirConnectionToTheNext) {
  RawServer server(hello());
  const HttpRequest request = to(server);
  for (int i = 0; i < 3; ++i) {
    Fetch fetch(upstreams_, request);
    EXPECT_EQ(run(fetch), "200 hello");
    EXPECT_EQ(fetch.is_reused(), i > 0);
    EXPECT_EQ(fetch.length(), 5U);
    EXPECT_EQ(upstreams_.connections_idle(), 1U) << "as soon as the answer is whole";
  }
  EXPECT_EQ(upstreams_.connections_opened(), 1U);
}

TEST_F(Fetches, CloseAConnectionWhoseAnswerWasNotRead) {
  RawServer server(hello());
  const HttpRequest request = to(server);
  {
    Fetch fetch(upstreams_, request);
    const auto begin_only = [](Fetch& one) -> Task<> {
      auto beginning = one.begin();
      co_await std::move(beginning);
    };
    run_on(loop_, begin_only(fetch));
    EXPECT_FALSE(fetch.is_complete());
  }
  EXPECT_EQ(upstreams_.connections_idle(), 0U);
}

TEST_F(Fetches, SendABodyThatIsNotTheirs) {
  std::string received;
  RawServer server([&received](RawSocket& client) {
    received = client.read_message();
    client.send("HTTP/1.1 204 No Content\r\n\r\n");
  });
  HttpRequest request = to(server);
  request.method = "PUT";
  const std::string body(100'000, 'x');
  Fetch fetch(upstreams_, request);
  fetch.send_body(body);
  EXPECT_EQ(run(fetch), "204 ");
  EXPECT_TRUE(received.ends_with("\r\nContent-Length: 100000\r\n\r\n" + body));
}

TEST_F(Fetches, DoSomethingElseMeanwhile) {
  std::promise<void> done;
  RawServer server([is_done = done.get_future().share()](RawSocket& client) {
    client.read_message();
    is_done.wait();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  const HttpRequest request = to(server);
  Fetch fetch(upstreams_, request);
  fetch.set_meanwhile([&done] { done.set_value(); });
  EXPECT_EQ(run(fetch), "200 ok") << "it was done before the answer was waited for";
}

// A request that came at the same time is sent before.
TEST_F(Fetches, DoSomethingElseWhenOthersHaveHadTheirTurn) {
  RawServer server(hello());
  const HttpRequest request = to(server);
  {
    Fetch first(upstreams_, request);
    EXPECT_EQ(run(first), "200 hello");
  }
  Fetch fetch(upstreams_, request);  // over a connection that was kept, so that it is sent as soon as it is begun
  bool has_another_come = false;
  bool was_other_first = false;
  fetch.set_meanwhile([&] { was_other_first = has_another_come; });
  std::string out;
  loop_.spawn(pull(fetch, out), [this](const std::exception_ptr&) { loop_.stop(); });
  has_another_come = true;
  loop_.run();
  EXPECT_EQ(out, "200 hello");
  EXPECT_TRUE(fetch.is_reused());
  EXPECT_TRUE(was_other_first);
}

// Once, though the request had to be sent twice; and the second time with the body in its new place.
TEST_F(Fetches, DoSomethingElseOnceIfAConnectionWasStale) {
  std::string received;
  RawServer server([&received](RawSocket& client) {
    received = client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    if (received.find("again") != std::string::npos) return;
    client.read_message();  // and closed without an answer
  });
  HttpRequest request = to(server);
  request.method = "POST";
  {
    Fetch fetch(upstreams_, request);
    fetch.send_body("first");
    EXPECT_EQ(run(fetch), "200 ");
  }
  int meanwhile = 0;
  const std::string moved = "again";
  Fetch fetch(upstreams_, request);
  {
    std::string body = moved;
    fetch.send_body(body);
    fetch.set_meanwhile([&] {
      ++meanwhile;
      fetch.send_body(moved);
      body.assign("gone!");
    });
    EXPECT_EQ(run(fetch), "200 ");
  }
  EXPECT_EQ(meanwhile, 1);
  EXPECT_FALSE(fetch.is_reused());
  EXPECT_TRUE(received.ends_with("\r\n\r\nagain"));
}

TEST_F(Fetches, MayHaveTimesOfTheirOwn) {
  RawServer server([](RawSocket& client) { client.wait_for_end(); });
  const HttpRequest request = to(server);
  Fetch fetch(upstreams_, request);
  ClientTimeouts timeouts;
  timeouts.response_timeout = milliseconds(50);
  fetch.set_timeouts(timeouts);
  const Stopwatch watch;
  EXPECT_EQ(run(fetch), "ACODE-NET-008");
  EXPECT_LT(watch.elapsed().count(), 2000);
}

// It is not the server that is slow while nobody asks for the next piece.
TEST_F(Fetches, AreNotStalledByTheOneWhoPulls) {
  RawServer server([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
    client.send("again");
    client.wait_for_end();
  });
  const HttpRequest request = to(server);
  Fetch fetch(upstreams_, request);
  ClientTimeouts timeouts;
  timeouts.idle_timeout = milliseconds(50);
  fetch.set_timeouts(timeouts);
  std::string out;
  Interrupt never;
  const auto slowly = [this, &never, &out](Fetch& one) -> Task<> {
    auto beginning = one.begin();
    bool is_there = co_await std::move(beginning);
    while (is_there) {
      auto sleeping = sleep_for(loop_, never, milliseconds(100));
      co_await std::move(sleeping);
      auto reading = one.next();
      is_there = co_await std::move(reading);
      if (is_there) out += one.piece();
    }
  };
  run_on(loop_, slowly(fetch));
  EXPECT_EQ(out, "helloagain");
  EXPECT_TRUE(fetch.is_complete());
}

TEST_F(Fetches, EndWhenTheyAreCancelled) {
  for (const bool has_begun : {false, true}) {
    RawServer server([has_begun](RawSocket& client) {
      client.read_message();
      if (has_begun) client.send("HTTP/1.1 200 OK\r\n\r\nfirst ");
      client.wait_for_end();
    });
    const HttpRequest request = to(server);
    Fetch fetch(upstreams_, request);
    Deadline soon(loop_, [&fetch] { fetch.cancel(); });
    soon.set(Clock::now() + milliseconds(50));
    const Stopwatch watch;
    EXPECT_EQ(run(fetch), has_begun ? "200 first ACODE-NET-020" : "ACODE-NET-020");
    EXPECT_LT(watch.elapsed().count(), 1000);
  }
}

TEST_F(Fetches, HandOutWhatCameBeforeAFault) {
  RawServer server([](RawSocket& client) {
    client.read_message();
    client.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n, you!\r\nxyz\r\n");
    client.wait_for_end();
  });
  const HttpRequest request = to(server);
  Fetch fetch(upstreams_, request);
  EXPECT_EQ(run(fetch), "200 hello, you!ACODE-NET-018");
}

// Those who keep connections may live longer than the loop that they are on.
TEST(FetchLoops, MayEndBeforeTheirUpstreams) {
  RawServer server(hello());
  HttpRequest request;
  request.url = server.url();
  auto loop = std::make_unique<Loop>();
  Upstreams upstreams(*loop, {});
  std::string out;
  {
    Fetch fetch(upstreams, request);
    run_on(*loop, pull(fetch, out));
  }
  EXPECT_EQ(out, "200 hello");
  EXPECT_EQ(upstreams.connections_idle(), 1U);
  loop.reset();
  EXPECT_EQ(upstreams.connections_idle(), 0U);
}

}  // namespace
}  // namespace acode::net
