// The store when something is wrong: it says so once, and the work goes on. Killed at any moment, it loses little and
// breaks nothing (OB-4).
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

#include "cli/program.h"
#include "observe/child.h"
#include "observe/event_reader.h"
#include "observe/event_rows.h"
#include "observe/event_store.h"

namespace acode::observe {
namespace {

namespace fs = std::filesystem;
using acode::test::TemporaryFolder;
using test::Child;

WallTime now() { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

CallEvent event(std::string id = "corr-1") {
  CallEvent made;
  made.time = now();
  made.correlation_id = std::move(id);
  made.attempts = {{1, "first", std::string(200, '*'), {}, "", "", ""}};
  return made;
}

/// What a store complained about; it does so from its own thread.
class Complaints {
 public:
  Complain listener() {
    return [this](const std::string& what) {
      const std::lock_guard lock(mutex_);
      told_.push_back(what);
    };
  }
  std::vector<std::string> told() {
    const std::lock_guard lock(mutex_);
    return told_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> told_;
};

/// A connection of somebody else.
class Connection {
 public:
  explicit Connection(const std::string& file) {
    sqlite3* raw = nullptr;
    EXPECT_EQ(sqlite3_open(file.c_str(), &raw), SQLITE_OK);
    database_.reset(raw);
    sqlite3_busy_timeout(raw, 10'000);
  }

  void execute(const std::string& sql) {
    EXPECT_EQ(sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sql << ": " << sqlite3_errmsg(database_.get());
  }

  std::string value(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &statement, nullptr), SQLITE_OK) << sql;
    std::string text;
    if (sqlite3_step(statement) == SQLITE_ROW) {
      text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
    return text;
  }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
  };
  std::unique_ptr<sqlite3, Close> database_;
};

std::string rows_of(const std::string& file) { return Connection(file).value("SELECT count(*) FROM events"); }

/// Records twice with time for a fault between, and returns what was told.
std::vector<std::string> record_twice(const std::string& file, std::uint64_t& dropped) {
  Complaints complaints;
  {
    EventStore store({.file = file, .patience = std::chrono::milliseconds(300)}, complaints.listener());
    store.record(event());
    store.flush();
    store.record(event());
    store.flush();
    dropped = store.dropped();
  }
  return complaints.told();
}

TEST(EventStoreFaults, AFileOfGarbageIsSetAsideAndTold) {
  const TemporaryFolder folder;
  const std::string garbage(8192, 'x');
  const std::string file = folder.write("events.db", garbage);
  std::uint64_t dropped = 0;
  const std::vector<std::string> told = record_twice(file, dropped);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("damaged"), std::string::npos);
  EXPECT_EQ(dropped, 0U);
  EXPECT_EQ(rows_of(file), "2");
  std::vector<std::string> aside;
  for (const std::string& name : folder.names()) {
    if (name.starts_with("events.db.damaged-")) aside.push_back(name);
  }
  ASSERT_EQ(aside.size(), 1U);
  EXPECT_EQ(folder.read(aside[0]), garbage);
}

TEST(EventStoreFaults, ADatabaseWithBrokenPagesIsSetAside) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  std::uint64_t dropped = 0;
  EXPECT_TRUE(record_twice(file, dropped).empty());
  const auto size = fs::file_size(file);
  {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(4096);
    stream << std::string(size - 4096, '\x7f');  // all pages but the first
  }
  const std::vector<std::string> told = record_twice(file, dropped);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("damaged"), std::string::npos) << told[0];
  EXPECT_EQ(rows_of(file), "2");
}

TEST(EventStoreFaults, ADirectoryInItsPlace) {
  const TemporaryFolder folder;
  fs::create_directory(folder.file("events.db"));
  std::uint64_t dropped = 0;
  EXPECT_EQ(record_twice(folder.file("events.db"), dropped).size(), 1U);
  EXPECT_EQ(dropped, 2U);
}

TEST(EventStoreFaults, ADatabaseOfAnotherProgramIsLeftAlone) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  Connection(file).execute("CREATE TABLE notes (text)");
  const std::string before = folder.read("events.db");
  std::uint64_t dropped = 0;
  const std::vector<std::string> told = record_twice(file, dropped);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("another program"), std::string::npos);
  EXPECT_EQ(dropped, 2U);
  EXPECT_EQ(folder.read("events.db"), before);
}

TEST(EventStoreFaults, AFileOfALaterVersionIsLeftAlone) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  std::uint64_t dropped = 0;
  record_twice(file, dropped);
  Connection(file).execute("PRAGMA user_version = 99");
  const std::vector<std::string> told = record_twice(file, dropped);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("later version"), std::string::npos);
  EXPECT_EQ(rows_of(file), "2");
}

TEST(EventStoreFaults, AFileThatIsHeldIsWaitedForAndThenGivenUp) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  std::uint64_t dropped = 0;
  record_twice(file, dropped);
  Connection other(file);
  other.execute("BEGIN IMMEDIATE");
  const std::vector<std::string> told = record_twice(file, dropped);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("locked"), std::string::npos) << told[0];
  EXPECT_EQ(dropped, 2U);
  other.execute("ROLLBACK");
  EXPECT_EQ(rows_of(file), "2");
}

