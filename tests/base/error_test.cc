// Places in a text.
#include "acode/error.h"

#include <gtest/gtest.h>

#include <string_view>

namespace acode {
namespace {

constexpr std::string_view kText = "ab\ncd\n\né";

TEST(Locate, LinesAndColumnsCountFromOne) {
  EXPECT_EQ(locate(kText, 0), (Position{0, 1, 1}));
  EXPECT_EQ(locate(kText, 1), (Position{1, 1, 2}));
  EXPECT_EQ(locate(kText, 2), (Position{2, 1, 3})) << "the line break itself";
  EXPECT_EQ(locate(kText, 3), (Position{3, 2, 1}));
  EXPECT_EQ(locate(kText, 7), (Position{7, 4, 1}));
  EXPECT_EQ(locate(kText, 9), (Position{9, 4, 3})) << "columns are bytes";
  EXPECT_EQ(locate(kText, 100), (Position{9, 4, 3})) << "past the end is the end";
}

TEST(Locator, ManyOffsetsAreAsOneByOne) {
  for (std::size_t first = 0; first < kText.size() + 2; ++first) {
    for (std::size_t second = 0; second < kText.size() + 2; ++second) {
      Locator locator(kText);
      EXPECT_EQ(locator.at(first), locate(kText, first));
      EXPECT_EQ(locator.at(second), locate(kText, second)) << "behind " << first;
    }
  }
}

}  // namespace
}  // namespace acode
