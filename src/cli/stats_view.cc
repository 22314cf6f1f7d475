// Columns of figures.
#include "cli/stats_view.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "acode/json/writer.h"
#include "cli/display.h"

namespace acode::cli {
namespace {

using observe::CallCounts;
using observe::CallStats;
using observe::GroupStats;
using observe::Times;
using std::chrono::nanoseconds;

constexpr std::size_t kNumberEnd = 30;  // the column in which numbers end
constexpr std::size_t kTimeBegin = 25;  // the column in which times begin

// 1,247
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string decimal(double number, int places) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.*f", places, number);
  return text.data();
}

std::string milliseconds_of(nanoseconds duration) {
  return decimal(static_cast<double>(duration.count()) / 1e6, duration < nanoseconds(10'000) ? 4 : 2) + "ms";
}

std::string number_line(std::string label, std::uint64_t number) {
  std::string line = "  " + std::move(label) + ":";
  const std::string digits = grouped(number);
  const std::size_t used = columns_of(line) + digits.size();
  return line + std::string(used < kNumberEnd ? kNumberEnd - used : 1, ' ') + digits;
}

std::string share_of(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "";
  return " (" + decimal(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1) + "%)";
}

void append_counts(std::string& out, const CallCounts& counts) {
  out += number_line("Total Tool Calls", counts.total) + "\n";
  const std::array<std::pair<const char*, std::uint64_t>, 4> parts = {{
      {"Parsed Successfully", counts.success},
      {"Auto-Repaired", counts.repaired},
      {"Retried", counts.retried},
      {"Failed", counts.failed},
  }};
  for (const auto& [label, number] : parts) out += number_line(label, number) + share_of(number, counts.total) + "\n";
  if (counts.withdrawn > 0) {
    out += number_line("Withdrawn", counts.withdrawn) + share_of(counts.withdrawn, counts.total) + "\n";
  }
}

std::string time_line(const std::string& label, const std::string& value) {
  const std::string line = label + ":";
  return line + std::string(line.size() < kTimeBegin ? kTimeBegin - line.size() : 1, ' ') + value + "\n";
}

void append_ranking(std::string& out, const std::string& title, const observe::Ranking& ranking) {
  if (ranking.empty()) return;
  out += "\n" + title + ":\n";
  for (const auto& [word, count] : ranking) {
    out += number_line(word.starts_with("ACODE") ? word : kind_words(word), count) + "\n";
  }
}

void append_percentiles(std::string& out, const char* label, const Times& times) {
  if (times.count == 0) return;
  out +=
      time_line(std::string(label) + " p50/p95/p99",
                milliseconds_of(times.p50) + " / " + milliseconds_of(times.p95) + " / " + milliseconds_of(times.p99));
}

void append_groups(std::string& out, const char* title, const std::vector<GroupStats>& groups) {
  for (const GroupStats& group : groups) {
    out += "\n" + std::string(title) + " " + printable(group.name.empty() ? "(no name)" : group.name, 60) + ":\n";
    append_counts(out, group.counts);
    append_percentiles(out, "  Parse", group.parse);
    append_percentiles(out, "  Repair", group.repair);
    append_percentiles(out, "  Retry", group.retry);
  }
}

std::string counts_json(const CallCounts& counts) {
  return "\"total\":" + std::to_string(counts.total) + ",\"parsed\":" + std::to_string(counts.success) +
         ",\"repaired\":" + std::to_string(counts.repaired) + ",\"retried\":" + std::to_string(counts.retried) +
         ",\"failed\":" + std::to_string(counts.failed) + ",\"withdrawn\":" + std::to_string(counts.withdrawn) +
         ",\"coerced\":" + std::to_string(counts.coerced) + ",\"truncated\":" + std::to_string(counts.truncated) +
         ",\"retries\":" + std::to_string(counts.retries) + ",\"tokens\":" + std::to_string(counts.tokens);
}

std::string times_json(const Times& times) {
  const auto ms = [](nanoseconds duration) { return decimal(static_cast<double>(duration.count()) / 1e6, 6); };
  return "{\"count\":" + std::to_string(times.count) + ",\"mean_ms\":" + ms(times.mean) +
         ",\"p50_ms\":" + ms(times.p50) + ",\"p95_ms\":" + ms(times.p95) + ",\"p99_ms\":" + ms(times.p99) + "}";
}

std::string ranking_json(const observe::Ranking& ranking) {
  std::string out = "{";
  for (const auto& [word, count] : ranking) {
    if (out.size() > 1) out += ",";
    json::write_string_to(out, word);
    out += ":" + std::to_string(count);
  }
  return out + "}";
}

std::string groups_json(const std::vector<GroupStats>& groups) {
  std::string out = "[";
  for (const GroupStats& group : groups) {
    out += std::string(out.size() > 1 ? "," : "") + "{\"name\":";
    json::write_string_to(out, group.name);
    out += "," + counts_json(group.counts) + ",\"parse\":" + times_json(group.parse) +
           ",\"repair\":" + times_json(group.repair) + ",\"retry\":" + times_json(group.retry) + "}";
  }
  return out + "]";
}

}  // namespace

std::string kind_words(std::string_view kind) {
  std::string words(kind);
  std::replace(words.begin(), words.end(), '_', ' ');
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

std::string span_words(std::chrono::seconds span) {
  const auto said = [](std::int64_t number, const char* unit) {
    return "Last " + (number == 1 ? std::string(unit) : std::to_string(number) + " " + unit + "s");
  };
  using std::chrono::days;
  using std::chrono::hours;
  using std::chrono::minutes;
  if (span % days(1) == std::chrono::seconds(0) && span > days(1)) return said(span / days(1), "Day");
  if (span % hours(1) == std::chrono::seconds(0)) return said(span / hours(1), "Hour");
  return span % minutes(1) == std::chrono::seconds(0) ? said(span / minutes(1), "Minute")
                                                      : said(span.count(), "Second");
}

std::string render_stats(const CallStats& stats, std::chrono::seconds since, bool verbose) {
  std::string out = "Tool Call Statistics (" + span_words(since) + "):\n";
  append_counts(out, stats.counts);
  append_ranking(out, "Repair Breakdown", stats.repairs);
  append_ranking(out, "Error Breakdown", stats.errors);
  out += "\n" + time_line("Average Parse Time", milliseconds_of(stats.parse.mean));
  if (stats.repair.count > 0) out += time_line("Average Repair Time", milliseconds_of(stats.repair.mean));
  if (stats.retry.count > 0) out += time_line("Average Retry Time", milliseconds_of(stats.retry.mean));
  if (!verbose) return out;
  append_percentiles(out, "Parse", stats.parse);
  append_percentiles(out, "Repair", stats.repair);
  append_percentiles(out, "Retry", stats.retry);
  out += time_line("Tokens", grouped(stats.counts.tokens));
  append_groups(out, "Model", stats.models);
  append_groups(out, "Tool", stats.tools);
  return out;
}

std::string stats_row(std::string_view provider, const CallStats& stats, std::chrono::seconds since) {
  std::string out = "{\"provider\":";
  json::write_string_to(out, provider);
  out += ",\"since_seconds\":" + std::to_string(since.count()) + "," + counts_json(stats.counts) +
         ",\"repairs\":" + ranking_json(stats.repairs) + ",\"errors\":" + ranking_json(stats.errors) +
         ",\"parse\":" + times_json(stats.parse) + ",\"repair\":" + times_json(stats.repair) +
         ",\"retry\":" + times_json(stats.retry) + ",\"models\":" + groups_json(stats.models) +
         ",\"tools\":" + groups_json(stats.tools);
  return out + "}\n";
}

}  // namespace acode::cli
