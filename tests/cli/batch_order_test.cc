// Answers of many workers: in order, as soon as may be, and never more of them held than was said.
#include "cli/batch_order.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace acode::cli {
namespace {

constexpr std::size_t kMuch = std::size_t{1} << 30;
constexpr std::size_t kBlock = std::size_t{128} << 10;
constexpr std::chrono::milliseconds kAWhile{20};

BatchAnswers answers_of(std::string text) { return {.text = std::move(text), .rows = 1, .bytes = 1}; }

/// An order, and what it has written.
class BatchOrders : public testing::Test {
 protected:
  BatchOrder make(std::size_t most_bytes) {
    return BatchOrder(most_bytes, [this](const BatchAnswers& answers) {
      written_ += answers.text;
      return true;
    });
  }

  static void hand_in(BatchOrder& order, std::size_t place, std::string text) {
    BatchAnswers answers = answers_of(std::move(text));
    order.hand_in(place, answers);
    EXPECT_TRUE(answers.text.empty());
    EXPECT_EQ(answers.rows, 0U);
  }

  std::string written_;
};

TEST_F(BatchOrders, WhatIsNextIsWrittenAtOnceAndAllBehindIt) {
  BatchOrder order = make(kMuch);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(order.enter(kBlock), i);
  hand_in(order, 0, "a");
  EXPECT_EQ(written_, "a");
  hand_in(order, 3, "d");
  hand_in(order, 2, "c");
  EXPECT_EQ(written_, "a") << "the second is slow";
  hand_in(order, 1, "b");
  EXPECT_EQ(written_, "abcd");
  hand_in(order, 4, "e");
  EXPECT_EQ(written_, "abcde");
}

TEST_F(BatchOrders, MemoryIsUsedAgain) {
  BatchOrder order = make(kMuch);
  BatchAnswers answers = answers_of(std::string(kBlock, 'x'));
  const char* const memory = answers.text.data();
  order.hand_in(order.enter(kBlock), answers);
  EXPECT_EQ(answers.text.data(), memory) << "who writes its own answers keeps it";
  answers = answers_of(std::string(std::size_t{8} << 20, 'x'));
  order.hand_in(order.enter(kBlock), answers);
  EXPECT_LT(answers.text.capacity(), std::size_t{4} << 20) << "but not what something long has grown";
}

TEST_F(BatchOrders, ManyWorkers) {
  BatchOrder order = make(10 * kBlock);
  std::mutex entering;
  std::size_t left = 5000;
  std::string expected;
  const auto work = [&] {
    while (true) {
      std::size_t place = 0;
      {
        const std::lock_guard lock(entering);
        if (left == 0) return;
        --left;
        ASSERT_TRUE(order.wait_for_room());
        place = order.enter(kBlock);
        expected += std::to_string(place) + "\n";
      }
      if (place % 7 == 0) std::this_thread::yield();
      hand_in(order, place, std::to_string(place) + "\n");
    }
  };
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < 8; ++i) workers.emplace_back(work);
  }
  EXPECT_TRUE(written_ == expected);
}

TEST_F(BatchOrders, OthersDoNotWaitForWhoWrites) {
  std::promise<void> go_on;
  std::atomic<std::size_t> written = 0;
  BatchOrder order(kMuch, [&](const BatchAnswers&) {
    if (written == 0) go_on.get_future().wait();
    ++written;
    return true;
  });
  for (std::size_t i = 0; i < 3; ++i) order.enter(kBlock);
  const std::jthread writer([&] { hand_in(order, 0, "a"); });
  hand_in(order, 1, "b");
  hand_in(order, 2, "c");
  EXPECT_EQ(written, 0U);
  order.enter(kBlock);
  go_on.set_value();
  while (written < 3) std::this_thread::yield();
}

TEST_F(BatchOrders, WhoIsFarAheadWaits) {
  BatchOrder order = make(3 * kBlock);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(order.wait_for_room());
    order.enter(kBlock);
  }
  std::future<bool> room = std::async(std::launch::async, [&] { return order.wait_for_room(); });
  hand_in(order, 1, std::string(kBlock, 'b'));
  hand_in(order, 2, std::string(kBlock, 'c'));
  EXPECT_EQ(room.wait_for(kAWhile), std::future_status::timeout) << "the first is slow";
  hand_in(order, 0, "a");
  EXPECT_TRUE(room.get());
}

TEST_F(BatchOrders, AnswersCountOnceTheLinesAreGone) {
  BatchOrder order = make(3 * kBlock);
  for (std::size_t i = 0; i < 3; ++i) order.enter(kBlock);
  hand_in(order, 1, "short");
  EXPECT_TRUE(order.wait_for_room()) << "its lines are held no more";
  hand_in(order, 2, std::string(4 * kBlock, 'c'));
  std::future<bool> room = std::async(std::launch::async, [&] { return order.wait_for_room(); });
  EXPECT_EQ(room.wait_for(kAWhile), std::future_status::timeout) << "answers longer than their lines";
  hand_in(order, 0, "a");
  EXPECT_TRUE(room.get());
}

TEST_F(BatchOrders, EvenEmptyBlocksAreBounded) {
  BatchOrder order = make(3 * kBlock);
  std::size_t entered = 0;
  std::jthread enterer([&] {
    while (order.wait_for_room()) {
      order.enter(0);
      ++entered;
    }
  });
  std::this_thread::sleep_for(kAWhile);
  order.stop();
  enterer.join();
  EXPECT_LT(entered, 1000U);
}

TEST_F(BatchOrders, OneBlockMayAlwaysBeRead) {
  BatchOrder order = make(1);
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(order.wait_for_room());
    hand_in(order, order.enter(kMuch), "a");
  }
  EXPECT_EQ(written_, "aaa");
}

TEST_F(BatchOrders, StoppedNothingIsWrittenAndNobodyWaits) {
  BatchOrder order = make(1);
  order.enter(kBlock);
  std::future<bool> room = std::async(std::launch::async, [&] { return order.wait_for_room(); });
  EXPECT_EQ(room.wait_for(kAWhile), std::future_status::timeout);
  EXPECT_FALSE(order.stopped());
  order.stop();
  EXPECT_FALSE(room.get());
  EXPECT_TRUE(order.stopped());
  hand_in(order, 0, "a");
  EXPECT_EQ(written_, "");
}

TEST_F(BatchOrders, AfterAFailureNothingIsWritten) {
  std::atomic<std::size_t> tried = 0;
  BatchOrder order(8 * kBlock, [&](const BatchAnswers& answers) {
    ++tried;
    return answers.text != "500";
  });
  std::mutex entering;
  const auto work = [&] {
    while (true) {
      std::size_t place = 0;
      {
        const std::lock_guard lock(entering);
        if (!order.wait_for_room()) return;
        place = order.enter(kBlock);
      }
      hand_in(order, place, std::to_string(place));
    }
  };
  {
    std::vector<std::jthread> workers;  // that would never end
    for (int i = 0; i < 4; ++i) workers.emplace_back(work);
  }
  EXPECT_EQ(tried, 501U);
  EXPECT_TRUE(order.stopped());
}

}  // namespace
}  // namespace acode::cli
