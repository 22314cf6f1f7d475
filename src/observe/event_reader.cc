// Looking things up.
#include "observe/event_reader.h"

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <utility>

#include "observe/event_rows.h"

namespace acode::observe {
namespace {

constexpr std::chrono::milliseconds kBusyTimeout{2000};

// Whether it can be read at all, and is ours.
std::optional<ReadError> problem_with(Database& database) {
  Statement statement = database.prepare("PRAGMA application_id");
  const std::int64_t application = statement.next() ? statement.integer(0) : 0;
  if (statement.error()) return ReadError{false, statement.error()->message};
  if (application == 0 && database.integer("SELECT count(*) FROM sqlite_master").value_or(1) == 0) {
    return ReadError{true, "nothing was recorded yet"};
  }
  if (application != kApplicationId) return ReadError{false, "the file belongs to another program"};
  if (database.integer("PRAGMA user_version").value_or(0) > kSchemaVersion) {
    return ReadError{false, "the file was made by a later version of acode"};
  }
  return std::nullopt;
}

}  // namespace

Read<EventReader> EventReader::open(const std::string& file) {
  if (::access(file.c_str(), F_OK) != 0) return ReadError{true, "nothing was recorded yet: there is no " + file};
  std::optional<ReadError> first;
  // Readers share memory with writers in a file beside it. Where that cannot be made nobody can be writing.
  for (const Database::Access access : {Database::Access::kRead, Database::Access::kImmutable}) {
    auto opened = Database::open(file, access, kBusyTimeout);
    if (auto* error = std::get_if<SqlError>(&opened)) {
      if (!first) first = ReadError{false, error->message};
      continue;
    }
    auto& database = std::get<Database>(opened);
    std::optional<ReadError> problem = problem_with(database);
    if (!problem) return EventReader(std::move(database));
    if (!first) first = std::move(problem);
  }
  return *first;
}

Read<CallStats> EventReader::stats(const EventFilter& filter) {
  Statement rows = database_.prepare(select_events_sql(Extent::kWithoutAttempts) +
                                     "WHERE (?1 = '' OR provider = ?1) AND time_ms >= ?2");
  rows.bind(1, filter.provider);
  rows.bind(2, filter.since ? filter.since->time_since_epoch().count() : INT64_MIN);
  StatsCounter counter;
  while (rows.next()) counter.add(event_in(rows));
  if (rows.error()) return ReadError{false, rows.error()->message};
  return counter.stats();
}

Read<std::vector<CallEvent>> EventReader::find(std::string_view correlation_id) {
  Statement rows = database_.prepare(select_events_sql(Extent::kAll) + "WHERE correlation_id = ? ORDER BY id");
  rows.bind(1, correlation_id);
  std::vector<CallEvent> events;
  while (rows.next()) events.push_back(event_in(rows));
  if (rows.error()) return ReadError{false, rows.error()->message};
  return events;
}

Read<retry::BreakerMemory> EventReader::breaker(std::string_view provider, std::string_view model) {
  Statement row = database_.prepare("SELECT failures, opened_ms FROM breaker WHERE provider = ? AND model = ?");
  row.bind(1, provider).bind(2, model);
  retry::BreakerMemory memory;
  if (row.next()) {
    memory.failures = static_cast<unsigned>(row.integer(0));
    memory.opened = WallTime(std::chrono::milliseconds(row.integer(1)));
  }
  if (row.error()) return ReadError{false, row.error()->message};
  return memory;
}

}  // namespace acode::observe
