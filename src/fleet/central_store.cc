// The tables, and what is said to them.
#include "fleet/central_store.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "base/utf8.h"
#include "observe/event_rows.h"

namespace acode::fleet {
namespace {

using observe::EventColumn;
using Kind = DatabaseErrorKind;

constexpr std::int64_t kVersion = 1;
constexpr std::string_view kTable = "acode_events";
// Held while tables are made, so that several who start at once do not get in each other's way. "acode" in bytes.
constexpr std::string_view kLock = "418481890405";
constexpr std::chrono::seconds kReadTime{60};

/// What the table acode_store says of the store.
struct Identity {
  std::string id;
  std::int64_t version = 0;
};

// Whether the tables are there; where nobody says otherwise that is in the schema `public`. Asked of the catalogue itself:
// to_regclass() remembers within a transaction that something was not there.
DatabaseResult<std::optional<Identity>> look(Postgres& database, const Until& until) {
  bool is_there = false;
  const auto looked = database.run(
      "SELECT 1 FROM pg_catalog.pg_class WHERE relname = 'acode_store' AND pg_catalog.pg_table_is_visible(oid)", {},
      until, [&is_there](const observe::Row& /*one is enough*/) { is_there = true; });
  if (!looked) return looked.error();
  std::optional<Identity> identity;
  if (!is_there) return identity;
  const auto read =
      database.run("SELECT id, version FROM acode_store", {}, until, [&identity](const observe::Row& row) {
        identity = Identity{std::string(row.text(0)), row.integer(1)};
      });
  if (!read) return read.error();
  return identity;
}

std::string make_events_sql() {
  std::string columns =
      "event_id uuid PRIMARY KEY, instance text NOT NULL, received timestamptz NOT NULL DEFAULT now()";
  for (const EventColumn& column : observe::event_columns()) {
    columns += ", " + std::string(column.name) + (column.kind == EventColumn::Kind::kText ? " text" : " bigint") +
               (column.kind == EventColumn::Kind::kIntegerOrNull ? "" : " NOT NULL");
  }
  return "CREATE TABLE acode_events (" + columns + ")";
}

std::optional<DatabaseError> run_all(Postgres& database, std::span<const std::string> statements, const Until& until) {
  for (const std::string& statement : statements) {
    const auto ran = database.run(statement, {}, until);
    if (!ran) return ran.error();
  }
  return std::nullopt;
}

DatabaseResult<std::optional<Identity>> make_tables(Postgres& database, const Until& until) {
  const std::array<std::string, 2> begin = {"BEGIN", "SELECT pg_advisory_xact_lock(" + std::string(kLock) + ")"};
  if (auto error = run_all(database, begin, until)) return std::move(*error);
  auto found = look(database, until);  // another instance may have been first
  if (!found || *found) {
    const auto ended = database.run("ROLLBACK", {}, until);
    return ended ? std::move(found) : ended.error();
  }
  const std::array<std::string, 6> make = {
      make_events_sql(),
      "CREATE INDEX acode_events_by_time ON acode_events (time_ms)",
      "CREATE INDEX acode_events_by_correlation ON acode_events (correlation_id)",
      "CREATE TABLE acode_store (one integer PRIMARY KEY, id uuid NOT NULL, version integer NOT NULL)",
      "INSERT INTO acode_store VALUES (1, gen_random_uuid(), " + std::to_string(kVersion) + ")",
      "COMMIT"};
  if (auto error = run_all(database, make, until)) return std::move(*error);
  return look(database, until);
}

// What is said to the server at the beginning. What is given up here ends there, too; and a commit is one that a crash of
// the server does not undo, whatever is usual there.
std::optional<DatabaseError> prepare(Postgres& database, const Until& until) {
  const std::array<std::string, 3> set = {"SET statement_timeout = '30s'", "SET lock_timeout = '10s'",
                                          "SELECT set_config('synchronous_commit', 'on', false) "
                                          "WHERE current_setting('synchronous_commit') = 'off'"};
  if (auto error = run_all(database, set, until)) return error;
  std::string encoding;
  const auto asked =
      database.run("SHOW server_encoding", {}, until, [&encoding](const observe::Row& row) { encoding = row.text(0); });
  if (!asked) return asked.error();
  if (encoding == "UTF8") return std::nullopt;
  return DatabaseError{Kind::kForeign, "the database holds texts as " + encoding + " and not as UTF8"};
}

DatabaseError later_version() {
  return {Kind::kForeign, "the tables in the database were made by a later version of acode"};
}

// --- lists as the server reads them ---

// PostgreSQL takes neither bytes that are no UTF-8 nor NUL, and one of them would hold up all the others.
void append_clean(std::string& out, std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  while (!text.empty()) {
    const base::Utf8 next = base::decode_utf8(text);
    const std::size_t length = std::max<std::size_t>(next.length, 1);
    const bool is_good = next.status == base::Utf8::Status::kValid && next.character != 0;
    if (!is_good) {
      out += kReplacement;
    } else {
      if (text[0] == '"' || text[0] == '\\') out += '\\';
      out += text.substr(0, length);
    }
    text.remove_prefix(std::min(length, text.size()));
  }
}

void append_element(std::string& out, const std::optional<std::string>& value, EventColumn::Kind kind) {
  if (!out.ends_with('{')) out += ',';
  if (!value) {
    out += "NULL";
  } else if (kind == EventColumn::Kind::kText) {
    out += '"';
    append_clean(out, *value);
    out += '"';
  } else {
    out += *value;
  }
}

// `{"a","b"}` for each column, the names first.
std::vector<std::string> lists_of(std::span<const observe::SpooledEvent> events) {
  const std::span<const EventColumn> columns = observe::event_columns();
  std::vector<std::string> lists(columns.size() + 1, "{");
  for (const observe::SpooledEvent& event : events) {
    append_element(lists[0], event.event_id, EventColumn::Kind::kText);
    for (std::size_t i = 0; i < columns.size(); ++i) append_element(lists[i + 1], event.values[i], columns[i].kind);
  }
  for (std::string& list : lists) list += '}';
  return lists;
}

// One statement, whatever their number: it is done as a whole or not at all.
std::string insert_sql() {
  const std::span<const EventColumn> columns = observe::event_columns();
  std::string lists = "$1::uuid[]";
  std::string names = "event_id";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool is_text = columns[i].kind == EventColumn::Kind::kText;
    lists += ", $" + std::to_string(i + 2) + (is_text ? "::text[]" : "::bigint[]");
    names += ", " + std::string(columns[i].name);
  }
  return "INSERT INTO acode_events (instance, " + names + ") SELECT $" + std::to_string(columns.size() + 2) +
         "::text, * FROM unnest(" + lists + ") ON CONFLICT (event_id) DO NOTHING";
}

std::string milliseconds_of(observe::WallTime time) { return std::to_string(time.time_since_epoch().count()); }

observe::ReadError read_error(const DatabaseError& error) { return {false, to_string(error)}; }

}  // namespace

