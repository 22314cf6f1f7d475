// What a parser of messages makes of bytes that come in pieces, to be compared: for its tests and for the fuzz target.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "net/message_parser.h"

namespace acode::net {

struct Parsed {
  std::string body;
  std::string problem;
  std::size_t used = 0;  // of all bytes, if nothing is wrong
  bool is_done = false;
  bool may_end_here = false;
  bool keep_alive = false;

  friend bool operator==(const Parsed&, const Parsed&) = default;
};

/// Of several things that are wrong, pieces may tell another one first.
inline bool say_the_same(const Parsed& whole, const Parsed& pieces) {
  const bool are_refused = !whole.problem.empty() && !pieces.problem.empty();
  return are_refused || whole == pieces;
}

/// One message, from bytes of which so many come at a time; 0: all at once. The parser has begun it.
inline Parsed parse(MessageParser& parser, std::string_view bytes, std::size_t piece) {
  Parsed out;
  std::size_t come = piece == 0 ? bytes.size() : std::min(piece, bytes.size());
  while (parser.phase() != Phase::kDone && out.problem.empty()) {
    const ParseStep step = parser.put(bytes.substr(out.used, come - out.used));
    out.used += step.used;
    out.body += step.body;
    out.problem = step.what;
    if (step.used != 0) continue;
    if (come == bytes.size()) break;
    come = std::min(come + piece, bytes.size());
  }
  out.is_done = parser.phase() == Phase::kDone;
  out.keep_alive = parser.keep_alive();
  out.may_end_here = out.problem.empty() && parser.end();
  if (!out.problem.empty()) out.used = 0;
  return out;
}

}  // namespace acode::net
