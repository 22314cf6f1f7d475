// What is said of a word that was nearly right.
#include "cli/suggest.h"

#include <gtest/gtest.h>

#include <array>

namespace acode::cli {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"json", "jsonl", "in-place", "max-bytes", "max-depth"};

TEST(DidYouMean, IsASentenceOrNothing) {
  EXPECT_EQ(did_you_mean("jsn", kNames, "--"), "; did you mean '--json'?");
  EXPECT_EQ(did_you_mean("in_place", kNames), "; did you mean 'in-place'?");
  EXPECT_EQ(did_you_mean("colour", kNames, "--"), "");
}

}  // namespace
}  // namespace acode::cli
