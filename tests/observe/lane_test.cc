// The lane: one thread puts in what another takes out.
#include "observe/lane.h"

#include <gtest/gtest.h>

#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace acode::observe {
namespace {

constexpr std::size_t kLargest = 100;

/// Puts a text in, behind its length.
bool put(Lane& lane, std::string_view text) {
  char* const room = lane.room();
  if (room == nullptr) return false;
  room[0] = static_cast<char>(text.size());
  std::memcpy(room + 1, text.data(), text.size());
  lane.put(1 + text.size());
  return true;
}

std::string text_at(const char* record) { return {record + 1, static_cast<std::size_t>(record[0])}; }

std::vector<std::string> taken(Lane& lane, std::size_t most = 1000) {
  std::vector<std::string> texts;
  lane.take(most, [&texts](const char* record) { return texts.emplace_back(text_at(record)).size() + 1; });
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Lane, RecordsOfAnySizeComeOutInTheirOrder) {
  LaneQuota quota(1000);
  Lane lane(8, kLargest, quota);
  EXPECT_EQ(taken(lane), Texts());
  const Texts texts = {"one", std::string(99, 'x'), "", "the fourth"};
  for (int round = 0; round < 5; ++round) {
    for (const std::string& text : texts) EXPECT_TRUE(put(lane, text));
    EXPECT_EQ(taken(lane), texts);
    EXPECT_EQ(taken(lane), Texts());
  }
}

TEST(Lane, BeginsAgainOnlyWhenAllIsTaken) {
  LaneQuota quota(1000);
  Lane lane(3, kLargest, quota);
  const char* const beginning = lane.room();
  for (const char* text : {"a", "b", "c"}) EXPECT_TRUE(put(lane, text));
  EXPECT_EQ(lane.room(), nullptr);
  EXPECT_EQ(taken(lane, 2), (Texts{"a", "b"}));
  EXPECT_EQ(lane.room(), nullptr) << "what is left lies before it";
  EXPECT_EQ(taken(lane, 2), Texts{"c"});
  EXPECT_EQ(lane.room(), beginning);
  EXPECT_EQ(lane.room(), beginning) << "asked for again";
  EXPECT_TRUE(put(lane, "d"));
  EXPECT_NE(lane.room(), beginning);
  EXPECT_EQ(taken(lane), Texts{"d"});
}

TEST(Lane, TakesWhatComesMeanwhile) {
  LaneQuota quota(1000);
  Lane lane(8, kLargest, quota);
  put(lane, "a");
  Texts texts;
  lane.take(2, [&](const char* record) {
    texts.push_back(text_at(record));
    put(lane, text_at(record) + "+");
    return texts.back().size() + 1;
  });
  EXPECT_EQ(texts, (Texts{"a", "a+"}));
  EXPECT_EQ(taken(lane), Texts{"a++"});
}

TEST(Lane, WhatWasNotUsedStays) {
  LaneQuota quota(1000);
  Lane lane(8, kLargest, quota);
  for (const char* text : {"a", "b", "c"}) put(lane, text);
  const auto throw_at_b = [](const char* record) {
    if (text_at(record) == "b") throw std::bad_alloc();
    return text_at(record).size() + 1;
  };
  EXPECT_THROW(lane.take(10, throw_at_b), std::bad_alloc);
  put(lane, "d");
  EXPECT_EQ(taken(lane), (Texts{"b", "c", "d"}));
}

TEST(Lane, IsDoneWhenItIsLeftAndEmpty) {
  LaneQuota quota(1000);
  Lane lane(8, kLargest, quota);
  put(lane, "a");
  EXPECT_FALSE(lane.is_done());
  lane.leave();
  EXPECT_FALSE(lane.is_done());
  taken(lane);
  EXPECT_TRUE(lane.is_done());
}

TEST(Lane, LanesShareAQuota) {
  LaneQuota quota(100);
  Lane first(1000, kLargest, quota);
  Lane second(1000, kLargest, quota);
  std::size_t count = 0;
  while (put(first, "a")) ++count;
  EXPECT_EQ(count, 128U) << "steps of 64, the last of which may go beyond it";
  EXPECT_FALSE(put(second, "b"));
  EXPECT_EQ(taken(first).size(), count);
  EXPECT_FALSE(put(second, "b")) << "what it once had it keeps";
  quota.give_back(first.granted());
  EXPECT_TRUE(put(second, "b"));
}

TEST(Lane, TwoThreadsAtOnceLoseNothing) {
  constexpr std::uint32_t kCount = 100'000;
  LaneQuota quota(1000);
  Lane lane(100, kLargest, quota);
  std::thread recorder([&lane] {
    for (std::uint32_t i = 0; i < kCount; ++i) {
      char* room = lane.room();
      for (; room == nullptr; room = lane.room()) std::this_thread::yield();
      std::memcpy(room, &i, sizeof(i));
      std::memset(room + sizeof(i), static_cast<int>(i & 0x7f), i % 90);
      lane.put(sizeof(i) + i % 90);
    }
    lane.leave();
  });
  std::uint32_t next = 0;
  bool good = true;
  while (!lane.is_done()) {
    lane.take(70, [&next, &good](const char* record) {
      std::uint32_t i = 0;
      std::memcpy(&i, record, sizeof(i));
      good = good && i == next++ && (i % 90 == 0 || record[sizeof(i) + i % 90 - 1] == static_cast<char>(i & 0x7f));
      return sizeof(i) + i % 90;
    });
    std::this_thread::yield();
  }
  recorder.join();
  EXPECT_TRUE(good);
  EXPECT_EQ(next, kCount);
}

}  // namespace
}  // namespace acode::observe
