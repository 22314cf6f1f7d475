// Names after the conventions of OpenTelemetry for HTTP and for generative AI; what those do not know is acode's.
#include "gateway/exchange_trace.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/utf8.h"

namespace acode::gateway {
namespace {

using observe::Span;
using observe::SpanKind;
using observe::SpanTime;

constexpr std::size_t kLongest = 200;  // bytes of a name that a client or a model chose

SpanTime now() { return std::chrono::system_clock::now(); }

std::string name(std::string_view text) { return base::shortened(text, kLongest); }

void set(Span& span, std::string_view key, std::string_view text) {
  if (!text.empty()) span.attributes.emplace_back(key, name(text));
}
void set(Span& span, std::string_view key, std::uint64_t number) {
  span.attributes.emplace_back(key, static_cast<std::int64_t>(number));
}

void fail(Span& span, std::string_view error) {
  span.failed = true;
  set(span, "error.type", error);
}

// The client's, unless it is malformed.
std::optional<observe::TraceParent> parent_of(const net::ReceivedRequest& request) {
  const auto header = request.headers.find("traceparent");
  return header ? observe::read_traceparent(*header) : std::nullopt;
}

// "trailing_comma", each once.
std::vector<std::string> kinds_of(const pipeline::ToolCall& call) {
  std::vector<std::string> kinds;
  for (const pipeline::Finding& finding : call.findings) {
    if (std::find(kinds.begin(), kinds.end(), finding.code) == kinds.end()) kinds.emplace_back(finding.code);
  }
  return kinds;
}

/// A stage's share of the time that it took for all calls of the answer.
std::chrono::nanoseconds share_of(const pipeline::ParseResult& result, std::size_t stage) {
  return result.times.at(stage) / static_cast<std::int64_t>(std::max<std::size_t>(result.total_count(), 1));
}

}  // namespace

ExchangeTrace::ExchangeTrace(observe::SpanSink* sink, const net::ReceivedRequest& request) : sink_(sink) {
  if (sink_ == nullptr) return;
  const std::optional<observe::TraceParent> parent = parent_of(request);
  if (parent && !parent->sampled) {
    sink_ = nullptr;
    return;
  }
  exchange_.place = observe::new_place(parent ? parent->place.trace_id : "");
  if (parent) exchange_.parent_id = parent->place.span_id;
  exchange_.kind = SpanKind::kServer;
  exchange_.begun = now();
  exchange_.name = request.method + " " + name(request.path());
  set(exchange_, "http.request.method", request.method);
  set(exchange_, "url.path", request.path());
}

Span ExchangeTrace::child(std::string name, SpanKind kind, const std::string& parent_id) const {
  Span span;
  span.place = observe::new_place(exchange_.place.trace_id);
  span.parent_id = parent_id;
  span.name = std::move(name);
  span.kind = kind;
  span.begun = now();
  return span;
}

void ExchangeTrace::begin_upstream(net::HttpRequest& request, const UpstreamSettings& upstream, std::string_view model,
                                   std::string_view rung) {
  if (sink_ == nullptr) return;
  upstream_ = child("chat " + name(model), SpanKind::kClient, exchange_.place.span_id);
  request.headers.set("traceparent", observe::write_traceparent(upstream_->place));
  set(*upstream_, "gen_ai.operation.name", "chat");
  set(*upstream_, "gen_ai.provider.name", upstream.name);
  set(*upstream_, "gen_ai.request.model", model);
  set(*upstream_, "server.address", upstream.base.host);
  set(*upstream_, "server.port", upstream.base.port);
  set(*upstream_, "acode.attempt", ++requests_);
  set(*upstream_, "acode.rung", rung);
}

void ExchangeTrace::end_upstream(int status, const wire::Usage& usage, std::string_view error_code) {
  if (!upstream_) return;
  upstream_->ended = now();
  if (status != 0) set(*upstream_, "http.response.status_code", static_cast<std::uint64_t>(status));
  if (usage.input + usage.output > 0) {
    set(*upstream_, "gen_ai.usage.input_tokens", usage.input);
    set(*upstream_, "gen_ai.usage.output_tokens", usage.output);
  }
  if (!error_code.empty()) {
    fail(*upstream_, error_code);
  } else if (status >= 400) {
    fail(*upstream_, std::to_string(status));
  }
  sink_->add(std::move(*upstream_));
  upstream_.reset();
}

void ExchangeTrace::add_call(const SettledCall& settled, const pipeline::ParseResult& result) {
  if (sink_ == nullptr) return;
  const pipeline::ToolCall& call = settled.call;
  Span span = child("tool_call " + name(call.name), SpanKind::kInternal, exchange_.place.span_id);
  span.ended = span.begun;
  std::chrono::nanoseconds took = settled.retry_time;
  for (std::size_t i = 0; i < pipeline::kStages; ++i) took += share_of(result, i);
  span.begun -= std::chrono::duration_cast<SpanTime::duration>(took);
  const CallOutcome outcome = outcome_of(settled);
  set(span, "gen_ai.tool.name", call.name);
  set(span, "gen_ai.tool.call.id", call.id);
  set(span, "acode.outcome", outcome_name(outcome));
  set(span, "acode.retries", settled.retries);
  if (!call.findings.empty()) span.attributes.emplace_back("acode.findings", kinds_of(call));
  if (outcome == CallOutcome::kFailed) fail(span, call.error() == nullptr ? "" : std::string_view(call.error()->code));
  if (outcome != CallOutcome::kAsSent) add_stages(span, settled, result);
  sink_->add(std::move(span));
}

// One behind the other, as long as each took.
void ExchangeTrace::add_stages(const Span& call, const SettledCall& settled, const pipeline::ParseResult& result) {
  SpanTime at = call.begun;
  for (std::size_t i = 0; i < pipeline::kStages; ++i) {
    const auto took = std::chrono::duration_cast<SpanTime::duration>(share_of(result, i));
    if (took.count() == 0) continue;
    const auto stage = static_cast<pipeline::Stage>(i);
    const bool is_repair = stage == pipeline::Stage::kParse && outcome_of(settled) == CallOutcome::kRepaired;
    Span span =
        child(is_repair ? "repair" : std::string(pipeline::stage_name(stage)), SpanKind::kInternal, call.place.span_id);
    span.begun = at;
    span.ended = at = at + took;
    sink_->add(std::move(span));
  }
}

void ExchangeTrace::end(const ExchangeFacts& facts) {
  if (sink_ == nullptr) return;
  end_upstream(0, {}, "");
  exchange_.ended = now();
  set(exchange_, "gen_ai.request.model", facts.model);
  set(exchange_, "acode.client", facts.client);
  set(exchange_, "acode.outcome", facts.outcome);
  set(exchange_, "acode.correlation_id", facts.correlation_id);
  set(exchange_, "acode.repairs", facts.repairs);
  set(exchange_, "acode.attempts", facts.attempts);
  if (facts.status != 0) set(exchange_, "http.response.status_code", static_cast<std::uint64_t>(facts.status));
  if (facts.status >= 500) fail(exchange_, std::to_string(facts.status));
  if (facts.status == 0) fail(exchange_, "client_gone");
  sink_->add(std::move(exchange_));
  sink_ = nullptr;
}

}  // namespace acode::gateway
