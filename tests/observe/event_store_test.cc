// The store when all is well: what goes in comes out, figures, pruning, many threads, breakers (OB-4, RT-6).
#include "observe/event_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "cli/program.h"
#include "observe/event_reader.h"
#include "observe/stories.h"

namespace acode::observe {
namespace {

namespace fs = std::filesystem;
using acode::test::TemporaryFolder;

WallTime now() { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

/// For stores that must not complain.
void unexpected(const std::string& what) { ADD_FAILURE() << what; }

EventReader reader_of(const std::string& file) {
  auto opened = EventReader::open(file);
  if (auto* error = std::get_if<ReadError>(&opened)) throw std::runtime_error(error->message);
  return std::move(std::get<EventReader>(opened));
}

std::vector<CallEvent> found(const std::string& file, std::string_view correlation_id) {
  return std::get<std::vector<CallEvent>>(reader_of(file).find(correlation_id));
}

CallStats stats_of(const std::string& file, const EventFilter& filter = {}) {
  return std::get<CallStats>(reader_of(file).stats(filter));
}

CallEvent full_event() {
  CallEvent event;
  event.time = now();
  event.provider = "ollama";
  event.model = "qwen3:8b";
  event.correlation_id = "corr-1";
  event.tool_name = "read_file";
  event.tool_call_id = "call_1";
  event.outcome = Outcome::kRetried;
  event.coerced = true;
  event.truncated = true;
  event.repairs = {{"trailing_comma", 2}, {"single_quotes", 1}};
  event.coercions = {"a \"b\"\n string_to_number"};
  event.validation_errors = {"path type", "items[2].name required"};
  event.retry_count = 2;
  event.parse_time = std::chrono::nanoseconds(900);
  event.repair_time = std::chrono::microseconds(7);
  event.retry_time = std::chrono::seconds(3);
  event.total_tokens = 1234;
  event.error_code = "ACODE-TLP-004";
  event.error_position = 0;
  Attempt first;
  first.rung = "first";
  first.original = "{\"path\": ***,}";
  first.edits = {{"trailing_comma", 12, 1, 0, ""}, {"literal", {}, 4, 4, "\""}};
  first.repaired = "{\"path\": ***}";
  first.error_code = "ACODE-TLP-004";
  first.error_message = "path: expected string, got integer";
  event.attempts = {first, {2, "reemit", "{\"path\": \"*\"}", {}, "", "", ""}};
  event.execution = "ran, exit status 0";
  return event;
}

TEST(EventStore, WhatGoesInComesOut) {
  const TemporaryFolder folder;
  const std::string file = folder.file("deep/er/events.db");
  CallEvent plain;
  plain.time = now();
  plain.correlation_id = "corr-1";
  {
    EventStore store({.file = file}, unexpected);
    store.record(full_event());
    store.record(CallEvent(plain));
    store.flush();
    EXPECT_EQ(store.written(), 2U);
    EXPECT_EQ(store.dropped(), 0U);
    EXPECT_EQ(found(file, "corr-1").size(), 2U);  // while the store is open
  }
  CallEvent expected = full_event();
  const std::vector<CallEvent> events = found(file, "corr-1");
  ASSERT_EQ(events.size(), 2U);
  expected.time = events[0].time;
  EXPECT_EQ(events[0], expected);
  EXPECT_EQ(events[1], plain);
  EXPECT_EQ(found(file, "corr-2").size(), 0U);
}

TEST(EventStore, BriefAndWholeStoriesTakeTurns) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  const auto origin = std::make_shared<const Origin>(Origin{"ollama", "m"});
  const pipeline::ParseResult right = test::result_of(R"({"path": "a"})");
  const pipeline::ParseResult mended = test::result_of(R"({"path": 'a'})");
  const WallTime before = now() - std::chrono::seconds(1);  // one of the clocks is coarse
  constexpr std::size_t kStories = 12;
  {
    EventStore store({.file = file, .capacity = 4}, unexpected);
    for (std::size_t i = 0; i < kStories; ++i) {
      const pipeline::ParseResult& result = i % 3 == 1 ? mended : right;
      store.record(origin, result, result.calls.at(0));
      store.flush();
    }
  }
  const std::vector<CallEvent> events = found(file, "corr-1");
  ASSERT_EQ(events.size(), kStories);
  for (std::size_t i = 0; i < kStories; ++i) {
    EXPECT_EQ(events[i].outcome, i % 3 == 1 ? Outcome::kRepaired : Outcome::kSuccess) << i;
    EXPECT_EQ(events[i].provider, "ollama") << i;
    EXPECT_EQ(events[i].attempts.at(0).original, i % 3 == 1 ? R"({"path": '*'})" : R"({"path": "*"})") << i;
    EXPECT_GE(events[i].time, before) << i;
    EXPECT_LE(events[i].time, now()) << i;
  }
}

TEST(EventStore, TheFileIsItsOwnersOnly) {
  const TemporaryFolder folder;
  EventStore store({.file = folder.file("state/events.db")}, unexpected);
  store.record(full_event());
  store.flush();
  for (const char* name : {"state/events.db", "state/events.db-wal", "state/events.db-shm"}) {
    EXPECT_EQ(fs::status(folder.file(name)).permissions(), fs::perms::owner_read | fs::perms::owner_write) << name;
  }
  EXPECT_EQ(fs::status(folder.file("state")).permissions(), fs::perms::owner_all);
}

TEST(EventStore, NothingIsMadeWhereNothingIsRecorded) {
  const TemporaryFolder folder;
  {
    EventStore store({.file = folder.file("state/events.db"), .interval = std::chrono::milliseconds(1)}, unexpected);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_FALSE(fs::exists(folder.file("state")));
}

TEST(EventStore, AStoryIsMaskedOnItsWay) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  {
    EventStore store({.file = file}, unexpected);
    store.record(test::story_with(R"({path: 'hidden',})"));
  }
  const std::vector<CallEvent> events = found(file, "corr-1");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].outcome, Outcome::kRepaired);
  EXPECT_EQ(events[0].attempts.at(0).original, R"({path: '******',})");
}

