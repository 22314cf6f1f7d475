// Many clients at once, too few descriptors, and the end of it all while streams are going on (GW-6).
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/times.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "gateway/fault_stage.h"

namespace acode::gateway {
namespace {

using net::Fd;
using net::RawSocket;
using std::chrono::milliseconds;
using wire::Dialect;

class Crowd : public FaultTest {};

// Puts a limit in the place of another, until it goes.
class DescriptorLimit {
 public:
  explicit DescriptorLimit(rlim_t wanted) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit changed = before_;
    changed.rlim_cur = std::min(wanted, before_.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &changed);
    now_ = changed.rlim_cur;
  }
  DescriptorLimit(const DescriptorLimit&) = delete;
  DescriptorLimit& operator=(const DescriptorLimit&) = delete;
  ~DescriptorLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }

  [[nodiscard]] rlim_t now() const { return now_; }

 private:
  rlimit before_{};
  rlim_t now_ = 0;
};

// Streams through a gateway, both ends in the hands of the test: half of each answer has arrived.
class Streams {
 public:
  Streams(FaultStage& stage, const Fd& listener) : stage_(stage), listener_(listener) {}

  bool open(Dialect client) {
    RawSocket& asks = clients_.emplace_back(stage_.connect());
    asks.send(FaultStage::question_bytes(client, true));
    RawSocket& answers = servers_.emplace_back(Fd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC)));
    const ServerBytes bytes = bytes_of(prose_and_call(), answers.read_message());
    const std::size_t half = bytes.body.find("read_file") / 2;
    answers.send(bytes.head + "Transfer-Encoding: chunked\r\n\r\n" + chunk(bytes.body.substr(0, half)));
    rest_ = chunk(bytes.body.substr(half)) + "0\r\n\r\n";
    std::string& seen = seen_.emplace_back();
    while (seen.find("I will") == std::string::npos) {
      const std::string piece = asks.read_some();
      if (piece.empty()) return false;
      seen += piece;
    }
    return true;
  }

  // All the others get theirs while one is being read.
  void send_rest() {
    for (RawSocket& server : servers_) server.send(rest_);
  }

  // How many got all of it.
  std::size_t read_rest() {
    std::size_t whole = 0;
    for (std::size_t i = 0; i < clients_.size(); ++i) {
      std::string& seen = seen_[i];
      while (!seen.ends_with("0\r\n\r\n")) {
        const std::string piece = clients_[i].read_some();
        if (piece.empty()) break;
        seen += piece;
      }
      if (seen.ends_with("0\r\n\r\n") && seen.find("a.txt") != std::string::npos) ++whole;
    }
    return whole;
  }

  std::string read_all(std::size_t index) { return seen_[index] + clients_[index].read_all(); }

 private:
  FaultStage& stage_;
  const Fd& listener_;
  std::vector<RawSocket> clients_;
  std::vector<RawSocket> servers_;
  std::vector<std::string> seen_;
  std::string rest_;
};

net::Url at(std::uint16_t port) {
  net::Url url;
  url.host = "127.0.0.1";
  url.port = port;
  return url;
}

TEST_F(Crowd, TwoThousandStreamsWaitAndThenEnd) {
  constexpr std::size_t kWarmUp = 50;
  constexpr std::size_t kStreams = 2000;
  constexpr std::size_t kEach = 4;  // descriptors: both ends of both connections are here
  const DescriptorLimit limit(kEach * (kStreams + kWarmUp) + 200);
  if (limit.now() < kEach * (kStreams + kWarmUp) + 100) {
    GTEST_SKIP() << "SKIPPED: " << limit.now() << " descriptors are allowed, and 2,000 streams need "
                 << kEach * (kStreams + kWarmUp) + 100;
  }
  std::uint16_t port = 0;
  const Fd listener = net::listening_socket(port, 128);
  FaultStage stage(at(port), Dialect::kOpenAiChat);
  Streams streams(stage, listener);
  for (std::size_t i = 0; i < kWarmUp; ++i) ASSERT_TRUE(streams.open(Dialect::kOpenAiChat)) << i;
  const std::size_t before = resident_bytes();
  for (std::size_t i = 0; i < kStreams; ++i) ASSERT_TRUE(streams.open(Dialect::kOpenAiChat)) << i;
  const std::size_t each = (resident_bytes() - before) / kStreams;
  std::cout << "one idle stream, with both its ends: " << each << " bytes\n";
#ifndef ACODE_UNDER_SANITIZER
  EXPECT_LT(each, std::size_t{64} * 1024);
#endif
  EXPECT_NE(stage.metrics().find("acode_gateway_streams 2050\n"), std::string::npos);
  streams.send_rest();
  EXPECT_EQ(streams.read_rest(), kStreams + kWarmUp);
  EXPECT_TRUE(stage.settles());
  EXPECT_EQ(stage.recorder().metrics().calls(CallOutcome::kAsSent), kStreams + kWarmUp);
}

