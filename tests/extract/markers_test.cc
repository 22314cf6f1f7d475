// The scan for markers: which begin where, and what may still become one.
#include "extract/markers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace acode::extract {
namespace {

constexpr Meaning kFrame{Meaning::Kind::kFrame};

MarkerScan some_markers() {
  std::vector<Marker> common = {{"<call>", kFrame, Place::kAnywhere, 2},   {"<call>", kFrame, Place::kAnywhere, 1},
                                {"<call", kFrame, Place::kAnywhere, 0},    {"{", kFrame, Place::kAnywhere, 3},
                                {"Action:", kFrame, Place::kLineStart, 4}, {"once", kFrame, Place::kTextStart, 5}};
  std::vector<Marker> own = {{"<calls>", kFrame, Place::kAnywhere, 0}, {"run(", kFrame, Place::kWordStart, 0}};
  return {std::make_shared<const CommonMarkers>(std::move(common)), std::move(own)};
}

/// `position: text#rank …`, `position?` if more must come, `-` if there is nothing.
std::string found(std::string_view text, bool final = true) {
  static const MarkerScan kScan = some_markers();
  MarkerList markers;
  const MarkerScan::Found found = kScan.find(text, 0, Before{}, final, markers);
  if (found.state == MarkerScan::State::kNothing) return "-";
  std::string out = std::to_string(found.position);
  if (found.state == MarkerScan::State::kPart) return out + "?";
  out += ":";
  for (std::size_t i = 0; i < markers.size(); ++i) {
    out += " " + std::string(markers[i].text) + "#" + std::to_string(markers[i].rank);
  }
  return out;
}

TEST(MarkerScan, TheLongestFirstThenByRank) {
  EXPECT_EQ(found("a <call> b"), "2: <call>#1 <call>#2 <call#0");
  EXPECT_EQ(found("a <calls> b"), "2: <calls>#0 <call#0");
  EXPECT_EQ(found("a <cal b"), "-");
  EXPECT_EQ(found("x{"), "1: {#3");
}

TEST(MarkerScan, WhatMayBecomeOneIsWaitedFor) {
  EXPECT_EQ(found("a <", false), "2?");
  EXPECT_EQ(found("a <call", false), "2?") << "a longer one may come";
  EXPECT_EQ(found("a <call"), "2: <call#0");
  EXPECT_EQ(found("a b", false), "-");
}

TEST(MarkerScan, PlacesCount) {
  EXPECT_EQ(found("Action:"), "0: Action:#4");
  EXPECT_EQ(found("so\n * Action:"), "6: Action:#4");
  EXPECT_EQ(found("so Action:"), "-");
  EXPECT_EQ(found(" once"), "1: once#5");
  EXPECT_EQ(found("not once"), "-");
  EXPECT_EQ(found("(run(1"), "1: run(#0");
  EXPECT_EQ(found("overrun(1"), "-");
  EXPECT_EQ(found("overru", false), "-") << "inside a word none can begin";
}

TEST(Before, KnowsWhereTheNextTextStands) {
  const auto behind = [](std::string_view text) {
    Before before;
    before.pass(text);
    return std::string(before.text_start ? "T" : "") + (before.line_start ? "L" : "") + before.last;
  };
  EXPECT_EQ(behind(""), "TL\n");
  EXPECT_EQ(behind(" "), "TL ");
  EXPECT_EQ(behind("a"), "a");
  EXPECT_EQ(behind("a\n **"), "L*");
  EXPECT_EQ(behind("a\n b "), " ");
}

TEST(MarkerList, KeepsTheLongestIfThereAreTooMany) {
  std::vector<std::string> texts;
  for (std::size_t i = 1; i <= 40; ++i) texts.emplace_back(i, 'x');
  std::vector<Marker> markers;
  for (const std::string& text : texts) markers.push_back({text, kFrame, Place::kAnywhere, 0});
  MarkerList list;
  for (const Marker& marker : markers) list.add(marker);
  EXPECT_EQ(list[0].text.size(), 40U);
  EXPECT_LT(list.size(), 40U);
  EXPECT_EQ(list[list.size() - 1].text.size(), 40U - list.size() + 1);
}

}  // namespace
}  // namespace acode::extract
