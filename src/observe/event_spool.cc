// Reading behind the mark, and moving it.
#include "observe/event_spool.h"

#include <algorithm>
#include <utility>

#include "observe/event_rows.h"

namespace acode::observe {
namespace {

// Numbers are given in the order in which events are written, one writer at a time, and never twice: what is behind the
// mark is all that was not sent.
constexpr std::string_view kMark = "(SELECT coalesce(max(sent), 0) FROM spool)";

SpooledEvent event_of(const Statement& row) {
  SpooledEvent event;
  event.number = row.integer(0);
  event.event_id = row.text(1);
  const int columns = static_cast<int>(event_columns().size());
  for (int i = 0; i < columns; ++i) {
    if (row.is_null(i + 2)) {
      event.values.emplace_back();
    } else {
      event.values.emplace_back(row.text(i + 2));
    }
  }
  return event;
}

std::size_t bytes_of(const SpooledEvent& event) {
  std::size_t bytes = 0;
  for (const std::optional<std::string>& value : event.values) bytes += value ? value->size() : 0;
  return bytes;
}

}  // namespace

std::optional<SqlError> EventSpool::send_to(const std::string& store) {
  auto opened = file_.database();
  if (auto* error = std::get_if<SqlError>(&opened)) return std::move(*error);
  Statement save = std::get<Database*>(opened)->prepare(
      "INSERT INTO spool (one, store, sent) VALUES (1, ?1, 0) "
      "ON CONFLICT DO UPDATE SET store = ?1, sent = 0 WHERE store <> ?1");
  save.bind(1, store);
  save.run();
  return save.error();
}

std::variant<std::vector<SpooledEvent>, SqlError> EventSpool::next(std::size_t most, std::size_t most_bytes) {
  auto opened = file_.database();
  if (auto* error = std::get_if<SqlError>(&opened)) return std::move(*error);
  Statement rows = std::get<Database*>(opened)->prepare(select_spooled_sql() + "WHERE id > " + std::string(kMark) +
                                                        " ORDER BY id LIMIT ?");
  rows.bind(1, static_cast<std::int64_t>(most));
  std::vector<SpooledEvent> events;
  std::size_t bytes = 0;
  while (bytes < most_bytes && rows.next()) {
    events.push_back(event_of(rows));
    bytes += bytes_of(events.back());
  }
  if (rows.error()) return *rows.error();
  return events;
}

std::optional<SqlError> EventSpool::mark_sent(std::int64_t number) {
  auto opened = file_.database();
  if (auto* error = std::get_if<SqlError>(&opened)) return std::move(*error);
  // Another process may be further already.
  Statement save = std::get<Database*>(opened)->prepare("UPDATE spool SET sent = max(sent, ?)");
  save.bind(1, number);
  save.run();
  return save.error();
}

std::variant<std::uint64_t, SqlError> EventSpool::waiting() {
  auto opened = file_.database();
  if (auto* error = std::get_if<SqlError>(&opened)) return std::move(*error);
  Statement count =
      std::get<Database*>(opened)->prepare("SELECT coalesce(max(id), 0) - " + std::string(kMark) + " FROM events");
  const std::int64_t waiting = count.next() ? count.integer(0) : 0;
  if (count.error()) return *count.error();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(waiting, 0));
}

}  // namespace acode::observe
