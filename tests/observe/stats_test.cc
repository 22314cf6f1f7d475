// The figures of CL-5, by hand.
#include "observe/stats.h"

#include <gtest/gtest.h>

namespace acode::observe {
namespace {

using std::chrono::nanoseconds;

Times figures(std::vector<nanoseconds> measured) { return times_of(measured); }

TEST(Stats, PercentilesAreTimesThatWereMeasured) {
  EXPECT_EQ(figures({}), Times{});
  EXPECT_EQ(figures({nanoseconds(7)}), (Times{1, nanoseconds(7), nanoseconds(7), nanoseconds(7), nanoseconds(7)}));
  EXPECT_EQ(figures({nanoseconds(4), nanoseconds(1), nanoseconds(3), nanoseconds(2)}),
            (Times{4, nanoseconds(2), nanoseconds(2), nanoseconds(4), nanoseconds(4)}));
  std::vector<nanoseconds> hundred;
  for (int i = 100; i > 0; --i) hundred.emplace_back(i);
  EXPECT_EQ(figures(hundred), (Times{100, nanoseconds(50), nanoseconds(50), nanoseconds(95), nanoseconds(99)}));
}

CallEvent event(Outcome outcome, std::string model, std::string tool, int parse) {
  CallEvent made;
  made.outcome = outcome;
  made.model = std::move(model);
  made.tool_name = std::move(tool);
  made.parse_time = nanoseconds(parse);
  made.total_tokens = 10;
  return made;
}

TEST(Stats, Figures) {
  StatsCounter counter;
  counter.add(event(Outcome::kSuccess, "a", "read", 10));
  CallEvent coerced = event(Outcome::kSuccess, "a", "write", 20);
  coerced.coerced = true;
  counter.add(coerced);
  CallEvent repaired = event(Outcome::kRepaired, "b", "read", 30);
  repaired.repairs = {{"trailing_comma", 1}, {"single_quotes", 4}};
  repaired.repair_time = nanoseconds(500);
  counter.add(repaired);
  CallEvent retried = event(Outcome::kRetried, "b", "read", 40);
  retried.retry_count = 2;
  retried.retry_time = nanoseconds(9000);
  retried.repairs = {{"trailing_comma", 2}};
  retried.repair_time = nanoseconds(100);
  counter.add(retried);
  CallEvent failed = event(Outcome::kFailed, "b", "read", 50);
  failed.error_code = "ACODE-TLP-011";
  failed.truncated = true;
  counter.add(failed);
  CallEvent withdrawn = event(Outcome::kWithdrawn, "b", "read", 50);
  withdrawn.retry_count = 1;
  withdrawn.retry_time = nanoseconds(1000);
  counter.add(withdrawn);

  const CallStats stats = counter.stats();
  EXPECT_EQ(stats.counts, (CallCounts{.total = 6,
                                      .success = 2,
                                      .repaired = 1,
                                      .retried = 1,
                                      .failed = 1,
                                      .withdrawn = 1,
                                      .coerced = 1,
                                      .truncated = 1,
                                      .retries = 3,
                                      .tokens = 60}));
  EXPECT_EQ(stats.repairs, (Ranking{{"single_quotes", 4}, {"trailing_comma", 3}}));
  EXPECT_EQ(stats.errors, (Ranking{{"ACODE-TLP-011", 1}}));
  EXPECT_EQ(stats.parse, (Times{6, nanoseconds(33), nanoseconds(30), nanoseconds(50), nanoseconds(50)}));
  EXPECT_EQ(stats.repair, (Times{2, nanoseconds(300), nanoseconds(100), nanoseconds(500), nanoseconds(500)}));
  EXPECT_EQ(stats.retry.mean, nanoseconds(5000));
  ASSERT_EQ(stats.models.size(), 2U);
  EXPECT_EQ(stats.models[0].name, "b");
  EXPECT_EQ(stats.models[0].counts.total, 4U);
  EXPECT_EQ(stats.models[1].parse.mean, nanoseconds(15));
  ASSERT_EQ(stats.tools.size(), 2U);
  EXPECT_EQ(stats.tools[0].name, "read");
  EXPECT_EQ(stats.tools[0].counts.failed, 1U);
  EXPECT_EQ(stats.tools[1].counts.coerced, 1U);
}

}  // namespace
}  // namespace acode::observe
