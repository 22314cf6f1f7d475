// The table of paths.
#include "gateway/route.h"

#include <array>

namespace acode::gateway {
namespace {

struct Path {
  std::string_view method;
  std::string_view path;
  Route route;
};

constexpr std::array kPaths = {
    Path{"POST", "/api/chat", {Route::Kind::kChat, wire::Dialect::kOllama}},
    Path{"POST", "/v1/chat/completions", {Route::Kind::kChat, wire::Dialect::kOpenAiChat}},
    Path{"POST", "/v1/responses", {Route::Kind::kChat, wire::Dialect::kOpenAiResponses}},
    Path{"POST", "/v1/messages", {Route::Kind::kChat, wire::Dialect::kAnthropic}},
    Path{"GET", "/metrics", {Route::Kind::kMetrics}},
    Path{"GET", "/healthz", {Route::Kind::kHealth}},
    Path{"GET", "/readyz", {Route::Kind::kReady}},
};

// The path that the base of an upstream has, without a slash at its end.
std::string_view path_of(const net::Url& base) {
  std::string_view path = std::string_view(base.target).substr(0, base.target.find('?'));
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

}  // namespace

Route route_of(std::string_view method, std::string_view path) {
  for (const Path& known : kPaths) {
    if (known.method == method && known.path == path) return known.route;
  }
  return {};
}

std::string_view chat_path(wire::Dialect dialect) {
  constexpr std::array<std::string_view, 4> kChat = {"/api/chat", "/v1/chat/completions", "/v1/responses",
                                                     "/v1/messages"};
  return kChat[static_cast<std::size_t>(dialect)];
}

std::string passed_target(const net::Url& base, std::string_view target) {
  constexpr std::string_view kVersion = "/v1";
  const std::string_view path = path_of(base);
  const bool is_twice = path.ends_with(kVersion) && (target == kVersion || target.starts_with("/v1/"));
  return std::string(path) + std::string(is_twice ? target.substr(kVersion.size()) : target);
}

}  // namespace acode::gateway