DatabaseResult<CentralStore> CentralStore::open(const std::string& url, const Until& until) {
  auto connected = Postgres::connect(url, until);
  if (!connected) return connected.error();
  Postgres& database = *connected;
  if (auto error = prepare(database, until)) return std::move(*error);
  auto found = look(database, until);
  if (found && !*found) found = make_tables(database, until);
  if (!found) return found.error();
  if (!*found || (*found)->version > kVersion) return later_version();
  return CentralStore(std::move(database), (*found)->id);
}

DatabaseResult<std::size_t> CentralStore::add(std::span<const observe::SpooledEvent> events,
                                              const std::string& instance, const Until& until) {
  static const std::string kInsert = insert_sql();
  std::vector<std::string> lists = lists_of(events);
  lists.push_back(instance);
  return database_.run(kInsert, lists, until);
}

DatabaseResult<std::size_t> CentralStore::prune(observe::WallTime before, std::size_t most, const Until& until) {
  // Several instances may do this at once: each takes rows that no other has taken.
  return database_.run(
      "DELETE FROM acode_events WHERE event_id IN (SELECT event_id FROM acode_events WHERE time_ms < $1::bigint "
      "ORDER BY time_ms LIMIT $2::bigint FOR UPDATE SKIP LOCKED)",
      {milliseconds_of(before), std::to_string(most)}, until);
}

observe::Read<CentralReader> CentralReader::open(const std::string& url) {
  constexpr std::chrono::seconds kConnectTime{10};
  const Until until = in_time(kConnectTime);
  auto connected = Postgres::connect(url, until);
  if (!connected) return read_error(connected.error());
  const auto found = look(*connected, until);
  if (!found) return read_error(found.error());
  if (!*found) return observe::ReadError{true, "nothing was recorded yet"};
  if ((*found)->version > kVersion) return read_error(later_version());
  return CentralReader(std::move(*connected));
}

observe::Read<observe::CallStats> CentralReader::stats(const observe::EventFilter& filter) {
  observe::StatsCounter counter;
  const auto read =
      database_.run(select_events_sql(observe::Extent::kWithoutAttempts, kTable) +
                        "WHERE ($1 = '' OR provider = $1) AND time_ms >= $2::bigint",
                    {filter.provider, filter.since ? milliseconds_of(*filter.since) : std::to_string(INT64_MIN)},
                    in_time(kReadTime), [&counter](const observe::Row& row) { counter.add(observe::event_in(row)); });
  if (!read) return read_error(read.error());
  return counter.stats();
}

observe::Read<std::vector<observe::CallEvent>> CentralReader::find(std::string_view correlation_id) {
  std::vector<observe::CallEvent> events;
  const auto read =
      database_.run(select_events_sql(observe::Extent::kAll, kTable) + "WHERE correlation_id = $1 ORDER BY event_id",
                    {std::string(correlation_id)}, in_time(kReadTime),
                    [&events](const observe::Row& row) { events.push_back(observe::event_in(row)); });
  if (!read) return read_error(read.error());
  return events;
}

}  // namespace acode::fleet
