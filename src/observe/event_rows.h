// How events stand in the database: the tables, and from an event to a row and back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "observe/database.h"
#include "observe/event.h"

namespace acode::observe {

/// Tells our files from those of other programs, "acod".
inline constexpr std::int64_t kApplicationId = 0x61636F64;

/// The tables as they are made now. A file with a later version is left alone; earlier ones there are none.
inline constexpr std::int64_t kSchemaVersion = 1;

/// Makes the tables in an empty database.
std::string make_tables_sql();

/// Inserts one event: bind_event(), then run().
std::string insert_event_sql();
void bind_event(Statement& insert, const CallEvent& event);

/// Selects events; what follows is WHERE and so on. event_in() reads the row. Attempts are the larger part of an event,
/// and only wanted where it is shown.
enum class Extent : std::uint8_t { kAll, kWithoutAttempts };
std::string select_events_sql(Extent extent);
CallEvent event_in(const Statement& row);

}  // namespace acode::observe
