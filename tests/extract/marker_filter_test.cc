// The filter in front of the scan for markers: it may be wrong about where one begins, but never about where none does.
#include "extract/marker_filter.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace acode::extract {
namespace {

const std::vector<std::string_view> kMarkers = {"{",    "[",       ">>>",  "```",    "<tool_call>",
                                                " to=", "Action:", "run(", "◁think▷"};

MarkerFilter filter_of(const std::vector<std::string_view>& markers) {
  MarkerFilter filter;
  for (const std::string_view marker : markers) filter.add(marker);
  return filter;
}

TEST(MarkerFilter, PassesOverWhatBeginsLikeOneAndGoesOnOtherwise) {
  const MarkerFilter filter = filter_of(kMarkers);
  EXPECT_EQ(filter.next("so <b>: <tool_call>", 0), 8U);
  EXPECT_EQ(filter.next("runners walk to the rum bar, <tables> and all, and act.", 0), 55U);
  EXPECT_EQ(filter.next("a list [1]", 0), 7U);
  EXPECT_EQ(filter.next("a list [1]", 8), 10U);
}

TEST(MarkerFilter, WhatIsCutMayBecomeOne) {
  const MarkerFilter filter = filter_of(kMarkers);
  for (const std::string_view begun : {"<", "<t", "<to", "ru", "r", "\xE2", " t", "`"}) {
    for (const std::size_t before : {0U, 3U, 40U}) {
      EXPECT_EQ(filter.next(std::string(before, '.') + std::string(begun), 0), before) << begun;
    }
  }
  EXPECT_EQ(filter.next("", 0), 0U);
}

// Beside whatever else, at every place of sixteen.
TEST(MarkerFilter, MissesNone) {
  const MarkerFilter filter = filter_of(kMarkers);
  std::mt19937 random(7);
  const std::string_view letters = "abcrunto <=>[{`AT.\xE2\x97\x81";
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t size = random() % 70; text.size() < size;) text += letters[random() % letters.size()];
    const std::string_view marker = kMarkers[random() % kMarkers.size()];
    const std::size_t place = random() % (text.size() + 1);
    text.insert(place, marker);
    std::size_t found = 0;
    while ((found = filter.next(text, found)) < place) ++found;
    EXPECT_EQ(found, place) << text;
  }
}

}  // namespace
}  // namespace acode::extract
