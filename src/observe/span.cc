// Places, and how they are told from program to program.
#include "observe/span.h"

#include <algorithm>
#include <random>

namespace acode::observe {
namespace {

constexpr std::size_t kTraceDigits = 32;
constexpr std::size_t kSpanDigits = 16;

std::string random_digits(std::size_t count) {
  constexpr std::string_view kHex = "0123456789abcdef";
  thread_local std::mt19937_64 source{(std::uint64_t{std::random_device{}()} << 32U) | std::random_device{}()};
  std::string digits;
  while (digits.size() < count) {
    std::uint64_t number = source();
    for (unsigned i = 0; i < kSpanDigits; ++i, number >>= 4U) digits += kHex[number & 0xFU];
  }
  return digits;
}

bool is_hex(std::string_view text) { return text.find_first_not_of("0123456789abcdef") == std::string_view::npos; }

// Nothing but zeros stands for none.
bool is_id(std::string_view text) { return is_hex(text) && text.find_first_not_of('0') != std::string_view::npos; }

}  // namespace

SpanPlace new_place(std::string trace_id) {
  if (trace_id.empty()) trace_id = random_digits(kTraceDigits);
  return {std::move(trace_id), random_digits(kSpanDigits)};
}

// `00-` trace `-` span `-` flags; a later version may have more behind it.
std::optional<TraceParent> read_traceparent(std::string_view text) {
  constexpr std::size_t kSize = 55;
  if (text.size() < kSize || text[2] != '-' || text[35] != '-' || text[52] != '-') return std::nullopt;
  const std::string_view version = text.substr(0, 2);
  const bool has_more = text.size() > kSize;
  if (!is_hex(version) || version == "ff" || (has_more && (version == "00" || text[kSize] != '-'))) return std::nullopt;
  const std::string_view trace = text.substr(3, kTraceDigits);
  const std::string_view span = text.substr(36, kSpanDigits);
  const std::string_view flags = text.substr(53, 2);
  if (!is_id(trace) || !is_id(span) || !is_hex(flags)) return std::nullopt;
  const bool sampled = std::string_view("13579bdf").find(flags[1]) != std::string_view::npos;
  return TraceParent{{std::string(trace), std::string(span)}, sampled};
}

std::string write_traceparent(const SpanPlace& place) { return "00-" + place.trace_id + "-" + place.span_id + "-01"; }

}  // namespace acode::observe
