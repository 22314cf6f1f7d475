// How events stand in the database: the tables, and from an event to a row and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "observe/database.h"
#include "observe/event.h"

namespace acode::observe {

/// Tells our files from those of other programs, "acod".
inline constexpr std::int64_t kApplicationId = 0x61636F64;

/// The tables as they are made now. A file with a later version is left alone; one of an earlier is brought up.
inline constexpr std::int64_t kSchemaVersion = 2;

/// Makes the tables in an empty database.
std::string make_tables_sql();

/// Makes version 2 of version 1, in which events had no names (event_id), and numbers were given again.
std::string upgrade_from_1_sql();

/// A column of an event, the same in every database.
struct EventColumn {
  std::string_view name;
  enum class Kind : std::uint8_t { kInteger, kIntegerOrNull, kText } kind;
};
std::span<const EventColumn> event_columns();

/// Their names, with commas between them.
std::string event_column_list();

/// The texts of a row that are made for it.
struct RowTexts {
  std::string event_id;
  std::string repairs;
  std::string coercions;
  std::string validation_errors;
  std::string attempts;
};

/// Inserts so many events: bind_event() for each place from 0, then run(). Of the texts the event's id must be there, the
/// others are made; like the event they must stay as they are until the statement was run. An error does not undo what the
/// statement inserted before: that is left to its transaction.
std::string insert_events_sql(std::size_t count);
void bind_event(Statement& insert, std::size_t place, const CallEvent& event, RowTexts& texts);

/// Selects events; what follows is WHERE and so on. event_in() reads the row. Attempts are the larger part of an event,
/// and only wanted where it is shown.
enum class Extent : std::uint8_t { kAll, kWithoutAttempts };
std::string select_events_sql(Extent extent, std::string_view table = "events");
CallEvent event_in(const Row& row);

/// Selects number, name and all columns of events.
std::string select_spooled_sql();

}  // namespace acode::observe