TEST(EventStore, WritesByItselfWithinTheInterval) {
  const TemporaryFolder folder;
  EventStore store({.file = folder.file("events.db")}, unexpected);
  store.record(full_event());
  for (int i = 0; i < 1000 && store.written() == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(store.written(), 1U);
}

TEST(EventStore, FiguresByProviderAndTime) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  {
    EventStore store({.file = file}, unexpected);
    for (int i = 0; i < 10; ++i) {
      CallEvent event = full_event();
      event.provider = i < 6 ? "ollama" : "openai";
      event.time = now() - std::chrono::hours(i);
      event.outcome = i % 2 == 0 ? Outcome::kSuccess : Outcome::kFailed;
      event.parse_time = std::chrono::nanoseconds(100 * (i + 1));
      store.record(std::move(event));
    }
  }
  const CallStats all = stats_of(file);
  EXPECT_EQ(all.counts.total, 10U);
  EXPECT_EQ(all.parse.p50, std::chrono::nanoseconds(500));
  EXPECT_EQ(all.parse.p95, std::chrono::nanoseconds(1000));
  EXPECT_EQ(all.repairs, (Ranking{{"trailing_comma", 20}, {"single_quotes", 10}}));
  const CallStats ollama = stats_of(file, {.provider = "ollama"});
  EXPECT_EQ(ollama.counts.total, 6U);
  EXPECT_EQ(ollama.counts.success, 3U);
  EXPECT_EQ(ollama.parse.mean, std::chrono::nanoseconds(350));
  const CallStats recent = stats_of(file, {.provider = "ollama", .since = now() - std::chrono::minutes(150)});
  EXPECT_EQ(recent.counts.total, 3U);
  EXPECT_EQ(stats_of(file, {.provider = "nobody"}).counts.total, 0U);
}

TEST(EventStore, OldEventsArePruned) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  const auto record = [&file](int count, std::chrono::hours age) {
    EventStore store({.file = file, .keep = std::chrono::hours(0)}, unexpected);
    for (int i = 0; i < count; ++i) {
      CallEvent event = full_event();
      event.time = now() - age;
      store.record(std::move(event));
    }
  };
  record(1200, std::chrono::hours(24 * 31));
  record(5, std::chrono::hours(24 * 29));
  EXPECT_EQ(stats_of(file).counts.total, 1205U);
  EventStore store({.file = file, .interval = std::chrono::milliseconds(1)}, unexpected);
  store.record(full_event());
  for (int i = 0; i < 1000 && stats_of(file).counts.total != 6; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(stats_of(file).counts.total, 6U);
}

TEST(EventStore, AShortRunPrunesABiteToo) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  CallEvent old = full_event();
  old.time = now() - std::chrono::hours(24 * 31);
  {
    EventStore store({.file = file, .keep = std::chrono::hours(0)}, unexpected);
    store.record(std::move(old));
  }
  {
    EventStore store({.file = file}, unexpected);
    store.record(full_event());
  }
  EXPECT_EQ(stats_of(file).counts.total, 1U);
}

TEST(EventStore, ManyThreadsRecordAtOnce) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  {
    EventStore store({.file = file}, unexpected);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&store] {
        for (int i = 0; i < 500; ++i) store.record(test::story_with(R"({"path": "x",})"));
        store.flush();
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(store.written(), 2000U);
  }
  EXPECT_EQ(stats_of(file).counts.repaired, 2000U);
}

