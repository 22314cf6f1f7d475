// RT-1, RT-4, RT-7, RT-8, RT-9: whether, how and when a model is asked again.
#include "acode/retry/ladder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "retry/rejected.h"

namespace acode::retry {
namespace {

using std::chrono::milliseconds;
using test::call_with;
using test::read_file;

std::vector<Plan> all_plans(Ladder& ladder) {
  std::vector<Plan> plans;
  while (std::optional<Plan> plan = ladder.next(0.5)) plans.push_back(*plan);
  return plans;
}

std::vector<Plan> plans_for(const pipeline::ToolCall& call, const Policy& policy = {}) {
  Ladder ladder(call, &read_file(), policy);
  return all_plans(ladder);
}

TEST(Ladder, RT1_AsksAsOftenAsAllowedAndNotMore) {
  for (const unsigned most : {0U, 1U, 3U, 10U}) {
    Policy policy;
    policy.max_retries = most;
    EXPECT_EQ(plans_for(call_with(R"({"path": 5})"), policy).size(), most);
  }
}

TEST(Ladder, RT1_AsksOnlyWhatTheTableOfCodesAllows) {
  for (const char* code : {"001", "002", "003", "004", "007", "008", "010", "011"}) {
    EXPECT_TRUE(may_retry(std::string("ACODE-TLP-") + code)) << code;
  }
  for (const char* code : {"005", "006", "009"}) EXPECT_FALSE(may_retry(std::string("ACODE-TLP-") + code)) << code;
  EXPECT_TRUE(plans_for(call_with("{}", {}, "no_such_tool")).empty());
  EXPECT_TRUE(plans_for(call_with(R"({"path": "a"})")).empty()) << "a good call is left alone";
}

TEST(Ladder, AnUnknownToolIsAskedForOnlyIfAllowedAndThenAsAWholeCall) {
  Policy policy;
  policy.unknown_tools = true;
  Ladder ladder(call_with("{}", {}, "no_such_tool"), nullptr, policy);
  const std::vector<Plan> plans = all_plans(ladder);
  ASSERT_EQ(plans.size(), 3U);
  EXPECT_TRUE(plans[0].whole_call);
  EXPECT_TRUE(plans[0].constrained);
  EXPECT_NE(plans[0].prompt.find("The tools there are: read_file"), std::string::npos) << plans[0].prompt;
  EXPECT_FALSE(plans_for(call_with(R"({"path": 5})")).at(0).whole_call);
}

TEST(Ladder, RT7_TheArgumentsAloneComeFirstAndLaterRequestsAreHeldToTheSchema) {
  const std::vector<Plan> plans = plans_for(call_with(R"({"path": 5})"));
  ASSERT_EQ(plans.size(), 3U);
  EXPECT_EQ(plans[0].rung, Rung::kReemit);
  EXPECT_TRUE(plans[0].constrained);
  EXPECT_EQ(plans[0].temperature, 0.0);
  EXPECT_EQ(plans[1].rung, Rung::kReask);
  EXPECT_FALSE(plans[1].constrained);
  EXPECT_EQ(plans[2].rung, Rung::kReask);
  EXPECT_TRUE(plans[2].constrained);
}

TEST(Ladder, RT7_NothingIsConstrainedWhereTheProviderCannot) {
  Policy policy;
  policy.can_constrain = false;
  for (const Plan& plan : plans_for(call_with(R"({"path": 5})"), policy)) {
    EXPECT_EQ(plan.rung, Rung::kReask);
    EXPECT_FALSE(plan.constrained);
  }
}

TEST(Ladder, RT9_NoTwoRequestsAreAlike) {
  Policy policy;
  policy.max_retries = 10;
  std::set<std::uint64_t> seeds;
  for (const Plan& plan : plans_for(call_with(R"({"path": 5})"), policy)) seeds.insert(plan.seed);
  EXPECT_EQ(seeds.size(), 10U);
}

TEST(Ladder, AMissingValueIsAQuestionForTheModelAndNotForAGrammar) {
  EXPECT_EQ(plans_for(call_with(R"({"lines": 5})")).at(0).rung, Rung::kReask);
}

TEST(Ladder, RP8_WhatWasCutOffIsAskedForShorterAndNeverJustClosed) {
  const std::vector<Plan> plans = plans_for(call_with(R"({"path": "a/b)"));
  ASSERT_EQ(plans.size(), 3U);
  EXPECT_TRUE(plans[0].shorter);
  EXPECT_EQ(plans[0].rung, Rung::kReask);
  Policy policy;
  policy.truncated_calls = pipeline::TruncatedCalls::kReject;
  EXPECT_TRUE(plans_for(call_with(R"({"path": "a/b)"), policy).empty());
}

TEST(Ladder, TheNextRequestTellsOfTheNewestError) {
  Ladder ladder(call_with(R"({"path": 5})"), &read_file(), {});
  EXPECT_NE(ladder.next(0.5)->prompt.find("path: expected string"), std::string::npos);
  ladder.failed(call_with(R"({"path": "a", "lines": "many"})"), &read_file());
  const std::string prompt = ladder.next(0.5)->prompt;
  EXPECT_NE(prompt.find("lines: expected integer"), std::string::npos) << prompt;
  EXPECT_EQ(prompt.find("path: expected"), std::string::npos) << prompt;
}

TEST(Backoff, RT4_DoublesUpToTheCap) {
  Policy policy;
  policy.max_delay = milliseconds(500);
  const std::vector<int> wanted = {100, 200, 400, 500, 500};
  for (unsigned i = 0; i < wanted.size(); ++i) EXPECT_EQ(backoff(policy, i + 1, 0.5), milliseconds(wanted[i]));
}

TEST(Backoff, RT4_JitterStaysWithinAFifth) {
  EXPECT_EQ(backoff({}, 1, 0.0), milliseconds(80));
  EXPECT_EQ(backoff({}, 1, 1.0), milliseconds(120));
}

TEST(Backoff, HugeNumbersNeitherOverflowNorPassTheCap) {
  Policy policy;
  policy.delay = milliseconds::max();
  policy.max_delay = milliseconds(60'000);
  EXPECT_LE(backoff(policy, 1'000'000, 1.0), policy.max_delay);
}

TEST(Ladder, RT8_TheEndTellsTheCountTheLastErrorAndWhatToDo) {
  Ladder ladder(call_with(R"({"path": 5})"), &read_file(), {});
  (void)all_plans(ladder);
  const pipeline::ToolCall call = ladder.exhausted();
  ASSERT_NE(call.error(), nullptr);
  EXPECT_EQ(call.error()->code, "ACODE-TLP-006");
  EXPECT_EQ(call.error()->message,
            "the model was asked again 3 times and did not get the call of read_file right; say what you want in other "
            "words, or try another model. The last error is ACODE-TLP-004: path: expected string, got integer 5");
  EXPECT_EQ(call.findings.back().code, "ACODE-TLP-004") << "the last error itself is kept";
}

TEST(Ladder, ACallThatWasNeverAskedForAgainKeepsItsError) {
  const Ladder ladder(call_with("{}", {}, "no_such_tool"), nullptr, {});
  EXPECT_EQ(ladder.exhausted().error()->code, "ACODE-TLP-005");
}

}  // namespace
}  // namespace acode::retry
