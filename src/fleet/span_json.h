// Spans as OTLP's JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
#pragma once

#include <span>
#include <string>

#include "observe/span.h"

namespace acode::fleet {

/// Who sends them.
struct SpanOrigin {
  std::string service;
  std::string instance;
  std::string version;
};

/// An ExportTraceServiceRequest.
std::string spans_json(std::span<const observe::Span> spans, const SpanOrigin& origin);

}  // namespace acode::fleet
