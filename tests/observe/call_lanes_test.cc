// The lanes of threads: who has which, what is told in them, and what becomes of them.
#include "observe/call_lanes.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "observe/stories.h"

namespace acode::observe {
namespace {

using Texts = std::vector<std::string>;
constexpr std::size_t kMuch = 1U << 20U;

/// Writes down what it hears: the id of a call, and whose it was.
struct Listener {
  Texts& heard;

  void hear(const BriefStory& brief, const Origin* origin) const {
    heard.push_back(std::string(brief.texts(), brief.id_size) + " of " + (origin ? origin->model : "nobody"));
  }
  void hear(const CallStory& story) const { heard.push_back("story " + story.correlation_id); }
  void hear(const CallEvent& event) const { heard.push_back("event " + event.correlation_id); }
};

Texts heard(CallLanes& lanes) {
  Texts texts;
  lanes.each([&texts](CallLane& lane) {
    lane.take(1000, Listener{texts});
    return true;
  });
  return texts;
}

std::size_t count(CallLanes& lanes) {
  std::size_t found = 0;
  lanes.each([&found](CallLane& /*lane*/) { return ++found > 0; });
  return found;
}

std::shared_ptr<const Origin> model(const char* name) {
  return std::make_shared<const Origin>(Origin{"provider", name});
}

void tell(CallLanes& lanes, const std::shared_ptr<const Origin>& origin, std::string_view id) {
  pipeline::ParseResult result = test::result_of(R"({"path": "a"})");
  result.calls.at(0).id = id;
  EXPECT_TRUE(lanes.mine()->tell(origin, result, result.calls[0]));
}

TEST(CallLanes, AThreadKeepsItsLane) {
  CallLanes lanes(8, kMuch);
  CallLanes others(8, kMuch);
  CallLane* const mine = lanes.mine();
  EXPECT_EQ(lanes.mine(), mine);
  EXPECT_NE(others.mine(), mine);
  EXPECT_EQ(lanes.mine(), mine);
  CallLane* theirs = nullptr;
  std::thread([&] { theirs = lanes.mine(); }).join();
  EXPECT_NE(theirs, mine);
}

TEST(CallLanes, WhatIsToldIsHeardInItsOrder) {
  CallLanes lanes(16, kMuch);
  const auto a = model("a");
  tell(lanes, a, "1");
  tell(lanes, a, "2");
  auto story = std::make_unique<CallStory>();
  story->correlation_id = "3";
  EXPECT_TRUE(lanes.mine()->tell(std::move(story)));
  tell(lanes, model("b"), "4");
  auto event = std::make_unique<CallEvent>();
  event->correlation_id = "5";
  EXPECT_TRUE(lanes.mine()->tell(std::move(event)));
  tell(lanes, nullptr, "6");
  EXPECT_EQ(heard(lanes), (Texts{"1 of a", "2 of a", "story 3", "4 of b", "event 5", "6 of nobody"}));
  tell(lanes, nullptr, "7");
  tell(lanes, a, "8");
  EXPECT_EQ(heard(lanes), (Texts{"7 of nobody", "8 of a"}));
}

TEST(CallLanes, AnOriginIsHeldOnlyAsLongAsItIsTheLast) {
  CallLanes lanes(16, kMuch);
  auto a = model("a");
  const std::weak_ptr<const Origin> watch = a;
  tell(lanes, a, "1");
  a.reset();
  EXPECT_EQ(heard(lanes), Texts{"1 of a"});
  EXPECT_FALSE(watch.expired()) << "the next may be of the same";
  tell(lanes, model("b"), "2");
  EXPECT_EQ(heard(lanes), Texts{"2 of b"});
  EXPECT_TRUE(watch.expired());
}

TEST(CallLanes, WhatNobodyHasHeardGoesWithThem) {
  const auto a = model("a");
  {
    CallLanes lanes(16, kMuch);
    tell(lanes, a, "1");
    auto story = std::make_unique<CallStory>();
    story->origin = a;
    EXPECT_TRUE(lanes.mine()->tell(std::move(story)));
  }
  EXPECT_EQ(a.use_count(), 1);
}

TEST(CallLanes, WhatAThreadToldBeforeItEndedIsThere) {
  CallLanes lanes(16, kMuch);
  std::thread([&lanes] { tell(lanes, model("a"), "1"); }).join();
  EXPECT_EQ(heard(lanes), Texts{"1 of a"});
  EXPECT_EQ(count(lanes), 0U) << "the lane is given back";
}

TEST(CallLanes, TheRoomOfThreadsThatEndedIsThereForOthers) {
  CallLanes lanes(64, 64 * CallLane::kLargest);
  for (int i = 0; i < 5; ++i) {
    std::thread([&lanes] { tell(lanes, model("a"), "1"); }).join();
    EXPECT_EQ(heard(lanes).size(), 1U);
  }
}

TEST(CallLanes, AFullLaneIsNoMatterForOthers) {
  CallLanes lanes(2, kMuch);
  const auto a = model("a");
  tell(lanes, a, "1");
  tell(lanes, a, "2");
  EXPECT_FALSE(lanes.mine()->tell(std::make_unique<CallEvent>()));
  std::thread([&lanes, &a] { tell(lanes, a, "3"); }).join();
  EXPECT_EQ(heard(lanes), (Texts{"1 of a", "2 of a", "3 of a"}));
}

TEST(CallLanes, ThoseThatAreLeftOutWait) {
  CallLanes lanes(8, kMuch);
  for (const char* id : {"1", "2"}) std::thread([&lanes, id] { tell(lanes, model("a"), id); }).join();
  EXPECT_FALSE(lanes.each([](CallLane& /*lane*/) { return false; }));
  EXPECT_EQ(heard(lanes).size(), 2U);
}

TEST(CallLanes, ANewStoreIsNotTakenForAnOldOne) {
  const auto a = model("a");
  std::thread([&a] {
    for (int i = 0; i < 100; ++i) {
      const auto lanes = std::make_unique<CallLanes>(8, kMuch);
      tell(*lanes, a, "1");
      EXPECT_EQ(heard(*lanes), Texts{"1 of a"});
    }
  }).join();
  EXPECT_EQ(a.use_count(), 1);
}

}  // namespace
}  // namespace acode::observe
