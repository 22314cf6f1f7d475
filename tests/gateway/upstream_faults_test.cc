// Servers that break off, fall silent or talk nonsense, behind a real gateway over real HTTP (GW-2, GW-6): a client gets a
// valid call or an error of its own kind, and its answer has an end.
#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateway/fault_stage.h"

namespace acode::gateway {
namespace {

using net::RawServer;
using net::RawSocket;
using std::chrono::milliseconds;
using wire::Dialect;

class UpstreamFaults : public FaultTest {};

GatewaySettings hasty() {
  GatewaySettings settings;
  settings.retry.delay = milliseconds(1);
  return settings;
}

struct Pair {
  Dialect upstream;
  Dialect client;
};

constexpr Pair kPairs[] = {
    {Dialect::kOpenAiChat, Dialect::kOpenAiChat}, {Dialect::kOpenAiChat, Dialect::kAnthropic},
    {Dialect::kOllama, Dialect::kOllama},         {Dialect::kOllama, Dialect::kOpenAiChat},
    {Dialect::kAnthropic, Dialect::kAnthropic},   {Dialect::kOpenAiResponses, Dialect::kOpenAiResponses},
};

std::string name_of(const Pair& pair, bool stream) {
  return std::string(wire::dialect_name(pair.client)) + " before " + std::string(wire::dialect_name(pair.upstream)) +
         (stream ? ", streamed" : "");
}

// Where and how an answer is cut. One place is chosen as a part of the whole, so that second answers, which are shorter, are
// cut in the same way.
struct Cut {
  enum class Frame { kChunks, kLength, kUntilClose };
  static constexpr std::size_t kParts = 12;

  std::size_t part = 0;  // of kParts
  bool reset = false;
  Frame frame = Frame::kChunks;

