// The file of events as a spool: nothing is passed over, nothing that was not sent is dropped (OB-4).
#include "observe/event_spool.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <set>

#include "cli/program.h"
#include "observe/event_reader.h"
#include "observe/event_store.h"

namespace acode::observe {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kBusy{1000};
constexpr std::size_t kMuch = std::size_t{1} << 30;

CallEvent event_at(WallTime time, const std::string& id) {
  CallEvent event;
  event.time = time;
  event.correlation_id = id;
  event.provider = "p";
  return event;
}

WallTime now() { return std::chrono::floor<milliseconds>(std::chrono::system_clock::now()); }

std::vector<std::string> waiting_in(EventSpool& spool, std::size_t most = 1000, std::size_t most_bytes = kMuch) {
  const auto read = spool.next(most, most_bytes);
  std::vector<std::string> ids;
  for (const SpooledEvent& event : std::get<std::vector<SpooledEvent>>(read)) ids.push_back(*event.values.at(3));
  return ids;
}

std::int64_t last_in(EventSpool& spool) {
  const auto read = spool.next(1000, kMuch);
  return std::get<std::vector<SpooledEvent>>(read).back().number;
}

using Ids = std::vector<std::string>;

class Spool : public ::testing::Test {
 protected:
  void write(std::initializer_list<CallEvent> events) {
    EventFile file(name_, kBusy);
    const std::optional<SqlError> error = file.write({events, {}});
    EXPECT_FALSE(error) << error->message;
  }
  std::size_t prune(EventFile::Prune which) {
    EventFile file(name_, kBusy);
    return std::get<std::size_t>(file.prune(now() - std::chrono::hours(1), 100, which));
  }

