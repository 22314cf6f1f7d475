// The ring: order, bounds, and many threads at once.
#include "observe/ring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <thread>
#include <vector>

namespace acode::observe {
namespace {

TEST(Ring, GivesBackInOrderAndIsBounded) {
  Ring<int> ring(3);
  EXPECT_EQ(ring.capacity(), 4U);
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(ring.push(int(i)));
    EXPECT_FALSE(ring.push(9));
    for (int i = 0; i < 4; ++i) EXPECT_EQ(ring.pop(), i);
    EXPECT_EQ(ring.pop(), std::nullopt);
  }
}

TEST(Ring, WhatHasNoRoomStaysWithItsOwner) {
  Ring<std::unique_ptr<int>> ring(2);
  ring.push(std::make_unique<int>(1));
  ring.push(std::make_unique<int>(2));
  auto third = std::make_unique<int>(3);
  EXPECT_FALSE(ring.push(std::move(third)));
  EXPECT_NE(third, nullptr);  // NOLINT(bugprone-use-after-move): that is the point
}

struct Counted {
  static inline int alive = 0;
  Counted() noexcept { ++alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --alive; }
};

TEST(Ring, MakesAValueForEachSlotThatIsUsedAndNoMore) {
  const auto nothing = [](Counted&) {};
  for (const int pushes : {0, 3, 4, 9}) {
    {
      Ring<Counted> ring(4);
      for (int i = 0; i < pushes; ++i) {
        EXPECT_TRUE(ring.fill(nothing));
        EXPECT_TRUE(ring.take(nothing));
      }
      EXPECT_EQ(Counted::alive, std::min(pushes, 4));
    }
    EXPECT_EQ(Counted::alive, 0);
  }
}

TEST(Ring, ManyThreadsAtOnceLoseNothingAndKeepTheirOrder) {
  constexpr int kThreads = 4;
  constexpr int kEach = 20'000;
  Ring<int> ring(64);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&ring, thread] {
      for (int i = 0; i < kEach; ++i) {
        while (!ring.push(thread * kEach + i)) std::this_thread::yield();
      }
    });
  }
  std::array<int, kThreads> next{};
  for (int count = 0; count < kThreads * kEach;) {
    const auto value = ring.pop();
    if (!value) {
      std::this_thread::yield();
      continue;
    }
    ASSERT_EQ(*value % kEach, next.at(static_cast<std::size_t>(*value / kEach))++);
    ++count;
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ring.pop(), std::nullopt);
}

}  // namespace
}  // namespace acode::observe