  [[nodiscard]] std::size_t place_in(std::string_view body) const { return body.size() * part / kParts; }
};

std::string cut_bytes(const Cut& cut, const ServerBytes& bytes) {
  const std::string sent = bytes.body.substr(0, cut.place_in(bytes.body));
  switch (cut.frame) {
    case Cut::Frame::kChunks: {
      const std::string all = chunk(bytes.body);  // half of it
      return bytes.head + "Transfer-Encoding: chunked\r\n\r\n" + all.substr(0, all.find('\n') + 1) + sent;
    }
    case Cut::Frame::kLength:
      return bytes.head + "Content-Length: " + std::to_string(bytes.body.size()) + "\r\n\r\n" + sent;
    case Cut::Frame::kUntilClose:
      return bytes.head + "\r\n" + sent;
  }
  return {};
}

// Half an answer whose call had not begun has no call; and whoever asks learns that it is half of one.
void expect_honest_half(const Cut& cut, Dialect client, const ServerBytes& sent, const net::HttpResponse& answer,
                        const std::string& where) {
  const wire::Answer said = wire::decode(client, answer.body);
  expect_no_bad_call(said, where);
  if (cut.place_in(sent.body) <= sent.body.find("read_file")) {
    EXPECT_TRUE(said.calls.empty()) << where << '\n' << answer.body;
    EXPECT_TRUE(prose_and_call().answer.text.starts_with(said.text)) << where << '\n' << said.text;
  }
  if (said.calls.empty()) {
    EXPECT_FALSE(said.errors.empty()) << where << '\n' << answer.body;
  }
}

// Plays the first part of an answer, to everybody who asks, and then is gone.
void expect_cut_is_survived(const Pair& pair, bool stream, const Cut& cut) {
  const std::string where = name_of(pair, stream) + ", part " + std::to_string(cut.part) +
                            (cut.reset ? ", reset" : "") + ", frame " + std::to_string(static_cast<int>(cut.frame));
  RawServer upstream([&cut](RawSocket& client) {
    client.send(cut_bytes(cut, bytes_of(prose_and_call(), client.read_message())));
    if (cut.reset) client.reset_connection();
  });
  FaultStage stage(upstream.url(), pair.upstream, hasty());
  const auto answer = stage.ask(pair.client, stream);
  ASSERT_TRUE(answer) << where << net::to_string(answer.error());
  const ServerBytes sent = bytes_of(prose_and_call(), FaultStage::question_bytes(pair.upstream, stream));
  expect_honest_half(cut, pair.client, sent, *answer, where);
  EXPECT_TRUE(stage.settles()) << where;
}

TEST_F(UpstreamFaults, AnAnswerThatIsCutIsAnErrorOrAValidCall) {
  for (const Pair& pair : kPairs) {
    for (const bool stream : {false, true}) {
      for (std::size_t part = 0; part < Cut::kParts; ++part) {
        expect_cut_is_survived(pair, stream, {part, false, static_cast<Cut::Frame>(part % 3)});
        expect_cut_is_survived(pair, stream, {part, true, static_cast<Cut::Frame>((part + 1) % 3)});
      }
    }
  }
}

// Killed before it says anything: 502, in the client's own words.
TEST_F(UpstreamFaults, NoHeadIsA502) {
  for (const Pair& pair : kPairs) {
    for (const std::string_view said : {"", "HTT", "HTTP/1.1 200 OK\r\nContent-Type: text/ev"}) {
      for (const bool reset : {false, true}) {
        for (const bool stream : {false, true}) {
          const std::string where = name_of(pair, stream) + ": " + std::string(said) + (reset ? ", reset" : "");
          RawServer upstream([&](RawSocket& client) {
            client.read_message();
            client.send(said);
            if (reset) client.reset_connection();
          });
          FaultStage stage(upstream.url(), pair.upstream, hasty());
          const auto answer = stage.ask(pair.client, stream);
          ASSERT_TRUE(answer) << where << net::to_string(answer.error());
          EXPECT_EQ(answer->head.status, 502) << where;
          const wire::Answer decoded = wire::decode(pair.client, answer->body);
          EXPECT_FALSE(decoded.errors.empty()) << where << answer->body;
          EXPECT_TRUE(decoded.calls.empty()) << where;
          EXPECT_TRUE(stage.settles()) << where;
        }
      }
    }
  }
}

// A call that was cut is asked for again, and the client gets it.
TEST_F(UpstreamFaults, ACallThatWasCutIsAskedForAgain) {
  for (const Pair& pair : kPairs) {
    for (const bool stream : {false, true}) {
      RawServer upstream([&](RawSocket& client) {
        const ServerBytes bytes = bytes_of(prose_and_call(), client.read_message());
        if (client.number() > 0) {
          client.send(whole(bytes));
          return;
        }
        client.send(bytes.head + "\r\n" + bytes.body.substr(0, inside_call(bytes.body)));
        client.reset_connection();
      });
      FaultStage stage(upstream.url(), pair.upstream, hasty());
      const auto answer = stage.ask(pair.client, stream);
      ASSERT_TRUE(answer) << name_of(pair, stream);
      const wire::Answer said = wire::decode(pair.client, answer->body);
      expect_no_bad_call(said, name_of(pair, stream));
      EXPECT_FALSE(said.calls.empty() && said.errors.empty()) << name_of(pair, stream) << '\n' << answer->body;
      // Of a line that is cut nobody knows what it would have been.
      if (stream && pair.upstream != Dialect::kOllama) {
        EXPECT_EQ(said.calls.size(), 1U) << name_of(pair, stream) << '\n' << answer->body;
      }
      EXPECT_TRUE(stage.settles());
    }
  }
}

// Waits for the other side to give up, and is more patient than it.
bool is_given_up(const RawSocket& client) {
  pollfd waiting{client.descriptor(), POLLIN | POLLRDHUP, 0};
  return ::poll(&waiting, 1, 2 * static_cast<int>(milliseconds(kForever).count())) == 1;
}

// Answers a part, or nothing, and then nothing more.
void expect_silence_is_survived(const Pair& pair, bool stream, const Cut& cut) {
  const std::string where = name_of(pair, stream) + ", part " + std::to_string(cut.part);
  GatewaySettings settings = hasty();
  settings.upstream.timeout = milliseconds(100);
  settings.retry.max_retries = 1;
  std::atomic<int> ended = 0;
  RawServer upstream([&](RawSocket& client) {
    const ServerBytes bytes = bytes_of(prose_and_call(), client.read_message());
    if (cut.part > 0) client.send(cut_bytes(cut, bytes));
    if (is_given_up(client)) ++ended;
  });
  FaultStage stage(upstream.url(), pair.upstream, settings);
  const auto answer = stage.ask(pair.client, stream);
  ASSERT_TRUE(answer) << where << net::to_string(answer.error());
  const wire::Answer said = wire::decode(pair.client, answer->body);
  expect_no_bad_call(said, where);
  EXPECT_FALSE(said.calls.empty() && said.errors.empty()) << where << '\n' << answer->body;
  if (cut.part == 0) {
    EXPECT_EQ(answer->head.status, 502) << where;
  }
  EXPECT_TRUE(happens([&] { return ended == upstream.accepted(); })) << where << ": a connection is left open";
  EXPECT_TRUE(stage.settles()) << where;
}

// Longer than the upstream's timeout, before the head, in prose, in a call and behind it, and when asked again.
TEST_F(UpstreamFaults, AServerThatFallsSilentIsGivenUp) {
  for (const Pair& pair : kPairs) {
    for (const bool stream : {false, true}) {
      for (const std::size_t part : {std::size_t{0}, std::size_t{3}, std::size_t{8}, std::size_t{11}}) {
        expect_silence_is_survived(pair, stream, {part});
      }
    }
  }
}

// The same for what only passes.
TEST_F(UpstreamFaults, SilenceOnOtherPathsIsGivenUpToo) {
  GatewaySettings settings;
  settings.upstream.timeout = milliseconds(100);
  RawServer upstream([](RawSocket& client) {
    if (client.read_message().starts_with("GET /half")) client.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
    client.wait_for_end();
  });
  FaultStage stage(upstream.url(), Dialect::kOllama, settings);
  RawSocket none = stage.connect();
  none.send("GET /none HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(none.read_all().starts_with("HTTP/1.1 502 "));
  RawSocket half = stage.connect();
  half.send("GET /half HTTP/1.1\r\nHost: h\r\n\r\n");
  const std::string got = half.read_all();
  EXPECT_TRUE(got.starts_with("HTTP/1.1 200 ")) << got;
  EXPECT_TRUE(got.ends_with("half")) << got;
}

struct Noise {
  std::string_view what;
  std::string bytes;
};

std::string events(std::string_view body) {
  return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + std::string(body);
}

std::string lines(std::string_view body) {
  return "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n" + std::string(body);
}

std::string in_chunks(std::string_view body) {
  return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n" + std::string(body);
}

// What is not HTTP.
std::vector<Noise> broken_framing() {
  const std::string event = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}]}\n\n";
  return {
      {"HTTP/0.9", "<html>It works!</html>"},
      {"no status", "HTTP/1.1 abc\r\n\r\n"},
      {"a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n"},
      {"TLS", std::string("\x15\x03\x01\x00\x02\x02\x46", 7)},
      {"NULs", std::string(100, '\0')},
      {"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"},
      {"a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nhello!"},
      {"both lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
      {"a head without end", "HTTP/1.1 200 OK\r\nX: " + std::string(200'000, 'x')},
      {"another protocol", "SSH-2.0-OpenSSH_9.2\r\n"},
      {"a chunk whose size is none", in_chunks("zz\r\n" + event)},
      {"a chunk that is longer than numbers", in_chunks("ffffffffffffffffff\r\n" + event)},
      {"a chunk without its end", in_chunks("5\r\n" + event)},
      {"a good chunk, then a bad one", in_chunks(chunk(event) + "-1\r\n")},
      {"half a size", in_chunks(chunk(event) + "1")},
      {"no last chunk", in_chunks(chunk(event))},
  };
}

// What is HTTP, and then is not what it says.
std::vector<Noise> broken_streams() {
  return {
      {"a page", events("<html><body>502 Bad Gateway</body></html>\n\n")},
      {"nothing", events("")},
      {"only blank lines", events("\n\n\n\n\n\n")},
      {"only comments", events(": hello\n\n: hello\n\n")},
      {"events that are no JSON", events("data: {not json}\n\ndata: oh\n\n")},
      {"events that are no objects", events("data: [1,2]\n\ndata: null\n\ndata: \"x\"\n\n")},
      {"half an event", events("data: {\"choices\":[{\"index\":0,\"delta\":{\"cont")},
      {"half a call",
       events("data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"type\":"
              "\"function\",\"function\":{\"name\":\"read_file\",\"arguments\":\"{\\\"pa\"}}]}}]}\n\n")},
      {"noise", events("\x01\x02\xff\xfe\x80 data: \xff\n\n\r\r\n\n")},
      {"a page in lines", lines("<html>\n<body>\n502\n</body>\n")},
      {"no lines", lines("")},
      {"half lines", lines("{\"message\":{\"role\":\"assi\nstant\",\"content\":\"a\"},\n\"done\":false}\n")},
      {"half a line", lines("{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"Hel")},
      {"a call without an end", lines("{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_"
                                      "calls\":[{\"function\":{\"name\":"
                                      "\"read_file\",\"arguments\":{\"pa")},
      {"a line that is a list", lines("[1,2,3]\n")},
      {"deep nesting", lines(std::string(100'000, '[') + "\n")},
  };
}

void expect_error(const Noise& noise, const Pair& pair, bool stream) {
  const std::string where = std::string(noise.what) + ", " + name_of(pair, stream);
  RawServer upstream([&](RawSocket& client) {
    client.read_message();
    client.send(noise.bytes);
  });
  FaultStage stage(upstream.url(), pair.upstream, hasty());
  const auto answer = stage.ask(pair.client, stream);
  ASSERT_TRUE(answer) << where << net::to_string(answer.error());
  const wire::Answer said = wire::decode(pair.client, answer->body);
  EXPECT_TRUE(said.calls.empty()) << where << '\n' << answer->body;
  EXPECT_FALSE(said.errors.empty()) << where << '\n' << answer->head.status << '\n' << answer->body;
  EXPECT_TRUE(stage.settles()) << where;
}

TEST_F(UpstreamFaults, WhatIsNotHttpIsAnError) {
  for (const Noise& noise : broken_framing()) {
    for (const Pair& pair : kPairs) {
      for (const bool stream : {false, true}) expect_error(noise, pair, stream);
    }
  }
}

TEST_F(UpstreamFaults, AStreamThatIsNoneIsAnError) {
  for (const Noise& noise : broken_streams()) {
    for (const Pair& pair : kPairs) expect_error(noise, pair, true);
  }
}

// A server may say anything, for ever: what the gateway keeps of it is bounded.
TEST_F(UpstreamFaults, AnAnswerWithoutAnEndIsEnded) {
  GatewaySettings settings = hasty();
  settings.max_answer_bytes = std::size_t{1} << 20;
  for (const Pair& pair : {kPairs[0], kPairs[1], kPairs[2], kPairs[3]}) {
    const bool is_ollama = pair.upstream == Dialect::kOllama;
    const std::string prose =
        is_ollama
            ? "{\"message\":{\"role\":\"assistant\",\"content\":\"" + std::string(1000, 'x') + "\"},\"done\":false}\n"
            : "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + std::string(1000, 'x') + "\"}}]}\n\n";
    for (const std::string& piece : {prose, std::string(1000, 'x')}) {
      RawServer upstream([&](RawSocket& client) {
        client.read_message();
        client.send(is_ollama ? lines("") : events(""));
        while (client.send(piece)) continue;
      });
      FaultStage stage(upstream.url(), pair.upstream, settings);
      const auto answer = stage.ask(pair.client, true);
      ASSERT_TRUE(answer) << name_of(pair, true) << net::to_string(answer.error());
      EXPECT_FALSE(wire::decode(pair.client, answer->body).errors.empty()) << name_of(pair, true);
      EXPECT_LT(answer->body.size(), 8U << 20U);
      EXPECT_TRUE(stage.settles());
    }
  }
}

}  // namespace
}  // namespace acode::gateway
