// The spans of one exchange: the exchange itself, each request to the upstream, each call and what was done to it (OB-5).
//
//   ExchangeTrace trace(sink, request);                  // continues the client's traceparent
//   trace.begin_upstream(onward, settings, model, "first");    // the upstream gets a traceparent too
//   trace.end_upstream(usage, error_code);
//   trace.add_call(settled, outcome, result);
//   trace.end(facts);
//
// Without a sink, or if the client does not keep the trace, nothing of this does anything.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "acode/pipeline/call.h"
#include "acode/wire/wire.h"
#include "gateway/recorder.h"
#include "gateway/settings.h"
#include "net/http.h"
#include "observe/span.h"

namespace acode::gateway {

/// What is known of an exchange at its end.
struct ExchangeFacts {
  std::string_view client;  ///< its dialect
  std::string_view model;
  std::string_view outcome;
  std::string_view correlation_id;
  int status = 0;
  std::size_t repairs = 0;
  unsigned attempts = 1;
};

class ExchangeTrace {
 public:
  /// `sink` may be null.
  ExchangeTrace(observe::SpanSink* sink, const net::ReceivedRequest& request);

  /// Whether anybody wants to know.
  [[nodiscard]] bool is_kept() const { return sink_ != nullptr; }

  /// A request to the upstream, which is told where it belongs. `rung` says why it is asked.
  void begin_upstream(net::HttpRequest& request, const UpstreamSettings& upstream, std::string_view model,
                      std::string_view rung);

  /// Its answer is there, or will not come. Without a request that has begun this does nothing.
  void end_upstream(int status, const wire::Usage& usage, std::string_view error_code);

  /// A call at the end of its story, with its stages if something was done to it.
  void add_call(const SettledCall& settled, const pipeline::ParseResult& result);

  /// The last one.
  void end(const ExchangeFacts& facts);

 private:
  observe::Span child(std::string name, observe::SpanKind kind, const std::string& parent_id) const;
  void add_stages(const observe::Span& call, const SettledCall& settled, const pipeline::ParseResult& result);

  observe::SpanSink* sink_;
  observe::Span exchange_;
  std::optional<observe::Span> upstream_;
  unsigned requests_ = 0;
};

}  // namespace acode::gateway