// Each thread ends before the store has a turn.
TEST(EventStore, CallsOfThreadsThatEndedAreWritten) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  constexpr std::size_t kThreads = 5;
  EventStore store({.file = file, .interval = std::chrono::seconds(60)}, unexpected);
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    std::thread([&store, thread] {
      const auto origin = std::make_shared<const Origin>(Origin{"ollama", std::to_string(thread)});
      const pipeline::ParseResult result = test::result_of(R"({"path": "a"})");
      for (std::size_t i = 0; i <= thread; ++i) store.record(origin, result, result.calls.at(0));
    }).join();
  }
  store.flush();
  EXPECT_EQ(store.written(), 15U);
  EXPECT_EQ(store.dropped(), 0U);
  std::vector<std::size_t> counts(kThreads);
  for (const CallEvent& event : found(file, "corr-1")) ++counts.at(std::stoul(event.model));
  EXPECT_EQ(counts, (std::vector<std::size_t>{1, 2, 3, 4, 5}));
}

TEST(EventStore, ThreadsThatFlushFindTheirCallsInTheirOrder) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  constexpr int kThreads = 4;
  constexpr int kCalls = 300;
  {
    EventStore store({.file = file, .interval = std::chrono::milliseconds(1)}, unexpected);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&store, &file, thread] {
        const auto origin = std::make_shared<const Origin>(Origin{"ollama", "m"});
        pipeline::ParseResult result = test::result_of(R"({"path": "a"})");
        const std::string id = "of-" + std::to_string(thread);
        result.correlation_id = std::string_view(id);
        for (int i = 0; i < kCalls; ++i) {
          result.usage.input = static_cast<std::uint64_t>(i);
          store.record(origin, result, result.calls.at(0));
          if (i % 100 != 99) continue;
          store.flush();
          EXPECT_EQ(found(file, id).size(), static_cast<std::size_t>(i) + 1);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(store.dropped(), 0U);
  }
  for (int thread = 0; thread < kThreads; ++thread) {
    const std::vector<CallEvent> events = found(file, "of-" + std::to_string(thread));
    ASSERT_EQ(events.size(), static_cast<std::size_t>(kCalls));
    for (std::size_t i = 0; i < events.size(); ++i) ASSERT_EQ(events[i].total_tokens, i);
  }
}

TEST(EventStore, WhatALaneCannotHoldIsDroppedAndCounted) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  std::uint64_t written = 0;
  {
    EventStore store({.file = file, .capacity = 16, .interval = std::chrono::seconds(60)}, unexpected);
    for (int i = 0; i < 100; ++i) store.record(full_event());
    EXPECT_EQ(store.dropped(), 84U);
    store.flush();
    written = store.written();
  }
  EXPECT_EQ(written, 16U);
  EXPECT_EQ(stats_of(file).counts.total, 16U);
}

TEST(EventStore, EachThreadHasItsOwnRoom) {
  const TemporaryFolder folder;
  EventStore store({.file = folder.file("events.db"), .capacity = 16, .interval = std::chrono::seconds(60)},
                   unexpected);
  const pipeline::ParseResult result = test::result_of(R"({"path": "a"})");
  const auto record = [&] {
    for (int i = 0; i < 20; ++i) store.record(nullptr, result, result.calls.at(0));
  };
  record();
  EXPECT_EQ(store.dropped(), 4U);
  std::thread(record).join();
  EXPECT_EQ(store.dropped(), 8U);
  store.flush();
  EXPECT_EQ(store.written(), 32U);
  record();
  store.flush();
  EXPECT_EQ(store.written(), 48U) << "there is room again";
}

TEST(EventStore, LargeTextsAreBoundedTogether) {
  const TemporaryFolder folder;
  EventStore store({.file = folder.file("events.db"), .most_bytes = 100'000, .interval = std::chrono::seconds(60)},
                   unexpected);
  for (int i = 0; i < 10; ++i) store.record(test::story_with("{\"path\": \"" + std::string(30'000, 'x') + "\"}"));
  EXPECT_EQ(store.dropped(), 6U);
}

TEST(EventStore, BreakersAreRemembered) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  const retry::BreakerMemory memory{5, now()};
  {
    EventStore store({.file = file}, unexpected);
    store.save_breaker("ollama", "m", {1, {}});
    store.save_breaker("ollama", "m", memory);
    store.save_breaker("ollama", "other", {2, {}});
  }
  EXPECT_EQ(std::get<retry::BreakerMemory>(reader_of(file).breaker("ollama", "m")), memory);
  EXPECT_EQ(std::get<retry::BreakerMemory>(reader_of(file).breaker("ollama", "none")), retry::BreakerMemory{});
}

TEST(EventReader, AFileThatIsNotThereIsToldApart) {
  const TemporaryFolder folder;
  const auto opened = EventReader::open(folder.file("none.db"));
  ASSERT_TRUE(std::holds_alternative<ReadError>(opened));
  EXPECT_TRUE(std::get<ReadError>(opened).missing);
  EXPECT_FALSE(fs::exists(folder.file("none.db")));
}

TEST(EventReader, AFileThatIsNoneIsRefused) {
  const TemporaryFolder folder;
  const auto opened = EventReader::open(folder.write("a.db", std::string(8192, 'x')));
  ASSERT_TRUE(std::holds_alternative<ReadError>(opened));
  EXPECT_FALSE(std::get<ReadError>(opened).missing);
}

}  // namespace
}  // namespace acode::observe
