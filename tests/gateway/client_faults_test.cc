// Clients that leave, do not read, send too much or try to hide a request in another, before a real gateway over real HTTP
// (GW-6).
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <future>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "acode/json/writer.h"
#include "gateway/fault_stage.h"
#include "gateway/route.h"

namespace acode::gateway {
namespace {

using net::RawServer;
using net::RawSocket;
using std::chrono::milliseconds;
using wire::Dialect;

class ClientFaults : public FaultTest {};

constexpr Dialect kUpstreams[] = {Dialect::kOpenAiChat, Dialect::kOllama};
constexpr Dialect kClients[] = {Dialect::kOpenAiChat, Dialect::kOllama, Dialect::kAnthropic};

std::string name_of(Dialect client, Dialect upstream) {
  return std::string(wire::dialect_name(client)) + " before " + std::string(wire::dialect_name(upstream));
}

bool read_until(RawSocket& client, std::string_view words) {
  std::string seen;
  while (seen.find(words) == std::string::npos) {
    const std::string piece = client.read_some();
    if (piece.empty()) return false;
    seen += piece;
  }
  return true;
}

// An event of prose, in the upstream's dialect.
std::string prose(Dialect upstream, std::string_view words) {
  std::string text;
  json::write_string_to(text, words);
  if (upstream == Dialect::kOllama)
    return "{\"message\":{\"role\":\"assistant\",\"content\":" + text + "},\"done\":false}\n";
  return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":" + text + "}}]}\n\n";
}

std::string stream_head(Dialect upstream) {
  return std::string("HTTP/1.1 200 OK\r\nContent-Type: ") +
         (upstream == Dialect::kOllama ? "application/x-ndjson" : "text/event-stream") + "\r\n\r\n";
}

// Nothing was counted that did not come to an end.
void expect_no_calls_counted(FaultStage& stage, const std::string& where) {
  for (const CallOutcome outcome : {CallOutcome::kAsSent, CallOutcome::kRepaired, CallOutcome::kCoerced,
                                    CallOutcome::kRetried, CallOutcome::kFailed, CallOutcome::kWithdrawn}) {
    EXPECT_EQ(stage.recorder().metrics().calls(outcome), 0U) << where << ": " << outcome_name(outcome);
  }
}

// --- leaving ---

// In prose, in a call, and before the server has said a word: the server need not go on, and is not asked again.
TEST_F(ClientFaults, WhoLeavesTakesTheUpstreamAlong) {
  for (const Dialect upstream_dialect : kUpstreams) {
    for (const Dialect client_dialect : kClients) {
      for (const std::string_view until : {"", "at this", "read_file"}) {
        const std::string where = name_of(client_dialect, upstream_dialect) + ", until " + std::string(until);
        std::promise<void> sent;
        std::promise<void> ended;
        RawServer upstream([&](RawSocket& server) {
          const ServerBytes bytes = bytes_of(prose_and_call(), server.read_message());
          if (!until.empty()) {
            server.send(bytes.head + "\r\n");
            // The words may stand in two events.
            const std::size_t call = bytes.body.find("read_file");
            server.send(bytes.body.substr(0, until == "read_file" ? inside_call(bytes.body) : call / 2));
          }
          if (server.number() == 0) sent.set_value();
          server.wait_for_end();
          if (server.number() == 0) ended.set_value();
        });
        GatewaySettings settings;
        settings.retry.delay = milliseconds(1);
        FaultStage stage(upstream.url(), upstream_dialect, settings);
        RawSocket client = stage.connect();
        client.send(FaultStage::question_bytes(client_dialect, true));
        if (!until.empty()) {
          EXPECT_TRUE(read_until(client, "I will")) << where;
        }
        sent.get_future().get();
        client.close();
        EXPECT_EQ(ended.get_future().wait_for(kForever), std::future_status::ready) << where;
        EXPECT_TRUE(stage.settles()) << where;
        std::this_thread::sleep_for(milliseconds(20));
        EXPECT_EQ(upstream.accepted(), 1) << where << ": it was asked again for nobody";
        expect_no_calls_counted(stage, where);
      }
    }
  }
}

// While the model is asked again: that ends too, and is not done a second time.
TEST_F(ClientFaults, NobodyIsAskedAgainForWhoHasLeft) {
  for (const Dialect upstream_dialect : kUpstreams) {
    for (const bool stream : {false, true}) {
      const std::string where = name_of(Dialect::kOpenAiChat, upstream_dialect) + (stream ? ", streamed" : "");
      std::promise<void> asked_again;
      std::promise<void> ended;
      RawServer upstream([&](RawSocket& server) {
        const std::string request = server.read_message();
        if (server.number() == 0) {
          server.send(whole(bytes_of(script::calling("read_file", R"({"lines": 3})"), request)));
          return;
        }
        if (server.number() == 1) asked_again.set_value();
        server.wait_for_end();
        if (server.number() == 1) ended.set_value();
      });
      GatewaySettings settings;
      settings.retry.delay = milliseconds(1);
      FaultStage stage(upstream.url(), upstream_dialect, settings);
      RawSocket client = stage.connect();
      client.send(FaultStage::question_bytes(Dialect::kOpenAiChat, stream));
      ASSERT_EQ(asked_again.get_future().wait_for(kForever), std::future_status::ready) << where;
      client.close();
      EXPECT_EQ(ended.get_future().wait_for(kForever), std::future_status::ready) << where;
      EXPECT_TRUE(stage.settles()) << where;
      std::this_thread::sleep_for(milliseconds(50));
      EXPECT_EQ(upstream.accepted(), 2) << where;
      expect_no_calls_counted(stage, where);
    }
  }
}

// In the pause before that.
TEST_F(ClientFaults, APauseEndsWhenTheClientLeaves) {
  std::promise<void> answered;
  RawServer upstream([&](RawSocket& server) {
    server.send(whole(bytes_of(script::calling("read_file", R"({"lines": 3})"), server.read_message())));
    if (server.number() == 0) answered.set_value();
  });
  GatewaySettings settings;
  settings.retry.delay = std::chrono::hours(1);
  settings.retry.max_delay = std::chrono::hours(1);
  settings.budget.time = std::chrono::hours(3);
  FaultStage stage(upstream.url(), Dialect::kOpenAiChat, settings);
  RawSocket client = stage.connect();
  client.send(FaultStage::question_bytes(Dialect::kOpenAiChat, true));
  answered.get_future().get();
  EXPECT_TRUE(read_until(client, "HTTP/1.1 200 "));
  client.close();
  EXPECT_TRUE(stage.settles());
  EXPECT_EQ(upstream.accepted(), 1);
}

// --- not reading ---

// What a client does not take is not fetched; and it cannot keep its place for ever.
TEST_F(ClientFaults, WhoDoesNotReadCostsLittleAndIsGivenUp) {
  for (const Dialect upstream_dialect : kUpstreams) {
    for (const Dialect client_dialect : {upstream_dialect, Dialect::kAnthropic}) {
      const std::string where = name_of(client_dialect, upstream_dialect);
      std::atomic<std::size_t> sent = 0;
      std::promise<void> ended;
      RawServer upstream([&](RawSocket& server) {
        server.read_message();
        server.send(stream_head(upstream_dialect));
        const std::string event = prose(upstream_dialect, "Once upon a time, " + std::string(2000, 'x'));
        while (server.send(event)) sent += event.size();
        ended.set_value();
      });
      net::ServerOptions options;
      options.write_timeout = milliseconds(1500);
      const std::size_t before = resident_bytes();
      FaultStage stage(upstream.url(), upstream_dialect, {}, options);
      RawSocket client = stage.connect();
      client.send(FaultStage::question_bytes(client_dialect, true));
      EXPECT_EQ(ended.get_future().wait_for(kForever), std::future_status::ready) << where;
      EXPECT_LT(sent, 32'000'000U) << where << ": more than sockets hold";
#ifdef ACODE_UNDER_SANITIZER
      static_cast<void>(before);
#else
      EXPECT_LT(resident_bytes(), before + 40'000'000) << where;
#endif
      EXPECT_TRUE(stage.settles()) << where;
    }
  }
}

// --- sending much ---

constexpr std::size_t kMuch = 100'000'000;

// A question is held in memory: one of 100 MB is not even read.
TEST_F(ClientFaults, AQuestionOf100MegabytesIsRefusedEarly) {
  RawServer upstream([](RawSocket& server) { server.read_message(); });
  FaultStage stage(upstream.url(), Dialect::kOpenAiChat);
  for (const Dialect dialect : kClients) {
    const std::string head = "POST " + std::string(chat_path(dialect)) + " HTTP/1.1\r\nHost: h\r\n";
    RawSocket told = stage.connect();
    told.send(head + "Content-Length: " + std::to_string(kMuch) + "\r\n\r\n{");
    const std::string refused = told.read_message();
    EXPECT_TRUE(refused.starts_with("HTTP/1.1 413 ")) << wire::dialect_name(dialect);
    // In the client's own words.
    const wire::Answer said = wire::decode(dialect, std::string_view(refused).substr(refused.find("\r\n\r\n")));
    ASSERT_EQ(said.errors.size(), 1U) << refused;
    EXPECT_NE(said.errors[0].message.find("larger than"), std::string::npos) << refused;

    RawSocket waits = stage.connect();
    waits.send(head + "Expect: 100-continue\r\nContent-Length: " + std::to_string(kMuch) + "\r\n\r\n");
    EXPECT_TRUE(waits.read_message().starts_with("HTTP/1.1 413 ")) << wire::dialect_name(dialect);
  }
  EXPECT_EQ(upstream.accepted(), 0);
}

// Of one in chunks nobody knows how much comes: as much is held as is allowed, and the rest is not.
TEST_F(ClientFaults, AQuestionWithoutAnEndIsNotHeld) {
  RawServer upstream([](RawSocket& server) { server.read_message(); });
  net::ServerOptions options;
  options.max_body_bytes = 1'000'000;
  FaultStage stage(upstream.url(), Dialect::kOpenAiChat, {}, options);
  RawSocket client = stage.connect();
  client.send("POST /v1/chat/completions HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string block = chunk(std::string(500'000, ' '));
  const std::size_t before = resident_bytes();
  std::size_t most = before;
  for (std::size_t sent = 0; sent < kMuch && client.send(block); sent += block.size()) {
    most = std::max(most, resident_bytes());
  }
  EXPECT_EQ(upstream.accepted(), 0);
#ifndef ACODE_UNDER_SANITIZER
  EXPECT_LT(most, before + 20'000'000);
#endif
  RawSocket next = stage.connect();
  next.send("GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(next.read_all().starts_with("HTTP/1.1 200 ")) << "and others are served";
}

// What only passes is not held.
TEST_F(ClientFaults, AnUploadOf100MegabytesPasses) {
  std::promise<std::size_t> received;
  RawServer upstream([&](RawSocket& server) {
    std::string text;
    while (text.find("\r\n\r\n") == std::string::npos) text += server.read_some();
    std::size_t size = text.size() - text.find("\r\n\r\n") - 4;
    while (size < kMuch) size += server.read_some().size();
    received.set_value(size);
    server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  FaultStage stage(upstream.url(), Dialect::kOpenAiChat);
  const std::size_t before = resident_bytes();
  RawSocket client = stage.connect();
  client.send("POST /v1/files HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(kMuch) + "\r\n\r\n");
  const std::string block(1'000'000, 'x');
  for (std::size_t sent = 0; sent < kMuch; sent += block.size()) ASSERT_TRUE(client.send(block));
  EXPECT_EQ(received.get_future().get(), kMuch);
  EXPECT_TRUE(client.read_message().ends_with("ok"));
#ifdef ACODE_UNDER_SANITIZER
  static_cast<void>(before);
#else
  EXPECT_LT(resident_bytes(), before + 20'000'000);
#endif
}

// --- one request in another ---

struct Trick {
  std::string_view what;
  std::string fields;  // behind the first line and Host
  std::string rest;    // behind the head
};

constexpr std::string_view kHidden = "POST /hidden HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n";

std::vector<Trick> tricks() {
  const std::string hidden(kHidden);
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  const std::string length = "Content-Length: " + std::to_string(hidden.size()) + "\r\n";
  const std::string nothing = "0\r\n\r\n";
  return {
      {"both lengths", length + chunked, nothing + hidden},
      {"both lengths, the other way", chunked + length, nothing + hidden},
      {"two lengths", "Content-Length: 0\r\n" + length, hidden},
      {"two lengths in one", "Content-Length: 0, 5\r\n", hidden},
      {"the same length twice", length + length, hidden},
      {"a coding that is almost one", "Transfer-Encoding: xchunked\r\n", nothing + hidden},
      {"a coding behind a tab", "Transfer-Encoding:\tx chunked\r\n", nothing + hidden},
      {"a coding before another", "Transfer-Encoding: chunked, identity\r\n", nothing + hidden},
      {"two codings", chunked + "Transfer-Encoding: x\r\n", nothing + hidden},
      {"a folded line", "Transfer-Encoding:\r\n chunked\r\n", nothing + hidden},
      {"a folded length", "X: a\r\n Content-Length: 5\r\n", hidden},
      {"a bare LF", "X: a\nTransfer-Encoding: chunked\r\n", nothing + hidden},
      {"a bare CR", "X: a\rTransfer-Encoding: chunked\r\n", nothing + hidden},
      {"a space before the colon", "Transfer-Encoding : chunked\r\n", nothing + hidden},
      {"a space before a length's colon", "Content-Length : 5\r\n", hidden},
      {"a NUL in a name", std::string("Content-Length\0x: 5\r\n", 21), hidden},
      {"a NUL in a value", std::string("X: a\0b\r\n", 8), hidden},
      {"a second Host", "Host: other\r\n", hidden},
      {"a length with a sign", "Content-Length: +0\r\n", hidden},
      {"a length that is too long", "Content-Length: 18446744073709551616\r\n", hidden},
      {"a chunk with a sign", chunked, "+0\r\n\r\n" + hidden},
      {"a chunk in 0x", chunked, "0x0\r\n\r\n" + hidden},
      {"a chunk that wraps around", chunked, "10000000000000000\r\n\r\n" + hidden},
      {"a chunk behind a space", chunked, " 0\r\n\r\n" + hidden},
      {"a chunk with a bare LF", chunked, "0\n\n" + hidden},
      {"a chunk with a bare LF in its extension", chunked, "5;a\nhello\r\n0\r\n\r\n" + hidden},
      {"a chunk that is shorter than its size", chunked, "3\r\nhello\r\n0\r\n\r\n" + hidden},
      {"a negative chunk", chunked, "-1\r\n\r\n" + hidden},
  };
}

std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

// Whatever two readers could read in two ways is refused, once, with the connection closed; no server gets to see it whole.
TEST_F(ClientFaults, NoRequestIsHiddenInAnother) {
  for (const Trick& trick : tricks()) {
    for (const std::string_view path : {"/v1/chat/completions", "/api/chat", "/v1/files"}) {
      const std::string where = std::string(trick.what) + " at " + std::string(path);
      std::atomic<int> whole_requests = 0;
      RawServer upstream([&](RawSocket& server) {
        // What is passed on as it comes has a head, and no end: it is cut.
        std::string all;
        while (true) {
          const std::string piece = server.read_some();
          if (piece.empty()) break;
          all += piece;
          if (all.ends_with("0\r\n\r\n") || all.find("hidden") != std::string::npos) {
            ++whole_requests;
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
          }
        }
      });
      FaultStage stage(upstream.url(), Dialect::kOpenAiChat);
      RawSocket client = stage.connect();
      client.send("POST " + std::string(path) + " HTTP/1.1\r\nHost: h\r\n" + trick.fields + "\r\n" + trick.rest);
      const std::string answer = client.read_all();
      EXPECT_TRUE(answer.starts_with("HTTP/1.1 400 ")) << where << '\n' << answer;
      EXPECT_EQ(count_of(answer, "HTTP/1.1 "), 1U) << where << '\n' << answer;
      EXPECT_EQ(whole_requests, 0) << where;
    }
  }
}

// RFC 9112, 3.2.2: a target may be an address. It says what is wanted here, and never who is asked.
TEST_F(ClientFaults, AnAddressForATargetLeadsToTheUpstreamAllTheSame) {
  std::promise<std::string> seen;
  RawServer upstream([&](RawSocket& server) {
    seen.set_value(server.read_message());
    server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  FaultStage stage(upstream.url(), Dialect::kOllama);
  RawSocket client = stage.connect();
  client.send("GET http://elsewhere.example:81/api/ps HTTP/1.1\r\nHost: gateway\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(client.read_all().ends_with("ok"));
  const std::string request = seen.get_future().get();
  EXPECT_TRUE(request.starts_with("GET /api/ps HTTP/1.1\r\n")) << request;
  EXPECT_EQ(request.find("elsewhere"), std::string::npos) << request;
}

// The gateway's key is for the gateway, however it is shown.
TEST_F(ClientFaults, TheKeyOfTheGatewayStaysHere) {
  std::promise<std::string> seen;
  RawServer upstream([&](RawSocket& server) {
    seen.set_value(server.read_message());
    server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  GatewaySettings settings;
  settings.client_key = "s3cret";
  FaultStage stage(upstream.url(), Dialect::kAnthropic, settings);
  RawSocket client = stage.connect();
  client.send("GET /v1/models HTTP/1.1\r\nHost: h\r\nx-api-key: s3cret\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(client.read_all().ends_with("ok"));
  EXPECT_EQ(seen.get_future().get().find("s3cret"), std::string::npos);
}

}  // namespace
}  // namespace acode::gateway
