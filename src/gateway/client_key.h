// The keys in heads: whether a client may use the gateway, and what its upstream gets to see.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "acode/wire/wire.h"
#include "gateway/settings.h"
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

/// As a server of this dialect wants a key to be shown. Nothing is done without one.
inline void show_key(net::Headers& headers, wire::Dialect dialect, std::string_view key) {
  if (key.empty()) return;
  if (dialect != wire::Dialect::kAnthropic) {
    headers.set("Authorization", "Bearer " + std::string(key));
    return;
  }
  headers.set("x-api-key", key);
  if (!headers.has("anthropic-version")) headers.set("anthropic-version", "2023-06-01");
}

/// Whether the upstream is shown a key of the gateway's, or none; else it is the client's own that it gets.
inline bool has_own_key(const GatewaySettings& settings) {
  return !settings.upstream.api_key.empty() || !settings.client_key.empty();
}

/// Takes away what the client has shown.
inline void hide_keys(net::Headers& headers) {
  for (const std::string_view name : {"Authorization", "x-api-key"}) headers.remove(name);
}

}  // namespace acode::gateway