// Clients that cannot be taken are turned away or wait; those who are there get an error of their kind; nothing spins; and
// when there are descriptors again, all is as before.
TEST_F(Crowd, WithoutDescriptorsItGoesOnAfterwards) {
#ifdef ACODE_UNDER_SANITIZER
  GTEST_SKIP() << "a sanitizer needs descriptors of its own to look at an object's type";
#endif
  std::uint16_t port = 0;
  const Fd listener = net::listening_socket(port, 128);
  FaultStage stage(at(port), Dialect::kOllama);
  ASSERT_TRUE(stage.settles());
  RawSocket known = stage.connect();
  known.send("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
  ASSERT_TRUE(known.read_message().starts_with("HTTP/1.1 200 "));
  std::vector<Fd> waiting;
  for (int i = 0; i < 20; ++i) waiting.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  {
    const DescriptorLimit few(open_descriptors() + 10);
    std::vector<Fd> all;
    for (Fd one(::dup(0)); one; one = Fd(::dup(0))) all.push_back(std::move(one));

    known.send(FaultStage::question_bytes(Dialect::kOpenAiChat, true));
    const std::string answer = known.read_message();
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 502 ")) << answer;
    EXPECT_NE(answer.find("ACODE-NET-024"), std::string::npos) << answer;

    for (const Fd& socket : waiting) {
      const timeval soon{0, 300'000};
      ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon);
      EXPECT_TRUE(net::connect_to(socket.get(), stage.gateway().url().port));
    }
    tms used_before{};
    ::times(&used_before);
    std::this_thread::sleep_for(milliseconds(500));
    tms used{};
    ::times(&used);
    const clock_t ticks = used.tms_utime + used.tms_stime - used_before.tms_utime - used_before.tms_stime;
    EXPECT_LT(ticks, ::sysconf(_SC_CLK_TCK) * 2 / 5) << "it spins";
  }
  waiting.clear();
  Streams streams(stage, listener);
  ASSERT_TRUE(streams.open(Dialect::kOpenAiChat));
  streams.send_rest();
  EXPECT_EQ(streams.read_rest(), 1U);
  EXPECT_TRUE(stage.settles());
}

bool can_connect(const FaultStage& stage) {
  try {
    const RawSocket client = stage.connect();
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

// What SIGTERM does: nobody new, and nobody cut who ends in time.
TEST_F(Crowd, StoppingUnderLoadCutsNoStream) {
  constexpr std::size_t kStreams = 60;
  std::uint16_t port = 0;
  const Fd listener = net::listening_socket(port, 128);
  net::ServerOptions options;
  options.threads = 2;
  FaultStage stage(at(port), Dialect::kOllama, {}, options);
  Streams streams(stage, listener);
  for (std::size_t i = 0; i < kStreams; ++i) {
    ASSERT_TRUE(streams.open(i % 2 == 0 ? Dialect::kOllama : Dialect::kAnthropic)) << i;
  }
  stage.gateway().stop(kForever);
  EXPECT_TRUE(happens([&stage] { return !can_connect(stage); }));
  streams.send_rest();
  EXPECT_EQ(streams.read_rest(), kStreams);
  stage.gateway().wait();
  EXPECT_NE(stage.recorder().metrics().text().find("acode_gateway_streams 0\n"), std::string::npos);
  EXPECT_EQ(stage.recorder().metrics().calls(CallOutcome::kAsSent), kStreams);
}

// Who does not end in time is ended, visibly, and no call comes of it.
TEST_F(Crowd, TheGraceHasAnEnd) {
  std::uint16_t port = 0;
  const Fd listener = net::listening_socket(port, 128);
  FaultStage stage(at(port), Dialect::kOpenAiChat);
  Streams streams(stage, listener);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(streams.open(Dialect::kOpenAiChat)) << i;
  stage.gateway().stop(milliseconds(100));
  for (std::size_t i = 0; i < 10; ++i) {
    const std::string got = streams.read_all(i);
    EXPECT_EQ(got.find("read_file"), std::string::npos) << got;
    EXPECT_FALSE(got.ends_with("data: [DONE]\n\n\r\n0\r\n\r\n") && got.find("\"error\"") == std::string::npos) << got;
  }
  stage.gateway().wait();
  EXPECT_NE(stage.recorder().metrics().text().find("acode_gateway_streams 0\n"), std::string::npos);
}

}  // namespace
}  // namespace acode::gateway
