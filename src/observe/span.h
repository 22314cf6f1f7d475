// What took how long within one exchange, for those who follow a request through many programs (OB-5).
//
//   Span span;
//   span.place = new_place(parent.trace_id);
//   span.parent_id = parent.span_id;
//   span.name = "chat qwen3:8b";
//   span.attributes.emplace_back("gen_ai.request.model", "qwen3:8b");
//   sink.add(std::move(span));
//
// Names and codes go into it, never values of arguments.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace acode::observe {

/// Which trace, and which span of it, in small hexadecimal digits.
struct SpanPlace {
  std::string trace_id;  ///< 32 digits
  std::string span_id;   ///< 16 digits

  friend bool operator==(const SpanPlace&, const SpanPlace&) = default;
};

/// A place for a new span: in this trace, or in a new one if there is none.
SpanPlace new_place(std::string trace_id = {});

/// What the header `traceparent` says (https://www.w3.org/TR/trace-context/).
struct TraceParent {
  SpanPlace place;
  bool sampled = true;  ///< whether the one who sent it keeps the trace
};

/// Nothing if it is not well-formed: then a new trace begins.
std::optional<TraceParent> read_traceparent(std::string_view text);
std::string write_traceparent(const SpanPlace& place);

/// The numbers are those of OTLP.
enum class SpanKind : std::uint8_t { kInternal = 1, kServer = 2, kClient = 3 };

using SpanValue = std::variant<std::string, std::int64_t, bool, std::vector<std::string>>;
using SpanTime = std::chrono::system_clock::time_point;

struct Span {
  SpanPlace place;
  std::string parent_id;  ///< empty: the first of its trace
  std::string name;
  SpanKind kind = SpanKind::kInternal;
  SpanTime begun{};
  SpanTime ended{};
  std::vector<std::pair<std::string_view, SpanValue>> attributes;  ///< the names are constants
  bool failed = false;
};

/// Takes spans from any thread, and never waits.
class SpanSink {
 public:
  SpanSink() = default;
  SpanSink(const SpanSink&) = delete;
  SpanSink& operator=(const SpanSink&) = delete;
  virtual ~SpanSink() = default;

  virtual void add(Span&& span) = 0;
};

}  // namespace acode::observe
