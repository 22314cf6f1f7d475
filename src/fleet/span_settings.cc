// Reading variables: https://opentelemetry.io/docs/specs/otel/protocol/exporter/
#include "fleet/span_settings.h"

#include <algorithm>
#include <string_view>

namespace acode::fleet {
namespace {

constexpr std::string_view kPath = "/v1/traces";

std::string value_of(const Variables& environment, std::string_view name) {
  const auto found =
      std::find_if(environment.begin(), environment.end(), [name](const auto& entry) { return entry.first == name; });
  return found == environment.end() ? std::string() : found->second;
}

std::string first_of(const Variables& environment, std::string_view name, std::string_view other) {
  std::string value = value_of(environment, name);
  return value.empty() ? value_of(environment, other) : value;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  return text.substr(0, text.find_last_not_of(kSpace) + 1);
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// `%20` is a space.
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape =
        text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0;
    out += is_escape ? static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2])) : text[i];
    if (is_escape) i += 2;
  }
  return out;
}

// `api-key=secret,tenant=7`
std::vector<std::pair<std::string, std::string>> headers_in(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> headers;
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find(','));
    const std::size_t equals = entry.find('=');
    if (equals != std::string_view::npos) {
      headers.emplace_back(trimmed(entry.substr(0, equals)), unescaped(trimmed(entry.substr(equals + 1))));
    }
    text.remove_prefix(std::min(entry.size() + 1, text.size()));
  }
  return headers;
}

}  // namespace

net::NetResult<std::optional<SpanSettings>> span_settings(const std::string& endpoint, const Variables& environment) {
  std::optional<SpanSettings> settings;
  const bool is_off =
      value_of(environment, "OTEL_SDK_DISABLED") == "true" || value_of(environment, "OTEL_TRACES_EXPORTER") == "none";
  const std::string whole = value_of(environment, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  const std::string base = endpoint.empty() ? value_of(environment, "OTEL_EXPORTER_OTLP_ENDPOINT") : endpoint;
  const bool takes_whole = endpoint.empty() && !whole.empty();
  if (endpoint.empty() && (is_off || (whole.empty() && base.empty()))) return settings;
  auto url = net::Url::parse(takes_whole ? whole : base);
  if (!url) return url.error();
  settings.emplace();
  settings->url = takes_whole ? *url : url->at(kPath);
  settings->headers =
      headers_in(first_of(environment, "OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS"));
  settings->service = value_of(environment, "OTEL_SERVICE_NAME");
  if (settings->service.empty()) settings->service = "acode";
  return settings;
}

}  // namespace acode::fleet
