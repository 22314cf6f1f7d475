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

// Those that were added beside others are found as they are, and so are the others.
TEST(MoreMarkersFilter, MissesNone) {
  const std::vector<std::string_view> more = {"get_weather(", "<get_weather>", "print(f(", "to=f<", "f("};
  const MarkerFilter common = filter_of(kMarkers);
  std::mt19937 random(11);
  for (std::size_t count = 1; count <= more.size(); ++count) {
    MoreMarkersFilter filter(common);
    std::vector<std::string_view> all = kMarkers;
    for (std::size_t i = 0; i < count; ++i) {
      filter.add(more[i]);
      all.push_back(more[i]);
    }
    for (int round = 0; round < 500; ++round) {
      std::string text(random() % 50, 'q');
      const std::string_view marker = all[random() % all.size()];
      const std::size_t place = random() % (text.size() + 1);
      text.insert(place, marker);
      if (random() % 3 == 0) text.resize(place + 1 + random() % marker.size());
      std::size_t found = 0;
      while ((found = filter.next(text, found)) < place) ++found;
      EXPECT_EQ(found, place) << text;
    }
  }
}

TEST(MoreMarkersFilter, PassesOverWhatBeginsWithOtherBytes) {
  const MarkerFilter common = filter_of(kMarkers);
  MoreMarkersFilter filter(common);
  filter.add("get_weather(");
  EXPECT_FALSE(filter.may_begin_own("getting on", 0));
  EXPECT_FALSE(filter.may_begin_own("get_water is another", 0)) << "ten bytes are looked at";
  EXPECT_TRUE(filter.may_begin_own("so get_weather(", 3));
  EXPECT_TRUE(filter.may_begin_own("so ge", 3)) << "more may come";
  EXPECT_FALSE(filter.may_begin_own("<tool_call>", 0)) << "it is none of its own";
}

}  // namespace
}  // namespace acode::extract
