// What the gateway counts, for Prometheus (GW-7, OB-5).
//
//   metrics.count(Event…);          // from any thread; a lock that nobody else holds
//   metrics.text()                  // acode_gateway_calls_total{model="qwen3",tool="read_file",outcome="repaired"} 3 …
//
// Labels are bounded: of models and tools the first so many have names, the rest are `other`.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace acode::gateway {

/// What became of a call on its way through.
enum class CallOutcome : std::uint8_t { kAsSent, kRepaired, kCoerced, kRetried, kFailed, kWithdrawn };

/// "as_sent", "repaired", "coerced", "retried", "failed", "withdrawn".
std::string_view outcome_name(CallOutcome outcome);

/// Times in buckets that double, from 0.1 ms to about 100 s.
class Histogram {
 public:
  void add(std::chrono::nanoseconds time);
  /// Appends its lines under this name.
  void print_to(std::string& out, std::string_view name) const;

 private:
  static constexpr std::size_t kBuckets = 21;
  std::array<std::uint64_t, kBuckets + 1> counts_{};  // the last: longer than all
  double seconds_ = 0;
};

class Metrics {
 public:
  /// An answer was sent, or an error.
  void count_request(std::string_view client, std::string_view upstream, int status, bool streamed);
  void count_call(std::string_view model, std::string_view tool, CallOutcome outcome);
  void count_error(std::string_view code);
  void count_tokens(std::string_view model, std::string_view why, std::uint64_t tokens);
  void add_time(std::chrono::nanoseconds added, std::chrono::nanoseconds upstream);
  void count_healed(std::size_t calls);
  void begin_stream();
  void end_stream();

  /// What others count is told too: lines as Prometheus reads them. They must outlive this, or say so with stop_telling().
  void tell_also(std::function<std::string()> others);
  void stop_telling();

  [[nodiscard]] std::string text() const;

  /// All calls so far that came to this.
  [[nodiscard]] std::uint64_t calls(CallOutcome outcome) const;

 private:
  /// A name, if there is room for one more of its kind.
  static std::string bounded(std::set<std::string, std::less<>>& known, std::string_view name);

  mutable std::mutex mutex_;
  std::set<std::string, std::less<>> models_;
  std::set<std::string, std::less<>> tools_;
  std::set<std::string, std::less<>> codes_;
  std::map<std::tuple<std::string, std::string, int, bool>, std::uint64_t> requests_;
  std::map<std::tuple<std::string, std::string, CallOutcome>, std::uint64_t> calls_;
  std::map<std::string, std::uint64_t> errors_;
  std::map<std::tuple<std::string, std::string>, std::uint64_t> tokens_;
  std::vector<std::function<std::string()>> others_;
  Histogram added_;
  Histogram upstream_;
  std::uint64_t healed_ = 0;
  std::int64_t streams_ = 0;
};

}  // namespace acode::gateway