  acode::test::TemporaryFolder folder_;
  std::string name_ = folder_.file("events.db");
  EventSpool spool_{name_, kBusy};
};

TEST_F(Spool, OB4_HandsOutWhatWasNotMarkedInItsOrder) {
  write({event_at(now(), "a"), event_at(now(), "b"), event_at(now(), "c")});
  EXPECT_FALSE(spool_.send_to("store-1"));
  EXPECT_EQ(std::get<std::uint64_t>(spool_.waiting()), 3U);
  EXPECT_EQ(waiting_in(spool_, 2), (Ids{"a", "b"}));
  EXPECT_EQ(waiting_in(spool_, 1000, 1), (Ids{"a"})) << "one at least";
  EXPECT_FALSE(spool_.mark_sent(2));
  EXPECT_EQ(waiting_in(spool_), (Ids{"c"}));
  EXPECT_FALSE(spool_.mark_sent(1)) << "who is behind others";
  EXPECT_EQ(waiting_in(spool_), (Ids{"c"}));
  EXPECT_FALSE(spool_.send_to("store-1"));
  EXPECT_EQ(waiting_in(spool_), (Ids{"c"}));
  EXPECT_FALSE(spool_.send_to("store-2"));
  EXPECT_EQ(waiting_in(spool_), (Ids{"a", "b", "c"})) << "another store has none of them";
}

TEST_F(Spool, OB4_EveryEventHasANameOfItsOwnThatGrowsWithTime) {
  const WallTime begun = now();
  for (int i = 0; i < 300; ++i) write({event_at(begun + milliseconds(i), "x")});
  std::string last;
  std::set<std::string> names;
  const auto read = spool_.next(1000, kMuch);
  for (const SpooledEvent& event : std::get<std::vector<SpooledEvent>>(read)) {
    EXPECT_EQ(event.event_id.size(), 32U);
    EXPECT_EQ(event.event_id.find_first_not_of("0123456789abcdef"), std::string::npos) << event.event_id;
    EXPECT_GT(event.event_id, last);
    last = event.event_id;
    names.insert(event.event_id);
  }
  EXPECT_EQ(names.size(), 300U);
}

TEST_F(Spool, OB4_OldEventsStayUntilTheyAreSent) {
  const WallTime old = now() - std::chrono::hours(24);
  write({event_at(old, "a"), event_at(old, "b"), event_at(now(), "c")});
  EXPECT_EQ(prune(EventFile::Prune::kSent), 0U);
  EXPECT_FALSE(spool_.send_to("store"));
  EXPECT_EQ(prune(EventFile::Prune::kSent), 0U);
  EXPECT_FALSE(spool_.mark_sent(1));
  EXPECT_EQ(prune(EventFile::Prune::kSent), 1U);
  EXPECT_EQ(waiting_in(spool_), (Ids{"b", "c"}));
  EXPECT_EQ(prune(EventFile::Prune::kAll), 1U);
}

// A number that is given again would be one that was sent already.
TEST_F(Spool, OB4_WhatIsWrittenIntoAFileThatWasEmptiedIsSentToo) {
  const WallTime old = now() - std::chrono::hours(24);
  write({event_at(old, "a"), event_at(old, "b")});
  EXPECT_FALSE(spool_.send_to("store"));
  EXPECT_FALSE(spool_.mark_sent(last_in(spool_)));
  EXPECT_EQ(prune(EventFile::Prune::kSent), 2U);
  write({event_at(now(), "c")});
  EXPECT_EQ(waiting_in(spool_), (Ids{"c"}));
}

// As the first version made it.
constexpr const char* kVersion1 =
    "CREATE TABLE events (id INTEGER PRIMARY KEY, time_ms INTEGER NOT NULL, provider TEXT NOT NULL, model TEXT NOT "
    "NULL, "
    "correlation_id TEXT NOT NULL, tool_name TEXT NOT NULL, tool_call_id TEXT NOT NULL, outcome INTEGER NOT NULL, "
    "coerced INTEGER NOT NULL, truncated INTEGER NOT NULL, repairs TEXT NOT NULL, coercions TEXT NOT NULL, "
    "validation_errors TEXT NOT NULL, retry_count INTEGER NOT NULL, parse_ns INTEGER NOT NULL, repair_ns INTEGER NOT "
    "NULL, retry_ns INTEGER NOT NULL, total_tokens INTEGER NOT NULL, error_code TEXT NOT NULL, error_offset INTEGER, "
    "attempts TEXT NOT NULL, execution TEXT NOT NULL);"
    "CREATE INDEX events_by_time ON events (time_ms);"
    "CREATE INDEX events_by_correlation ON events (correlation_id);"
    "CREATE TABLE breaker (provider TEXT NOT NULL, model TEXT NOT NULL, failures INTEGER NOT NULL, opened_ms INTEGER "
    "NOT "
    "NULL, PRIMARY KEY (provider, model)) WITHOUT ROWID;"
    "PRAGMA application_id = 1633906532; PRAGMA user_version = 1;"
    "INSERT INTO events VALUES (4, 1000, 'p', 'm', 'kept', 't', 'c', 1, 0, 0, '', '', '', 0, 1, 2, 3, 4, '', 5, '[]', "
    "'');"
    "INSERT INTO breaker VALUES ('p', 'm', 3, 99);";

TEST_F(Spool, OB4_AFileOfTheFirstVersionIsReadAndBroughtUp) {
  sqlite3* raw = nullptr;
  ASSERT_EQ(sqlite3_open(name_.c_str(), &raw), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(raw, kVersion1, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(raw);
  sqlite3_close(raw);
  const auto find = [this](const std::string& id) {
    auto opened = EventReader::open(name_);
    return std::get<std::vector<CallEvent>>(std::get<EventReader>(opened).find(id));
  };
  ASSERT_EQ(find("kept").size(), 1U) << "before";
  const CallEvent before = find("kept")[0];
  write({event_at(now(), "new")});
  EXPECT_EQ(find("kept"), std::vector<CallEvent>{before});
  EXPECT_EQ(find("new").size(), 1U);
  EXPECT_EQ(waiting_in(spool_), (Ids{"kept", "new"}));
  auto opened = EventReader::open(name_);
  EXPECT_EQ(std::get<retry::BreakerMemory>(std::get<EventReader>(opened).breaker("p", "m")).failures, 3U);
}

TEST_F(Spool, OB4_TheStoreDropsNothingThatWasNotSent) {
  const WallTime old = now() - std::chrono::hours(24 * 60);
  write({event_at(old, "unsent")});
  for (const bool keeps : {true, false}) {
    {
      EventStore store({.file = name_, .keep_unsent = keeps});
      store.record(event_at(now(), "young"));
      store.flush();
      store.flush();  // now it has also looked for old ones
    }
    const Ids waiting = waiting_in(spool_);
    EXPECT_EQ(std::count(waiting.begin(), waiting.end(), "unsent"), keeps ? 1 : 0);
  }
}

}  // namespace
}  // namespace acode::observe
