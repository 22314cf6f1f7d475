// Whether a client may use the gateway.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "net/http.h"

namespace acode::gateway {

/// Whether the head of a request shows the key, as OpenAI's or as Anthropic's clients do. An empty key asks for nothing. The
/// time it takes does not tell how much of a wrong one is right.
inline bool has_key(const net::Headers& headers, std::string_view key) {
  constexpr std::string_view kBearer = "Bearer ";
  if (key.empty()) return true;
  std::string_view shown = headers.get("Authorization");
  if (shown.starts_with(kBearer)) shown.remove_prefix(kBearer.size());
  if (shown.empty()) shown = headers.get("x-api-key");
  unsigned difference = shown.size() == key.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(shown.size(), key.size()); ++i) {
    difference |= static_cast<unsigned>(shown[i] ^ key[i]);
  }
  return difference == 0;
}

}  // namespace acode::gateway
