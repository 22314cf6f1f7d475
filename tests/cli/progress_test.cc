// The line that tells how far a long run is.
#include "cli/progress.h"

#include <gtest/gtest.h>

namespace acode::cli {
namespace {

using std::chrono::seconds;

TEST(Progress, TheBarAndTheFigures) {
  EXPECT_EQ(progress_line({.rows = 0, .bytes = 0}, 1000, seconds(1)),
            "[........................]   0%  0 rows  0 MB/s  ");
  EXPECT_EQ(progress_line({.rows = 1300000, .bytes = 500000000}, 1000000000, seconds(10)),
            "[############............]  50%  1.3M rows  50 MB/s  0:10 left");
  EXPECT_EQ(progress_line({.rows = 12345, .bytes = 1000}, 1000, seconds(3725)),
            "[########################] 100%  12k rows  0 MB/s  1:02:05");
}

TEST(Progress, WhatWasDoneBeforeCountsForTheBarAndNotForTheRate) {
  EXPECT_EQ(progress_line({.rows = 10, .bytes = 250000000, .skipped_bytes = 500000000}, 1000000000, seconds(5)),
            "[##################......]  75%  10 rows  50 MB/s  0:05 left");
}

TEST(Progress, WithoutAKnownEnd) {
  EXPECT_EQ(progress_line({.rows = 999, .bytes = 8000000}, std::nullopt, seconds(2)), "999 rows  4 MB/s  0:02");
}

}  // namespace
}  // namespace acode::cli
