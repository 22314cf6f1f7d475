// Counting, and the text that Prometheus reads.
#include "gateway/metrics.h"

#include <charconv>
#include <utility>

namespace acode::gateway {
namespace {

constexpr std::size_t kMostNames = 100;

// The end of bucket number `index`, in seconds.
double bucket_end(std::size_t index) { return 0.0001 * static_cast<double>(std::uint64_t{1} << index); }

std::string number(double value) {
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), written.ptr};
}

// A value of a label: quotes, backslashes and line ends escaped.
std::string label(std::string_view name, std::string_view value) {
  std::string out(name);
  out += "=\"";
  for (const char c : value) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n");
  out.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

void line(std::string& out, std::string_view name, const std::string& labels, std::uint64_t value) {
  out.append(name);
  if (!labels.empty()) out += "{" + labels + "}";
  out += " " + std::to_string(value) + "\n";
}

}  // namespace

std::string_view outcome_name(CallOutcome outcome) {
  constexpr std::array<std::string_view, 6> kNames = {"as_sent", "repaired", "coerced",
                                                      "retried", "failed",   "withdrawn"};
  return kNames[static_cast<std::size_t>(outcome)];
}

void Histogram::add(std::chrono::nanoseconds time) {
  const double seconds = std::chrono::duration<double>(time).count();
  std::size_t bucket = 0;
  while (bucket < kBuckets && seconds > bucket_end(bucket)) ++bucket;
  ++counts_[bucket];
  seconds_ += seconds;
}

void Histogram::print_to(std::string& out, std::string_view name) const {
  std::uint64_t sum = 0;
  const std::string bucket_name = std::string(name) + "_bucket";
  for (std::size_t i = 0; i <= kBuckets; ++i) {
    sum += counts_[i];
    line(out, bucket_name, label("le", i == kBuckets ? "+Inf" : number(bucket_end(i))), sum);
  }
  out.append(name).append("_sum ").append(number(seconds_)).append("\n");
  line(out, std::string(name) + "_count", {}, sum);
}

std::string Metrics::bounded(std::set<std::string, std::less<>>& known, std::string_view name) {
  const auto found = known.find(name);
  if (found != known.end()) return *found;
  if (known.size() >= kMostNames) return "other";
  return *known.emplace(name).first;
}

void Metrics::count_request(std::string_view client, std::string_view upstream, int status, bool streamed) {
  const std::lock_guard lock(mutex_);
  ++requests_[{std::string(client), std::string(upstream), status, streamed}];
}

void Metrics::count_call(std::string_view model, std::string_view tool, CallOutcome outcome) {
  const std::lock_guard lock(mutex_);
  ++calls_[{bounded(models_, model), bounded(tools_, tool), outcome}];
}

void Metrics::count_error(std::string_view code) {
  const std::lock_guard lock(mutex_);
  ++errors_[bounded(codes_, code)];
}

void Metrics::count_tokens(std::string_view model, std::string_view why, std::uint64_t tokens) {
  if (tokens == 0) return;
  const std::lock_guard lock(mutex_);
  tokens_[{bounded(models_, model), std::string(why)}] += tokens;
}

void Metrics::add_time(std::chrono::nanoseconds added, std::chrono::nanoseconds upstream) {
  const std::lock_guard lock(mutex_);
  added_.add(added);
  upstream_.add(upstream);
}

void Metrics::count_healed(std::size_t calls) {
  const std::lock_guard lock(mutex_);
  healed_ += calls;
}

void Metrics::begin_stream() {
  const std::lock_guard lock(mutex_);
  ++streams_;
}

void Metrics::end_stream() {
  const std::lock_guard lock(mutex_);
  --streams_;
}

void Metrics::tell_also(std::function<std::string()> others) {
  const std::lock_guard lock(mutex_);
  others_.push_back(std::move(others));
}

void Metrics::stop_telling() {
  const std::lock_guard lock(mutex_);
  others_.clear();
}

std::uint64_t Metrics::calls(CallOutcome outcome) const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  for (const auto& [labels, count] : calls_) {
    if (std::get<CallOutcome>(labels) == outcome) sum += count;
  }
  return sum;
}

std::string Metrics::text() const {
  const std::lock_guard lock(mutex_);
  std::string out;
  head(out, "acode_gateway_requests_total", "counter",
       "Requests of chats, by dialect and status; 499: the client left.");
  for (const auto& [key, count] : requests_) {
    const auto& [client, upstream, status, streamed] = key;
    line(out, "acode_gateway_requests_total",
         label("client", client) + "," + label("upstream", upstream) + "," + label("status", std::to_string(status)) +
             "," + label("streamed", streamed ? "true" : "false"),
         count);
  }
  head(out, "acode_gateway_calls_total", "counter", "Tool calls, by what became of them.");
  for (const auto& [key, count] : calls_) {
    const auto& [model, tool, outcome] = key;
    line(out, "acode_gateway_calls_total",
         label("model", model) + "," + label("tool", tool) + "," + label("outcome", outcome_name(outcome)), count);
  }
  head(out, "acode_gateway_call_errors_total", "counter", "Errors of tool calls as they were sent, by code.");
  for (const auto& [code, count] : errors_) line(out, "acode_gateway_call_errors_total", label("code", code), count);
  head(out, "acode_gateway_tokens_total", "counter", "Tokens, of answers and of asking again.");
  for (const auto& [key, count] : tokens_) {
    const auto& [model, why] = key;
    line(out, "acode_gateway_tokens_total", label("model", model) + "," + label("why", why), count);
  }
  head(out, "acode_gateway_healed_calls_total", "counter", "Broken calls in histories that were mended.");
  line(out, "acode_gateway_healed_calls_total", {}, healed_);
  head(out, "acode_gateway_streams", "gauge", "Streams that are going on.");
  line(out, "acode_gateway_streams", {}, streams_ < 0 ? 0 : static_cast<std::uint64_t>(streams_));
  head(out, "acode_gateway_added_seconds", "histogram", "Time that the gateway itself spent on an answer.");
  added_.print_to(out, "acode_gateway_added_seconds");
  head(out, "acode_gateway_upstream_seconds", "histogram", "Time that the upstream took for an answer.");
  upstream_.print_to(out, "acode_gateway_upstream_seconds");
  for (const auto& others : others_) out += others();
  return out;
}

}  // namespace acode::gateway
