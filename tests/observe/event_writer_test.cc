// Batches of any size: each event once, in its order; of one that fails, nothing (OB-4).
#include "observe/event_writer.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <set>

#include "cli/program.h"
#include "observe/event_file.h"
#include "observe/event_reader.h"
#include "observe/event_spool.h"

namespace acode::observe {
namespace {

constexpr std::chrono::milliseconds kBusy{1000};

CallEvent plain_event(const std::string& id) {
  CallEvent event;
  event.time = WallTime(std::chrono::milliseconds(1000));
  event.correlation_id = id;
  event.attempts = {{1, "first", "{}", {}, "", "", ""}};
  return event;
}

CallEvent long_event(const std::string& id) {
  CallEvent event = plain_event(id);
  event.provider = std::string(100, 'p');
  event.repairs = {{"trailing_comma", 2}};
  event.coercions = {"path string_to_number"};
  event.validation_errors = {"path type"};
  event.error_code = "ACODE-TLP-004";
  event.error_position = 7;
  event.attempts.push_back({2, "reemit", std::string(5000, '*'), {}, "", "", ""});
  event.execution = "ran";
  return event;
}

class Writer : public ::testing::Test {
 protected:
  std::vector<SpooledEvent> rows() {
    EventSpool spool(name_, kBusy);
    return std::get<std::vector<SpooledEvent>>(spool.next(100'000, std::size_t{1} << 30));
  }

  std::vector<CallEvent> found(const std::string& id) {
    auto opened = EventReader::open(name_);
    return std::get<std::vector<CallEvent>>(std::get<EventReader>(opened).find(id));
  }

  void execute(const std::string& sql) {
    sqlite3* raw = nullptr;
    ASSERT_EQ(sqlite3_open(name_.c_str(), &raw), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(raw);
    sqlite3_close(raw);
  }

  acode::test::TemporaryFolder folder_;
  std::string name_ = folder_.file("events.db");
  EventFile file_{name_, kBusy};
};

TEST_F(Writer, OB4_BatchesOfAnySizeAreWrittenOnceAndInOrder) {
  std::vector<std::string> expected;
  for (const std::size_t size : {0U, 1U, 15U, 16U, 17U, 33U, 2U, 100U, 1U}) {
    Batch batch;
    for (std::size_t i = 0; i < size; ++i) {
      expected.push_back(std::to_string(expected.size()));
      batch.events.push_back(plain_event(expected.back()));
    }
    const auto error = file_.write(batch);
    ASSERT_FALSE(error) << size << ": " << error->message;
  }
  std::vector<std::string> written;
  std::set<std::string> names;
  std::string last;
  for (const SpooledEvent& row : rows()) {
    written.push_back(*row.values.at(3));
    EXPECT_EQ(row.number, static_cast<std::int64_t>(written.size()));
    EXPECT_GT(row.event_id, last);
    last = row.event_id;
    names.insert(row.event_id);
  }
  EXPECT_EQ(written, expected);
  EXPECT_EQ(names.size(), expected.size());
}

TEST_F(Writer, NothingOfAnEventIsLeftForTheNext) {
  for (int round = 0; round < 2; ++round) {
    for (const bool is_long : {true, false}) {
      Batch batch;
      for (int i = 0; i < 17; ++i) batch.events.push_back(is_long ? long_event("long") : plain_event("plain"));
      EXPECT_FALSE(file_.write(batch));
    }
  }
  EXPECT_EQ(found("long"), std::vector<CallEvent>(34, long_event("long")));
  EXPECT_EQ(found("plain"), std::vector<CallEvent>(34, plain_event("plain")));
}

// Whatever a statement does with the rows before, and even though the tables changed under statements that are kept.
TEST_F(Writer, OB4_OfABatchThatFailsNothingIsWritten) {
  EXPECT_FALSE(file_.write({{plain_event("first")}, {}}));
  for (const std::size_t bad : {0U, 5U, 16U, 19U}) {
    Batch batch;
    for (std::size_t i = 0; i < 20; ++i) batch.events.push_back(plain_event(i == bad ? "bad" : "good"));
    batch.breakers.push_back({"p", "m", {3, {}}});
    execute(
        "CREATE TRIGGER refuse AFTER INSERT ON events WHEN new.correlation_id = 'bad' "
        "BEGIN SELECT RAISE(FAIL, 'refused'); END");
    for (int attempt = 0; attempt < 2; ++attempt) {
      const auto error = file_.write(batch);
      ASSERT_TRUE(error) << bad;
      EXPECT_EQ(error->message, "refused");
      EXPECT_EQ(error->kind, SqlError::Kind::kOther);
    }
    EXPECT_EQ(found("good").size() + found("bad").size(), 0U) << bad;
    execute("DROP TRIGGER refuse");
    const auto error = file_.write(batch);
    ASSERT_FALSE(error) << error->message;
    EXPECT_EQ(found("good").size(), 19U) << bad;
    EXPECT_EQ(found("bad").size(), 1U) << bad;
    execute("DELETE FROM events");
  }
}

TEST_F(Writer, OB4_AFileThatWasHeldIsWrittenLater) {
  EXPECT_FALSE(file_.write({{plain_event("first")}, {}}));
  EventFile other(name_, kBusy);
  Database& held = *std::get<Database*>(other.database());
  EXPECT_FALSE(held.execute("BEGIN IMMEDIATE"));
  EventFile hasty(name_, std::chrono::milliseconds(1));
  for (int attempt = 0; attempt < 2; ++attempt) {
    const auto error = hasty.write({{plain_event("second")}, {}});
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind, SqlError::Kind::kBusy) << error->message;
  }
  EXPECT_FALSE(held.execute("ROLLBACK"));
  EXPECT_FALSE(hasty.write({{plain_event("second")}, {}}));
  EXPECT_EQ(rows().size(), 2U);
}

}  // namespace
}  // namespace acode::observe