TEST(EventStoreFaults, AFileThatIsHeldForAWhileLosesNothing) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  std::uint64_t dropped = 0;
  record_twice(file, dropped);
  Complaints complaints;
  {
    EventStore store({.file = file}, complaints.listener());
    Connection other(file);
    other.execute("BEGIN IMMEDIATE");
    store.record(event());
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    EXPECT_EQ(store.written(), 0U);
    other.execute("ROLLBACK");
  }
  EXPECT_TRUE(complaints.told().empty());
  EXPECT_EQ(rows_of(file), "3");
}

TEST(EventStoreFaults, ItComesBackWhenTheFaultIsGone) {
  const TemporaryFolder folder;
  const std::string file = folder.file("sub/events.db");
  folder.write("sub", "a file where a directory should be");
  Complaints complaints;
  EventStore store({.file = file, .try_again = std::chrono::milliseconds(50)}, complaints.listener());
  store.record(event());
  store.flush();
  EXPECT_EQ(store.dropped(), 1U);
  fs::remove(folder.file("sub"));
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  store.record(event());
  store.flush();
  EXPECT_EQ(store.written(), 1U);
  EXPECT_EQ(complaints.told().size(), 1U);
}

TEST(EventStoreFaults, AFileThatIsTakenAwayIsMadeAgain) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  Complaints complaints;
  EventStore store({.file = file}, complaints.listener());
  store.record(event());
  store.flush();
  for (const std::string& name : folder.names()) fs::remove(folder.file(name));
  store.record(event());
  store.flush();
  EXPECT_EQ(rows_of(file), "1");
  EXPECT_TRUE(complaints.told().empty());
}

// Exit statuses of children.
constexpr int kAsExpected = 0;
constexpr int kNotToldOnce = 1;
constexpr int kWrongWords = 2;
constexpr int kNotDropped = 3;
constexpr int kNotWritten = 4;
constexpr int kBroken = 5;

int told_once_in_child(const std::string& file, std::string_view words, std::size_t events = 2) {
  Complaints complaints;
  EventStore store({.file = file}, complaints.listener());
  for (std::size_t i = 0; i < events; ++i) store.record(event());
  store.flush();
  store.record(event());
  store.flush();
  if (complaints.told().size() != 1) return kNotToldOnce;
  if (complaints.told()[0].find(words) == std::string::npos) return kWrongWords;
  return store.dropped() > 0 ? kAsExpected : kNotDropped;
}

TEST(EventStoreFaults, ADirectoryThatMayNotBeWritten) {
  const TemporaryFolder folder;
  ::chmod(folder.path().c_str(), 0555);
  const int status = Child([&folder] {
                       acode::test::become_another_user();
                       return told_once_in_child(folder.file("events.db"), "Permission denied");
                     }).wait();
  ::chmod(folder.path().c_str(), 0755);
  if (status == acode::test::kNotAllowed) GTEST_SKIP() << "cannot become another user here";
  EXPECT_EQ(status, kAsExpected);
}

TEST(EventStoreFaults, AFileThatMayNotBeWritten) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  std::uint64_t dropped = 0;
  record_twice(file, dropped);
  ::chmod(file.c_str(), 0444);
  ::chmod(folder.path().c_str(), 0755);
  const int status = Child([&file] {
                       acode::test::become_another_user();
                       return told_once_in_child(file, "Permission denied");
                     }).wait();
  if (status == acode::test::kNotAllowed) GTEST_SKIP() << "cannot become another user here";
  EXPECT_EQ(status, kAsExpected);
}

TEST(EventStoreFaults, AReaderMayBeSomebodyElse) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  std::uint64_t dropped = 0;
  record_twice(file, dropped);
  ::chmod(file.c_str(), 0444);
  ::chmod(folder.path().c_str(), 0555);
  const int status = Child([&file] {
                       acode::test::become_another_user();
                       auto opened = EventReader::open(file);
                       if (!std::holds_alternative<EventReader>(opened)) return 1;
                       const auto stats = std::get<EventReader>(opened).stats({});
                       return std::get<CallStats>(stats).counts.total == 2 ? 0 : 2;
                     }).wait();
  ::chmod(folder.path().c_str(), 0755);
  if (status == acode::test::kNotAllowed) GTEST_SKIP() << "cannot become another user here";
  EXPECT_EQ(status, 0);
}

// A file that may not grow. Nothing else is done about the signal that comes with it.
TEST(EventStoreFaults, NoRoomLeft) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  std::uint64_t dropped = 0;
  record_twice(file, dropped);
  const int status = Child([&file] {
                       const rlimit limit{100'000, 100'000};
                       ::setrlimit(RLIMIT_FSIZE, &limit);
                       return told_once_in_child(file, "cannot be kept", 2000);
                     }).wait();
  EXPECT_EQ(status, kAsExpected);
  Connection after(file);
  EXPECT_EQ(after.value("PRAGMA integrity_check"), "ok");
  EXPECT_EQ(after.value("SELECT count(*) FROM events"), "2");
}

