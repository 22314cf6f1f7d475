// Where spans go: as our own settings say, or the variables that all programs with OpenTelemetry read.
//
//   OTEL_EXPORTER_OTLP_ENDPOINT           http://collector:4318; /v1/traces is put behind it
//   OTEL_EXPORTER_OTLP_TRACES_ENDPOINT    the same for spans only, as it is
//   OTEL_EXPORTER_OTLP_HEADERS            api-key=secret,tenant=7; also …_TRACES_HEADERS
//   OTEL_SERVICE_NAME                     who we are; acode
//   OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER=none    no spans
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "net/url.h"

namespace acode::fleet {

struct SpanSettings {
  net::Url url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string service;
};

using Variables = std::vector<std::pair<std::string, std::string>>;

/// Nothing if nobody wants spans. `endpoint` is of our own settings, which count more; it may be empty. An error if the
/// address is not understood.
net::NetResult<std::optional<SpanSettings>> span_settings(const std::string& endpoint, const Variables& environment);

}  // namespace acode::fleet
