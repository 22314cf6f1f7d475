// Writes events into a database that is open.
//
//   EventWriter writer;
//   std::optional<SqlError> error = writer.write(database, batch);
//
// To prepare a statement takes longer than to run it, and to begin and end one longer than a row does. So statements are
// kept for as long as the database is open, and one inserts up to 16 events.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "acode/retry/breaker.h"
#include "observe/database.h"
#include "observe/event.h"
#include "observe/event_names.h"
#include "observe/event_rows.h"

namespace acode::observe {

/// What a breaker has to remember, and whose it is.
struct BreakerNote {
  std::string provider;
  std::string model;
  retry::BreakerMemory memory;
};

/// What is written in one transaction.
struct Batch {
  std::vector<CallEvent> events;
  std::vector<BreakerNote> breakers;

  [[nodiscard]] bool empty() const { return events.empty() && breakers.empty(); }
  void clear() {
    events.clear();
    breakers.clear();
  }
};

/// For one database, before which it must be gone. Used by one thread.
class EventWriter {
 public:
  /// Writes all of it, or nothing. After an error another writer has to be made: the statements of this one are spent.
  std::optional<SqlError> write(Database& database, const Batch& batch);

 private:
  /// Statements for 1, 2, 4, 8 and 16 events, each prepared when it is first needed.
  static constexpr std::size_t kSizes = 5;
  static constexpr std::size_t kMostEvents = std::size_t{1} << (kSizes - 1);

  std::optional<SqlError> insert_all(Database& database, std::span<const CallEvent> events);
  /// As many as there is a statement for.
  std::optional<SqlError> insert_together(Database& database, std::span<const CallEvent> events);

  std::optional<Statement> begin_;
  std::optional<Statement> commit_;
  std::array<std::optional<Statement>, kSizes> inserts_;
  std::array<RowTexts, kMostEvents> texts_;  // of the rows of one statement
  EventNames names_;
};

}  // namespace acode::observe
