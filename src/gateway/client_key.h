// Whether a client may use the gateway.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "net/http.h"

namespace acode::gateway {

/// The key in the head of a request, as OpenAI's or as Anthropic's clients show it; empty if there is none.
inline std::string_view shown_key(const net::Headers& headers) {
  constexpr std::string_view kBearer = "Bearer ";
  std::string_view shown = headers.get("Authorization");
  if (shown.starts_with(kBearer)) shown.remove_prefix(kBearer.size());
  return shown.empty() ? headers.get("x-api-key") : shown;
}

/// Whether this key is shown. An empty one asks for nothing. The time it takes does not tell how much of a wrong one is right.
inline bool has_key(const net::Headers& headers, std::string_view key) {
  if (key.empty()) return true;
  const std::string_view shown = shown_key(headers);
  unsigned difference = shown.size() == key.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(shown.size(), key.size()); ++i) {
    difference |= static_cast<unsigned>(shown[i] ^ key[i]);
  }
  return difference == 0;
}

}  // namespace acode::gateway