// A disk that is really full, and then has room again.
int fill_disk_in_child(const TemporaryFolder& folder) {
  acode::test::use_small_disk(folder.path(), std::size_t{1} << 20);
  folder.write("filler", std::string(800'000, 'x'));
  const std::string file = folder.file("events.db");
  Complaints complaints;
  EventStore store({.file = file, .try_again = std::chrono::milliseconds(50)}, complaints.listener());
  store.record(event());
  store.flush();
  if (store.written() != 1) return kNotWritten;
  for (int i = 0; i < 3000; ++i) store.record(event());
  store.flush();
  if (complaints.told().size() != 1) return kNotToldOnce;
  if (complaints.told()[0].find("full") == std::string::npos) return kWrongWords;
  if (store.dropped() == 0) return kNotDropped;
  fs::remove(folder.file("filler"));
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  const std::uint64_t before = store.written();
  store.record(event());
  store.flush();
  if (store.written() != before + 1) return kNotWritten;
  if (complaints.told().size() != 1) return kNotToldOnce;
  return Connection(file).value("PRAGMA integrity_check") == "ok" ? kAsExpected : kBroken;
}

TEST(EventStoreFaults, AFullDisk) {
  const TemporaryFolder folder;
  const int status = Child([&folder] { return fill_disk_in_child(folder); }).wait();
  if (status == acode::test::kNotAllowed) GTEST_SKIP() << "SKIPPED: a small file system cannot be mounted here";
  EXPECT_EQ(status, kAsExpected);
}

TEST(EventStoreProcesses, ManyWriteOneFileAtOnce) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  constexpr int kProcesses = 4;
  constexpr int kEach = 300;
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < kProcesses; ++i) {
    children.push_back(std::make_unique<Child>([&file] {
      Complaints complaints;
      EventStore store({.file = file, .interval = std::chrono::milliseconds(2)}, complaints.listener());
      for (int n = 0; n < kEach; ++n) {
        store.record(event());
        if (n % 10 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      store.flush();
      for (const std::string& complaint : complaints.told()) std::cerr << complaint << '\n';
      return complaints.told().empty() && store.dropped() == 0 ? 0 : 1;
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
  EXPECT_EQ(rows_of(file), std::to_string(kProcesses * kEach));
  EXPECT_EQ(Connection(file).value("PRAGMA integrity_check"), "ok");
}

/// Memory that a child shares: how many events it has recorded, and when; and how many of them the store called written.
struct Progress {
  static constexpr std::size_t kMost = 100'000;
  std::atomic<std::size_t> recorded = 0;
  std::atomic<std::size_t> written = 0;
  std::array<std::atomic<std::int64_t>, kMost> at_ns{};

  void note(std::size_t events, std::size_t events_written) {
    at_ns.at(events - 1) = std::chrono::steady_clock::now().time_since_epoch().count();
    written = events_written;
    recorded = events;
  }

  /// How many events were recorded longer ago than is promised, by the time of the child itself: from the last event
  /// backwards, and a pause in which it was not let run counts as a short one.
  [[nodiscard]] std::size_t due() const {
    constexpr std::int64_t kPromised = 100'000'000;
    constexpr std::int64_t kLongestStep = 5'000'000;
    std::int64_t age = 0;
    for (std::size_t i = recorded; i > 1; --i) {
      age += std::min(at_ns.at(i - 1) - at_ns.at(i - 2), kLongestStep);
      if (age > kPromised) return i - 1;
    }
    return 0;
  }
};

TEST(EventStoreProcesses, KilledAtAnyMomentItLosesLittleAndBreaksNothing) {
  const TemporaryFolder folder;
  const std::string file = folder.file("events.db");
  void* memory = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  auto* progress = new (memory) Progress;
  std::mt19937 random(4);
  std::size_t expected = 0;
  for (int round = 0; round < 8; ++round) {
    const std::string id = "round-" + std::to_string(round);
    progress->recorded = 0;
    progress->written = 0;
    Child child([&file, &id, progress] {
      EventStore store({.file = file}, [](const std::string&) { ::_exit(3); });
      for (std::size_t i = 0; i < Progress::kMost; ++i) {
        store.record(event(id));
        progress->note(i + 1, store.written());
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      }
      return 0;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(300 + random() % 700));
    child.kill();
    EXPECT_EQ(child.wait(), 128 + SIGKILL);
    const std::size_t due = progress->due();
    Connection after(file);
    EXPECT_EQ(after.value("PRAGMA integrity_check"), "ok");
    const std::size_t kept = std::stoul(after.value("SELECT count(*) FROM events WHERE correlation_id = '" + id + "'"));
    EXPECT_GT(due, 0U);
    EXPECT_GE(kept, due);
    EXPECT_GE(kept, progress->written);
    EXPECT_LE(kept, progress->recorded + 1);
    expected += kept;
  }
  EXPECT_EQ(rows_of(file), std::to_string(expected));
  ::munmap(memory, sizeof(Progress));
}

}  // namespace
}  // namespace acode::observe
