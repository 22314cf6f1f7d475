// Words that were nearly right.
#include "cli/suggest.h"

#include <gtest/gtest.h>

#include <array>

namespace acode::cli {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"json", "jsonl", "in-place", "max-bytes", "max-depth"};

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
}

TEST(Nearest, TakesABeginningThatOnlyOneHas) {
  EXPECT_EQ(nearest("in", kNames), "in-place");
  EXPECT_EQ(nearest("max-", kNames), "") << "two begin with it";
}

TEST(Nearest, DoesNotGuessWildly) {
  EXPECT_EQ(nearest("colour", kNames), "");
  EXPECT_EQ(nearest("", kNames), "");
  EXPECT_EQ(nearest(std::string(100000, 'x'), kNames), "");
}

TEST(DidYouMean, IsASentenceOrNothing) {
  EXPECT_EQ(did_you_mean("jsn", kNames, "--"), "; did you mean '--json'?");
  EXPECT_EQ(did_you_mean("colour", kNames, "--"), "");
}

}  // namespace
}  // namespace acode::cli
