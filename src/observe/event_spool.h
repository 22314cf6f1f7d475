// The file of events as a queue of what another store, which many machines share, does not have yet.
//
//   EventSpool spool(file);
//   spool.send_to(store_id);                             // another store than before: all of them are to be sent again
//   auto waiting = spool.next(1000, 4 << 20);
//   … send them; only then:
//   spool.mark_sent(waiting.back().number);
//
// Who is killed in between sends some of them again. They have names of their own, by which the other store knows them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "observe/database.h"
#include "observe/event_file.h"

namespace acode::observe {

/// A row of the file as it is, column by column in the order of event_columns().
struct SpooledEvent {
  std::int64_t number = 0;  ///< its place in the queue
  std::string event_id;     ///< its name, which no other event has anywhere
  std::vector<std::optional<std::string>> values;
};

/// Used by one thread. The store of events may write the same file meanwhile, and so may other spools.
class EventSpool {
 public:
  EventSpool(std::string file, std::chrono::milliseconds busy_timeout) : file_(std::move(file), busy_timeout) {}

  /// Says which store they are sent to.
  std::optional<SqlError> send_to(const std::string& store);

  /// The oldest that wait: at most so many, and so many bytes, but always one if there is one.
  std::variant<std::vector<SpooledEvent>, SqlError> next(std::size_t most, std::size_t most_bytes);

  /// All up to this number are with the other store.
  std::optional<SqlError> mark_sent(std::int64_t number);

  /// How many wait.
  std::variant<std::uint64_t, SqlError> waiting();

 private:
  EventFile file_;
};

}  // namespace acode::observe
