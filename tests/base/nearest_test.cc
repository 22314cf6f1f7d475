// Words that were nearly right.
#include "base/nearest.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace acode::base {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"json", "jsonl", "in-place", "max-bytes", "max-depth"};
constexpr std::array<std::string_view, 4> kTools = {"read_file", "write_file", "run_tests", "search-web"};

TEST(EditDistance, CountsSlips) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", "abc"), 0U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("abc", "abd"), 1U);
  EXPECT_EQ(edit_distance("abc", "abcd"), 1U);
  EXPECT_EQ(edit_distance("abc", "bc"), 1U);
  EXPECT_EQ(edit_distance("repiar", "repair"), 1U) << "neighbours swapped";
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(Nearest, FindsTheOneMeant) {
  EXPECT_EQ(nearest("jsn", kNames), "json");
  EXPECT_EQ(nearest("jsonll", kNames), "jsonl");
  EXPECT_EQ(nearest("inplace", kNames), "in-place");
  EXPECT_EQ(nearest("max-dept", kNames), "max-depth");
  EXPECT_EQ(nearest("reed_file", kTools), "read_file");
}

TEST(Nearest, IsBlindForCaseAndSeparators) {
  EXPECT_EQ(nearest("ReadFile", kTools), "read_file");
  EXPECT_EQ(nearest("search.web", kTools), "search-web");
  EXPECT_EQ(nearest("RUN TESTS", kTools), "run_tests");
  constexpr std::array<std::string_view, 2> kTwins = {"ab_d", "a_bc"};
  EXPECT_EQ(nearest("AB-C", kTwins), "a_bc") << "the same letters come before a slip";
}

TEST(Nearest, LooksBehindTheNameOfAFolder) {
  EXPECT_EQ(nearest("functions.read_file", kTools), "read_file");
  EXPECT_EQ(nearest("mcp__files__write_file", kTools), "write_file");
  EXPECT_EQ(nearest("tools/run_tests", kTools), "run_tests");
}

TEST(Nearest, TakesABeginningThatOnlyOneHas) {
  EXPECT_EQ(nearest("in", kNames), "in-place");
  EXPECT_EQ(nearest("max-", kNames), "") << "two begin with it";
}

TEST(Nearest, DoesNotGuessWildly) {
  EXPECT_EQ(nearest("colour", kNames), "");
  EXPECT_EQ(nearest("", kNames), "");
  EXPECT_EQ(nearest("--", kNames), "");
  EXPECT_EQ(nearest(std::string(100000, 'x'), kNames), "");
}

}  // namespace
}  // namespace acode::base
