// Events on their way to a real database that fails in every way that databases do: none is lost, none comes twice (OB-4).
#include "fleet/shipper.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "fleet/central_store.h"
#include "fleet/events.h"
#include "fleet/test_database.h"
#include "observe/child.h"
#include "observe/event_reader.h"
#include "observe/event_spool.h"

namespace acode::fleet {
namespace {

using std::chrono::milliseconds;
using test::eventually;
using test::Instance;
using test::TestDatabase;

constexpr const char* kEvents = "SELECT count(*) FROM acode_events";
constexpr const char* kDifferent = "SELECT count(DISTINCT correlation_id) FROM acode_events";

/// As many as were recorded, each once.
void expect_all(const TestDatabase& database, std::int64_t recorded) {
  EXPECT_EQ(database.number(kEvents), recorded);
  EXPECT_EQ(database.number(kDifferent), recorded);
}

TEST(Shipper, OB4_ADatabaseThatGoesAwayAndComesBackHasEveryEventOnce) {
  ACODE_NEEDS_DATABASE();
  TestDatabase database;
  Instance first("first");
  Instance second("second");
  first.options.most_events = second.options.most_events = 7;
  Shipper& from_first = first.send_to(database.url());
  Shipper& from_second = second.send_to(database.url_by_port());
  const auto work = [&](int rounds) {
    for (int i = 0; i < rounds; ++i) {
      first.record(20);
      second.record(30);
    }
  };
  const auto is_all_sent = [&] { return from_first.counts().sent + from_second.counts().sent >= 50U; };
  work(1);
  EXPECT_TRUE(eventually(is_all_sent));

  // Connections are cut while they are used, perhaps just behind a commit.
  for (int i = 0; i < 5; ++i) {
    work(2);
    database.ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'acode' AND "
        "pid <> pg_backend_pid()");
  }
  EXPECT_TRUE(eventually([&] { return from_first.counts().waiting + from_second.counts().waiting == 0; }));
  const int said_by_first = first.times_said("events cannot be sent");
  const int said_by_second = second.times_said("events cannot be sent");
  database.stop();
  work(3);
  EXPECT_TRUE(eventually([&] { return first.times_said("events cannot be sent") > said_by_first; }));
  EXPECT_TRUE(eventually([&] { return second.times_said("events cannot be sent") > said_by_second; }));
  work(3);
  EXPECT_GT(from_first.counts().waiting, 0U);
  database.start();
  work(3);
  EXPECT_TRUE(eventually([&] { return from_first.counts().waiting + from_second.counts().waiting == 0; }));
  first.end();
  second.end();
  expect_all(database, first.recorded() + second.recorded());
  EXPECT_EQ(first.times_said("events cannot be sent"), said_by_first + 1) << first.log();
  EXPECT_EQ(second.times_said("events cannot be sent"), said_by_second + 1) << second.log();
  for (const Instance* instance : {&first, &second}) {
    EXPECT_EQ(instance->times_said("the database is back"), instance->times_said("events cannot be sent"));
    EXPECT_GE(instance->times_said("ACODE-DB-001"), 1) << instance->log();
  }
  EXPECT_EQ(database.ask("SELECT DISTINCT instance FROM acode_events ORDER BY 1"),
            (std::vector<std::string>{"first", "second"}));
}

// Killed again and again, wherever it is just then.
TEST(Shipper, OB4_AKilledProcessLosesNothingThatWasWrittenAndSendsNothingTwice) {
  ACODE_NEEDS_DATABASE();
  TestDatabase database;
  Instance instance("killed");
  instance.record(3000);
  instance.close();
  instance.options.most_events = 5;
  const std::string url = database.url();
  for (int wait = 20; wait <= 120; wait += 25) {
    observe::test::Child child([&] {
      instance.send_to(url);
      ::pause();
      return 0;
    });
    std::this_thread::sleep_for(milliseconds(wait));
    child.kill();
    child.wait();
  }
  instance.options.most_events = 500;
  Shipper& last = instance.send_to(url);
  EXPECT_TRUE(eventually([&] { return last.counts().waiting == 0; }));
  instance.end();
  expect_all(database, 3000);
}

TEST(Shipper, OB4_WhatWasCommittedButNotMarkedIsNotAddedAgain) {
  ACODE_NEEDS_DATABASE();
  TestDatabase database;
  Instance instance("unmarked");
  instance.record(10);
  const Until until = in_time(std::chrono::seconds(30));
  {
    auto store = CentralStore::open(database.url(), until);
    ASSERT_TRUE(store.ok()) << to_string(store.error());
    observe::EventSpool spool(instance.file(), milliseconds(1000));
    EXPECT_FALSE(spool.send_to(store->id()));
    const auto read = spool.next(6, 1U << 20U);
    const auto added = store->add(std::get<std::vector<observe::SpooledEvent>>(read), "before", until);
    ASSERT_TRUE(added.ok()) << to_string(added.error());
    EXPECT_EQ(*added, 6U);
  }
  Shipper& shipper = instance.send_to(database.url());
  EXPECT_TRUE(eventually([&] { return shipper.counts().sent == 4; }));
  instance.end();
  expect_all(database, 10);
}

TEST(Shipper, OB4_InstancesThatShareAFileSendEachEventOnce) {
  ACODE_NEEDS_DATABASE();
  TestDatabase database;
  Instance instance("shared");
  instance.options.most_events = 3;
  Shipper& first = instance.send_to(database.url());
  observe::Logger quiet({.level = observe::Level::kOff}, observe::LogSink::descriptor(2));
  Shipper second(instance.options, quiet);
  for (int i = 0; i < 20; ++i) instance.record(15);
  EXPECT_TRUE(eventually([&] { return first.counts().sent + second.counts().sent == 300; }));
  second.stop();
  instance.end();
  expect_all(database, 300);
}

// Another store than before, or one that was made anew, gets all that is still here.
TEST(Shipper, OB4_ADatabaseThatWasMadeAnewGetsAllAgain) {
  ACODE_NEEDS_DATABASE();
  TestDatabase database;
  Instance instance("anew");
  instance.record(10);
  Shipper& first = instance.send_to(database.url());
  EXPECT_TRUE(eventually([&] { return first.counts().sent == 10; }));
  instance.end();
  database.ask("DROP TABLE acode_events, acode_store");
  Shipper& second = instance.send_to(database.url());
  EXPECT_TRUE(eventually([&] { return second.counts().sent == 10; }));
  instance.end();
  expect_all(database, 10);
}

// Said once, with a code and without the password; the work goes on.
TEST(Shipper, OB4_WhoIsNotLetInSaysSoOnceAndKeepsEvents) {
  ACODE_NEEDS_DATABASE();
  TestDatabase database;
  const std::string wrong = database.url("guarded:hunter2-wrong");
  database.ask("CREATE ROLE reader LOGIN");
  { ASSERT_TRUE(CentralStore::open(database.url(), in_time(std::chrono::seconds(30))).ok()); }
  database.ask("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {wrong, "ACODE-DB-002"},
      {database.url("nobody_at_all"), "ACODE-DB-002"},
      {database.url("postgres", "elsewhere"), "ACODE-DB-003"},
      {database.url("reader"), "ACODE-DB-004"},
      {"postgresql://u:hunter2-wrong@h/x?bogus=1", "ACODE-DB-009"},
      {"postgresql://u:hunter2-wrong@127.0.0.1:1/x", "ACODE-DB-001"},
      {"postgresql://u:hunter2-wrong@no-such-host.invalid/x", "ACODE-DB-001"},
  };
  for (const auto& [url, code] : cases) {
    Instance instance("refused");
    instance.record(3);
    Shipper& shipper = instance.send_to(url);
    EXPECT_TRUE(eventually([&, code = code] { return shipper.counts().failures[code] >= 3; })) << code;
    instance.record(2);
    EXPECT_TRUE(eventually([&] { return shipper.counts().waiting == 5; }));
    EXPECT_NE(shipper.metrics().find("acode_fleet_failures_total{code=\"" + code + "\"}"), std::string::npos);
    instance.end();
    EXPECT_EQ(instance.times_said(code), 1) << instance.log();
    EXPECT_EQ(instance.times_said("5 events could not be sent"), 1) << instance.log();
    EXPECT_EQ(instance.times_said("hunter2"), 0) << instance.log();
  }
}

TEST(Shipper, OB4_AnEventThatTheDatabaseDoesNotTakeHoldsUpNoOther) {
  ACODE_NEEDS_DATABASE();
  TestDatabase database;
  { ASSERT_TRUE(CentralStore::open(database.url(), in_time(std::chrono::seconds(30))).ok()); }
  database.ask("ALTER TABLE acode_events ADD CHECK (correlation_id <> 'odd-17')");
  Instance instance("odd");
  instance.record(40);
  Shipper& shipper = instance.send_to(database.url());
  EXPECT_TRUE(eventually([&] { return shipper.counts().sent == 39 && shipper.counts().waiting == 0; }));
  EXPECT_EQ(shipper.counts().refused, 1U);
  instance.end();
  EXPECT_EQ(instance.times_said("ACODE-DB-007"), 1) << instance.log();
  expect_all(database, 39);
}

TEST(Shipper, OB4_TextsThatNoDatabaseTakesArriveWithReplacements) {
  ACODE_NEEDS_DATABASE();
  TestDatabase database;
  Instance instance("texts");
  {
    observe::EventStore store({.file = instance.file()});
    observe::CallEvent event = test::event_named("t");
    event.tool_name = std::string("a\0b\xFF\"\\{},NULL\n", 14);
    event.error_position.reset();
    store.record(std::move(event));
  }
  Shipper& shipper = instance.send_to(database.url());
  EXPECT_TRUE(eventually([&] { return shipper.counts().sent == 1; }));
  instance.end();
  EXPECT_EQ(database.ask("SELECT tool_name FROM acode_events WHERE error_offset IS NULL"),
            (std::vector<std::string>{"a\xEF\xBF\xBD"
                                      "b\xEF\xBF\xBD\"\\{},NULL\n"}));
}

TEST(CentralStore, OB4_ManyWhoStartAtOnceMakeTheTablesOnce) {
  ACODE_NEEDS_DATABASE();
  TestDatabase database;
  std::atomic<int> opened = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const auto store = CentralStore::open(database.url(), in_time(std::chrono::seconds(60)));
      if (store) ++opened;
      EXPECT_TRUE(store.ok()) << to_string(store.error());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(opened, 8);
  EXPECT_EQ(database.number("SELECT count(*) FROM acode_store"), 1);
  database.ask("UPDATE acode_store SET version = 99");
  const auto later = CentralStore::open(database.url(), in_time(std::chrono::seconds(30)));
  ASSERT_FALSE(later.ok());
  EXPECT_EQ(later.error().kind, DatabaseErrorKind::kForeign);
}

TEST(CentralStore, OB4_TellsTheSameAsTheFileAndOldEventsAreDropped) {
  ACODE_NEEDS_DATABASE();
  TestDatabase database;
  Instance instance("same");
  instance.record(25);
  {
    observe::EventStore store({.file = instance.file()});
    observe::CallEvent old = test::event_named("old");
    old.time -= std::chrono::hours(24 * 20);
    store.record(std::move(old));
  }
  Shipper& shipper = instance.send_to(database.url());
  EXPECT_TRUE(eventually([&] { return shipper.counts().sent == 26; }));
  instance.end();
  auto opened = CentralReader::open(database.url());
  ASSERT_TRUE(std::holds_alternative<CentralReader>(opened)) << std::get<observe::ReadError>(opened).message;
  auto& central = std::get<CentralReader>(opened);
  auto file = observe::EventReader::open(instance.file());
  auto& local = std::get<observe::EventReader>(file);
  const observe::EventFilter filter{.provider = "ollama"};
  EXPECT_EQ(std::get<observe::CallStats>(central.stats(filter)).counts,
            std::get<observe::CallStats>(local.stats(filter)).counts);
  EXPECT_EQ(std::get<observe::CallStats>(central.stats({.provider = "other"})).counts.total, 0U);
  const auto story = std::get<std::vector<observe::CallEvent>>(central.find("same-3"));
  EXPECT_EQ(story.size(), 1U);
  EXPECT_EQ(story, std::get<std::vector<observe::CallEvent>>(local.find("same-3")));

  instance.options.keep = std::chrono::hours(24 * 10);
  instance.send_to(database.url());
  EXPECT_TRUE(eventually([&] { return database.number(kEvents) == 25; }));
}

// A server that takes connections and says nothing is waited for no longer than was said.
TEST(Shipper, OB4_TheEndWaitsForNoDatabaseThatSaysNothing) {
  ACODE_NEEDS_DATABASE();
  const int silent = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ASSERT_EQ(::bind(silent, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(silent, 5), 0);
  ::getsockname(silent, reinterpret_cast<sockaddr*>(&address), &size);
  Instance instance("silent");
  instance.record(2);
  instance.options.connect_time = std::chrono::hours(1);
  instance.options.stop_time = milliseconds(200);
  instance.send_to("postgresql://postgres@127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/calls");
  const auto begun = std::chrono::steady_clock::now();
  instance.end();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::minutes(1));
  EXPECT_EQ(instance.times_said("2 events could not be sent"), 1) << instance.log();
  ::close(silent);
}

}  // namespace
}  // namespace acode::fleet
