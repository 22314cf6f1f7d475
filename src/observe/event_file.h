// The file of events, on the side of who writes it. Used by one thread, the store's; other processes may write it too.
//
// A file that is not there is made, for its owner only, with its directories. Whatever goes wrong is told as an SqlError;
// what to do about it is for the store to decide.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "observe/database.h"
#include "observe/event.h"
#include "observe/event_writer.h"

namespace acode::observe {

class EventFile {
 public:
  /// `busy_timeout`: how long one attempt waits for another process.
  EventFile(std::string name, std::chrono::milliseconds busy_timeout);

  /// Writes all of it, or nothing. Opens the file if it is not open, or is no longer the one of that name.
  std::optional<SqlError> write(const Batch& batch);

  /// Which events may be deleted: all, or only those that another store has too (see event_spool.h).
  enum class Prune : std::uint8_t { kAll, kSent };

  /// Deletes some of the events from before this moment. How many there were; fewer than `most` if no more are left.
  std::variant<std::size_t, SqlError> prune(WallTime before, std::size_t most, Prune which = Prune::kAll);

  /// The database, opened if it is not open; it is good until the next call of anything here.
  std::variant<Database*, SqlError> database();

  /// Gives a damaged file another name, so that a new one can be made. The new name, or nothing if that cannot be done.
  /// Another process may have done it already: then the name is the file's own.
  std::optional<std::string> set_aside(WallTime now);

  void close();
  [[nodiscard]] bool is_open() const { return database_.has_value(); }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::optional<SqlError> open();
  static std::optional<SqlError> prepare(Database& database);
  [[nodiscard]] ino_t present_inode() const;

  std::string name_;
  std::chrono::milliseconds busy_timeout_;
  std::optional<Database> database_;
  std::unique_ptr<EventWriter> writer_;  // for who writes; gone before the database
  ino_t inode_ = 0;                      // of the file that was opened last
};

}  // namespace acode::observe
