// Streams for the tests, written the short way.
//
//   chat({R"({"index":0,"id":"a","function":{"name":"f","arguments":"{}"}})"}, "tool_calls")
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "acode/wire/wire.h"

namespace acode::wire {

/// `data: …` and a blank line.
inline std::string sse(std::string_view data) { return "data: " + std::string(data) + "\n\n"; }

/// A chunk of a chat completion with this delta.
inline std::string chunk(std::string_view delta, std::string_view finish = "null") {
  return sse(R"({"object":"chat.completion.chunk","choices":[{"index":0,"delta":)" + std::string(delta) +
             R"(,"finish_reason":)" + std::string(finish) + "}]}");
}

/// A stream of chat chunks with one entry of `tool_calls` each, its end included.
inline std::string call_chunks(const std::vector<std::string>& entries, std::string_view finish = R"("tool_calls")") {
  std::string out = chunk(R"({"role":"assistant","content":null})");
  for (const std::string& entry : entries) out += chunk(R"({"tool_calls":[)" + entry + "]}");
  return out + chunk("{}", finish) + sse("[DONE]");
}

/// The answer in a stream, read in pieces of this size; 0 is all at once.
inline Answer read_in_pieces(Dialect dialect, std::string_view bytes, std::size_t size, const WireLimits& limits = {}) {
  if (size == 0) return decode(dialect, bytes, limits);
  Decoder decoder(dialect, limits);
  Answer answer;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(size, bytes.size()))) {
    for (const Delta& delta : decoder.feed(bytes.substr(0, size))) add(answer, delta);
  }
  for (const Delta& delta : decoder.finish()) add(answer, delta);
  return answer;
}

/// One line for each call, `id name arguments`, with a `?` behind one that is not complete.
inline std::string calls_of(const Answer& answer) {
  std::string out;
  for (const WireCall& call : answer.calls) {
    out += (out.empty() ? "" : "\n") + call.id + " " + call.name + " " + call.arguments + (call.complete ? "" : " ?");
  }
  return out;
}

/// Reads bytes whole and byte by byte, which must be the same.
inline Answer read(Dialect dialect, std::string_view bytes, const WireLimits& limits = {}) {
  Answer answer = decode(dialect, bytes, limits);
  EXPECT_EQ(answer, read_in_pieces(dialect, bytes, 1, limits)) << bytes;
  return answer;
}

}  // namespace acode::wire
