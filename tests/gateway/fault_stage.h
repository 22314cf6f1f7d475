// A gateway in front of something that misbehaves, and what every fault must leave behind: nothing.
//
//   net::RawServer upstream([](net::RawSocket& client) { … });
//   FaultStage stage(upstream.url(), Dialect::kOllama);
//   const auto answer = stage.ask(Dialect::kOpenAiChat, true);
//   EXPECT_TRUE(stage.settles());
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "acode/wire/wire.h"
#include "gateway/gateway.h"
#include "net/client.h"
#include "net/raw_server.h"
#include "net/server.h"
#include "observe/log.h"
#include "script/script.h"

namespace acode::gateway {

/// Longer than anything here takes on the slowest machine: who waits for so long hangs.
inline constexpr std::chrono::seconds kForever(60);

/// Whether something happens before it is too late.
template <class Condition>
bool happens(Condition condition) {
  const net::Stopwatch watch;
  while (!condition()) {
    if (watch.elapsed() > kForever) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

class FaultStage {
 public:
  FaultStage(const net::Url& upstream, wire::Dialect dialect, GatewaySettings settings = {},
             net::ServerOptions options = {});
  FaultStage(const FaultStage&) = delete;
  FaultStage& operator=(const FaultStage&) = delete;
  ~FaultStage() = default;

  /// Asks the question of questions.h and waits for the end of the answer.
  net::NetResult<net::HttpResponse> ask(wire::Dialect client, bool stream);

  /// A connection on which a test says what it wants.
  [[nodiscard]] net::RawSocket connect() const { return net::RawSocket::connect(gateway_->url().port); }

  /// The question as bytes, for such a connection.
  static std::string question_bytes(wire::Dialect client, bool stream);

  /// What GET /metrics says.
  [[nodiscard]] std::string metrics();

  /// Whether no stream is going on any more, by the gateway's own count.
  [[nodiscard]] bool settles();

  [[nodiscard]] Gateway& gateway() { return *gateway_; }
  [[nodiscard]] Recorder& recorder() { return recorder_; }

 private:
  observe::Logger logger_;
  Recorder recorder_;
  std::unique_ptr<Gateway> gateway_;
  net::HttpClient client_;
};

/// No descriptor may stay open behind a test.
class FaultTest : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

 private:
  std::size_t descriptors_ = 0;
};

std::size_t open_descriptors();
std::size_t resident_bytes();

/// Some prose, and a good call of read_file.
script::Step prose_and_call();

/// What a server says to a request that it has read: the head without what is about length, and the body.
struct ServerBytes {
  std::string head;
  std::string body;
};
ServerBytes bytes_of(const script::Step& step, std::string_view request);

/// A place in a body, or in a stream, where the call of prose_and_call() has begun and has not ended.
std::size_t inside_call(std::string_view body);

/// One chunk.
std::string chunk(std::string_view bytes);

/// A whole answer in one chunk.
std::string whole(const ServerBytes& bytes);

/// No call, or the one of prose_and_call() and nothing else.
void expect_no_bad_call(const wire::Answer& said, const std::string& where);

}  // namespace acode::gateway
