// Counting.
#include "observe/stats.h"

#include <algorithm>
#include <numeric>

namespace acode::observe {
namespace {

Ranking ranking_of(const std::map<std::string, std::uint64_t, std::less<>>& counts) {
  Ranking ranking(counts.begin(), counts.end());
  std::stable_sort(ranking.begin(), ranking.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return ranking;
}

}  // namespace

Times times_of(std::vector<std::chrono::nanoseconds>& measured) {
  Times times;
  times.count = measured.size();
  if (measured.empty()) return times;
  std::sort(measured.begin(), measured.end());
  const auto sum = std::accumulate(measured.begin(), measured.end(), std::chrono::nanoseconds(0));
  times.mean = sum / static_cast<std::int64_t>(measured.size());
  const auto percentile = [&measured](std::size_t percent) {
    return measured[(measured.size() * percent + 99) / 100 - 1];  // the rank is rounded up
  };
  times.p50 = percentile(50);
  times.p95 = percentile(95);
  times.p99 = percentile(99);
  return times;
}

void StatsCounter::Group::add(const CallEvent& event) {
  ++counts.total;
  switch (event.outcome) {
    case Outcome::kSuccess:
      ++counts.success;
      break;
    case Outcome::kRepaired:
      ++counts.repaired;
      break;
    case Outcome::kRetried:
      ++counts.retried;
      break;
    case Outcome::kFailed:
      ++counts.failed;
      break;
    case Outcome::kWithdrawn:
      ++counts.withdrawn;
      break;
  }
  counts.coerced += event.coerced ? 1U : 0U;
  counts.truncated += event.truncated ? 1U : 0U;
  counts.retries += event.retry_count;
  counts.tokens += event.total_tokens;
  parse.push_back(event.parse_time);
  if (!event.repairs.empty()) repair.push_back(event.repair_time);
  if (event.retry_count > 0) retry.push_back(event.retry_time);
}

void StatsCounter::add(const CallEvent& event) {
  all_.add(event);
  models_[event.model].add(event);
  tools_[event.tool_name].add(event);
  for (const RepairCount& repair : event.repairs) repairs_[repair.kind] += repair.count;
  if (!event.error_code.empty()) ++errors_[event.error_code];
}

GroupStats StatsCounter::stats_of(const std::string& name, Group& group) {
  return {name, group.counts, times_of(group.parse), times_of(group.repair), times_of(group.retry)};
}

std::vector<GroupStats> StatsCounter::stats_of(Groups& groups) {
  std::vector<GroupStats> all;
  for (auto& [name, group] : groups) all.push_back(stats_of(name, group));
  std::stable_sort(all.begin(), all.end(),
                   [](const GroupStats& a, const GroupStats& b) { return a.counts.total > b.counts.total; });
  return all;
}

CallStats StatsCounter::stats() {
  const GroupStats all = stats_of({}, all_);
  return {all.counts, ranking_of(repairs_), ranking_of(errors_), all.parse, all.repair,
          all.retry,  stats_of(models_),    stats_of(tools_)};
}

}  // namespace acode::observe
