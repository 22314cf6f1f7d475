// An answer that is one whole body, and no stream: read once, both to know whose it is and for what it says.
//
//   if (const auto body = read_body(bytes)) decoded = decode_body(*body, limits, tool_names);
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/value.h"
#include "acode/wire/wire.h"
#include "wire/plain_chat.h"

namespace acode::wire::detail {

struct Body {
  Dialect dialect;
  json::Document json;
  std::string_view text;
  std::optional<PlainChat> plain;  ///< what it says, if that is plain
};

/// The body that some bytes are; nothing if they are anything else, or have to be mended first. Its text is that of the
/// bytes. Whose it is, is seen from them, unless it is known.
std::optional<Body> read_body(std::string_view bytes, std::optional<Dialect> known = std::nullopt);

/// What a body says.
struct DecodedBody {
  std::vector<Delta> deltas;
  bool regular = true;  ///< see Decoder::regular()
};

/// Whether it is within the limits and one event for sure.
bool is_one_event(const Body& body, const WireLimits& limits);

/// What a Decoder would say of it; nothing if that takes one.
std::optional<DecodedBody> decode_body(const Body& body, const WireLimits& limits,
                                       std::span<const std::string> tool_names);

}  // namespace acode::wire::detail
