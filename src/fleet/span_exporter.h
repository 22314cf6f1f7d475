// Sends spans to an OpenTelemetry collector, as OTLP over HTTP in JSON, off the hot path (OB-5).
//
//   SpanExporter exporter(options, logger);
//   exporter.add(std::move(span));        // from any thread; never waits
//   exporter.stop();                      // sends what is left, if that can be done in a few seconds
//
// Spans wait in a bounded ring. What it has no room for is dropped and counted: unlike events, spans are not kept for a
// collector that is away for long.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fleet/span_json.h"
#include "net/url.h"
#include "observe/log.h"
#include "observe/span.h"

namespace acode::fleet {

struct SpanExporterOptions {
  using Milliseconds = std::chrono::milliseconds;

  net::Url url;                                              ///< with its path
  std::vector<std::pair<std::string, std::string>> headers;  ///< keys of the collector
  SpanOrigin origin;
  std::size_t capacity = 4096;  ///< spans that wait
  std::size_t most_at_once = 512;
  Milliseconds interval{1'000};     ///< of sending
  Milliseconds send_time{10'000};   ///< for the collector to take them
  Milliseconds first_pause{1'000};  ///< before it is tried again; doubled each time
  unsigned most_tries = 5;
  Milliseconds stop_time{5'000};  ///< for what is left at the end
};

struct SpanCounts {
  std::uint64_t sent = 0;
  std::uint64_t dropped = 0;   ///< for which there was no room, or which the collector did not take
  std::uint64_t failures = 0;  ///< requests in vain
};

class SpanExporter : public observe::SpanSink {
 public:
  /// Returns at once. The logger must outlive it.
  SpanExporter(SpanExporterOptions options, observe::Logger& logger);
  SpanExporter(const SpanExporter&) = delete;
  SpanExporter& operator=(const SpanExporter&) = delete;
  /// Stops it.
  ~SpanExporter() override;

  void add(observe::Span&& span) override;

  /// Sends what is left, for at most `stop_time`, and ends.
  void stop();

  [[nodiscard]] SpanCounts counts() const;

  /// The same for Prometheus.
  [[nodiscard]] std::string metrics() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace acode::fleet
