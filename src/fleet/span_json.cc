// Member by member. Numbers of 64 bits are texts there, and kinds are numbers.
#include "fleet/span_json.h"

#include <string_view>

#include "acode/json/writer.h"

namespace acode::fleet {
namespace {

using observe::Span;
using observe::SpanValue;

void append_text(std::string& out, std::string_view name, std::string_view text) {
  json::write_string_to(out, name);
  out += ':';
  json::write_string_to(out, text);
}

void append_value(std::string& out, const std::string& text) {
  out += '{';
  append_text(out, "stringValue", text);
  out += '}';
}
void append_value(std::string& out, std::int64_t number) { out += "{\"intValue\":\"" + std::to_string(number) + "\"}"; }
void append_value(std::string& out, bool yes) {
  out.append("{\"boolValue\":").append(yes ? "true" : "false").append("}");
}
void append_value(std::string& out, const std::vector<std::string>& list) {
  out += "{\"arrayValue\":{\"values\":[";
  for (const std::string& text : list) {
    if (out.back() != '[') out += ',';
    append_value(out, text);
  }
  out += "]}}";
}

void append_attribute(std::string& out, std::string_view key, const SpanValue& value) {
  if (out.back() != '[') out += ',';
  out += '{';
  append_text(out, "key", key);
  out += ",\"value\":";
  std::visit([&out](const auto& one) { append_value(out, one); }, value);
  out += '}';
}

std::string nanoseconds_of(observe::SpanTime time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count());
}

void append_span(std::string& out, const Span& span) {
  constexpr int kFailed = 2;  // STATUS_CODE_ERROR
  out += '{';
  append_text(out, "traceId", span.place.trace_id);
  out += ',';
  append_text(out, "spanId", span.place.span_id);
  out += ',';
  if (!span.parent_id.empty()) {
    append_text(out, "parentSpanId", span.parent_id);
    out += ',';
  }
  append_text(out, "name", span.name);
  out += ",\"kind\":" + std::to_string(static_cast<int>(span.kind)) + ",\"startTimeUnixNano\":\"" +
         nanoseconds_of(span.begun) + "\",\"endTimeUnixNano\":\"" + nanoseconds_of(span.ended) + "\",\"attributes\":[";
  for (const auto& [key, value] : span.attributes) append_attribute(out, key, value);
  out += ']';
  if (span.failed) out += ",\"status\":{\"code\":" + std::to_string(kFailed) + "}";
  out += '}';
}

}  // namespace

std::string spans_json(std::span<const Span> spans, const SpanOrigin& origin) {
  std::string out = R"({"resourceSpans":[{"resource":{"attributes":[)";
  append_attribute(out, "service.name", origin.service);
  append_attribute(out, "service.version", origin.version);
  if (!origin.instance.empty()) append_attribute(out, "service.instance.id", origin.instance);
  out += R"(]},"scopeSpans":[{"scope":{"name":"acode",)";
  append_text(out, "version", origin.version);
  out += R"(},"spans":[)";
  for (const Span& span : spans) {
    if (out.back() != '[') out += ',';
    append_span(out, span);
  }
  return out + "]}]}]}";
}

}  // namespace acode::fleet
