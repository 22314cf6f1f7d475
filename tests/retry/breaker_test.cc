// RT-6: a model that does not get better is not asked again for a while.
#include "acode/retry/breaker.h"

#include <gtest/gtest.h>

namespace acode::retry {
namespace {

using std::chrono::seconds;

constexpr WallTime at(int second) { return WallTime(seconds(second)); }

Breaker opened(const BreakerPolicy& policy, int second) {
  Breaker breaker(policy);
  for (unsigned i = 0; i < policy.threshold; ++i) breaker.exhausted(at(second));
  return breaker;
}

TEST(Breaker, RT6_OpensAfterSoManyInARow) {
  Breaker breaker({.threshold = 3, .cooldown = seconds(60)});
  breaker.exhausted(at(1));
  breaker.exhausted(at(2));
  EXPECT_TRUE(breaker.allows(at(2)));
  breaker.exhausted(at(3));
  EXPECT_FALSE(breaker.allows(at(3)));
  EXPECT_EQ(breaker.closed_until(), at(63));
}

TEST(Breaker, OneThatHelpedBeginsTheCountAnew) {
  Breaker breaker({.threshold = 2, .cooldown = seconds(60)});
  breaker.exhausted(at(1));
  breaker.recovered();
  breaker.exhausted(at(2));
  EXPECT_TRUE(breaker.allows(at(2)));
}

TEST(Breaker, RT6_AfterAWhileOneMayTryAndAFailureOpensItAgain) {
  Breaker breaker = opened({.threshold = 2, .cooldown = seconds(60)}, 0);
  EXPECT_FALSE(breaker.allows(at(59)));
  EXPECT_TRUE(breaker.allows(at(60)));
  breaker.exhausted(at(60));
  EXPECT_FALSE(breaker.allows(at(119)));
  EXPECT_TRUE(breaker.allows(at(120)));
  breaker.recovered();
  EXPECT_TRUE(breaker.allows(at(0)));
}

TEST(Breaker, RT6_RemembersAcrossRuns) {
  const BreakerPolicy policy{.threshold = 2, .cooldown = seconds(60)};
  const Breaker again(policy, opened(policy, 10).memory());
  EXPECT_FALSE(again.allows(at(20)));
  EXPECT_TRUE(again.allows(at(70)));
}

TEST(Breaker, AThresholdOfZeroNeverOpens) {
  Breaker breaker({.threshold = 0, .cooldown = seconds(60)});
  for (int i = 0; i < 100; ++i) breaker.exhausted(at(i));
  EXPECT_TRUE(breaker.allows(at(100)));
}

}  // namespace
}  // namespace acode::retry
