// What calls came to, counted (CL-5).
//
//   StatsCounter counter;
//   for (const CallEvent& event : events) counter.add(event);
//   CallStats stats = counter.stats();
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "observe/event.h"

namespace acode::observe {

/// How long something took. A percentile is a time that was measured: so many of a hundred took no longer.
struct Times {
  std::uint64_t count = 0;
  std::chrono::nanoseconds mean{0};
  std::chrono::nanoseconds p50{0};
  std::chrono::nanoseconds p95{0};
  std::chrono::nanoseconds p99{0};

  friend bool operator==(const Times&, const Times&) = default;
};

/// The figures of these times, which are put in order.
Times times_of(std::vector<std::chrono::nanoseconds>& measured);

struct CallCounts {
  std::uint64_t total = 0;
  std::uint64_t success = 0;  ///< parsed as they were sent; converted values count as that
  std::uint64_t repaired = 0;
  std::uint64_t retried = 0;
  std::uint64_t failed = 0;
  std::uint64_t withdrawn = 0;  ///< taken back by the model
  std::uint64_t coerced = 0;    ///< of all of them
  std::uint64_t truncated = 0;  ///< of all of them
  std::uint64_t retries = 0;    ///< requests after the first answers
  std::uint64_t tokens = 0;

  friend bool operator==(const CallCounts&, const CallCounts&) = default;
};

/// The calls of one model, or of one tool.
struct GroupStats {
  std::string name;
  CallCounts counts;
  Times parse;
  Times repair;
  Times retry;
};

/// A word and how often it came, the most frequent first.
using Ranking = std::vector<std::pair<std::string, std::uint64_t>>;

struct CallStats {
  CallCounts counts;
  Ranking repairs;                 ///< kinds of edits
  Ranking errors;                  ///< codes
  Times parse;                     ///< of all calls
  Times repair;                    ///< of those that were repaired
  Times retry;                     ///< of those that were asked for again
  std::vector<GroupStats> models;  ///< with the most calls first
  std::vector<GroupStats> tools;
};

class StatsCounter {
 public:
  void add(const CallEvent& event);
  [[nodiscard]] CallStats stats();

 private:
  struct Group {
    CallCounts counts;
    std::vector<std::chrono::nanoseconds> parse;
    std::vector<std::chrono::nanoseconds> repair;
    std::vector<std::chrono::nanoseconds> retry;

    void add(const CallEvent& event);
  };
  using Groups = std::map<std::string, Group, std::less<>>;

  static GroupStats stats_of(const std::string& name, Group& group);
  static std::vector<GroupStats> stats_of(Groups& groups);

  Group all_;
  Groups models_;
  Groups tools_;
  std::map<std::string, std::uint64_t, std::less<>> repairs_;
  std::map<std::string, std::uint64_t, std::less<>> errors_;
};

}  // namespace acode::observe
