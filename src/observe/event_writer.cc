// A batch in one transaction, its events in as few statements as the sizes allow.
#include "observe/event_writer.h"

#include <algorithm>
#include <bit>
#include <string_view>

namespace acode::observe {
namespace {

constexpr std::size_t kMostKept = std::size_t{1} << 12;  // bytes; the memory of longer texts is given back

Statement& kept(std::optional<Statement>& statement, Database& database, std::string_view sql) {
  return statement ? *statement : statement.emplace(database.prepare(sql));
}

std::optional<SqlError> save_breakers(Database& database, const std::vector<BreakerNote>& breakers) {
  if (breakers.empty()) return std::nullopt;
  Statement save = database.prepare(
      "INSERT INTO breaker (provider, model, failures, opened_ms) VALUES (?, ?, ?, ?) "
      "ON CONFLICT DO UPDATE SET failures = excluded.failures, opened_ms = excluded.opened_ms");
  for (const BreakerNote& note : breakers) {
    save.bind(1, note.provider).bind(2, note.model).bind(3, std::int64_t{note.memory.failures});
    save.bind(4, note.memory.opened.time_since_epoch().count());
    if (!save.run()) break;
  }
  return save.error();
}

}  // namespace

std::optional<SqlError> EventWriter::write(Database& database, const Batch& batch) {
  Transaction transaction(database, kept(begin_, database, Transaction::kBeginWriting));
  if (transaction.error()) return transaction.error();
  if (auto error = insert_all(database, batch.events)) return error;
  if (auto error = save_breakers(database, batch.breakers)) return error;
  return transaction.commit(kept(commit_, database, Transaction::kCommit));
}

std::optional<SqlError> EventWriter::insert_all(Database& database, std::span<const CallEvent> events) {
  while (!events.empty()) {
    const std::size_t count = std::bit_floor(std::min(events.size(), kMostEvents));
    if (auto error = insert_together(database, events.first(count))) return error;
    events = events.subspan(count);
  }
  return std::nullopt;
}

std::optional<SqlError> EventWriter::insert_together(Database& database, std::span<const CallEvent> events) {
  std::optional<Statement>& insert = inserts_.at(static_cast<std::size_t>(std::countr_zero(events.size())));
  if (!insert) insert = database.prepare(insert_events_sql(events.size()));
  for (std::size_t i = 0; i < events.size(); ++i) {
    names_.next(events[i].time, texts_.at(i).event_id);
    bind_event(*insert, i, events[i], texts_.at(i));
  }
  insert->run();
  for (RowTexts& texts : texts_) {
    if (texts.attempts.capacity() > kMostKept) texts.attempts = {};
  }
  return insert->error();
}

}  // namespace acode::observe
