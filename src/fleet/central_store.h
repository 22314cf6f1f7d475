// The table of events in PostgreSQL that many instances share.
//
//   DatabaseResult<CentralStore> store = CentralStore::open(url, until);      // connects, and makes the tables
//   store->add(events, "host-7", until);                                     // what is there already is passed over
//
// The columns are those of the file of events, so that both are read in the same way. An event is known by its name
// (event_id), which it got when it was written to the file: to send it twice does no harm.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fleet/postgres.h"
#include "observe/event_source.h"
#include "observe/event_spool.h"

namespace acode::fleet {

class CentralStore {
 public:
  /// Connects for writing. Tables that are missing are made, by one of those who find them missing.
  static DatabaseResult<CentralStore> open(const std::string& url, const Until& until);

  /// A name that this store got when it was made.
  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const std::string& where() const { return database_.where(); }

  /// Adds all of them, or none. How many were new.
  DatabaseResult<std::size_t> add(std::span<const observe::SpooledEvent> events, const std::string& instance,
                                  const Until& until);

  /// Deletes some of the events from before this moment. How many; fewer than `most` if no more are left.
  DatabaseResult<std::size_t> prune(observe::WallTime before, std::size_t most, const Until& until);

 private:
  CentralStore(Postgres database, std::string id) : database_(std::move(database)), id_(std::move(id)) {}

  Postgres database_;
  std::string id_;
};

/// Reads it, as EventReader reads a file.
class CentralReader : public observe::EventSource {
 public:
  static observe::Read<CentralReader> open(const std::string& url);

  [[nodiscard]] observe::Read<observe::CallStats> stats(const observe::EventFilter& filter) override;
  [[nodiscard]] observe::Read<std::vector<observe::CallEvent>> find(std::string_view correlation_id) override;

 private:
  explicit CentralReader(Postgres database) : database_(std::move(database)) {}

  Postgres database_;
};

}  // namespace acode::fleet
