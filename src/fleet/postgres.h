// PostgreSQL, as much of it as is needed here: the only file that includes libpq is postgres.cc. Without libpq
// postgres_absent.cc stands in for it, and says so.
//
//   const Until until = in_time(std::chrono::seconds(5));
//   DatabaseResult<Postgres> connected = Postgres::connect("postgresql://db.example.com/calls", until);
//   connected->run("DELETE FROM t WHERE a < $1", {"42"}, until);
//
// Nothing here waits longer than it is told to. After an error the connection is of no more use.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fleet/database_error.h"
#include "observe/row.h"

namespace acode::fleet {

using Clock = std::chrono::steady_clock;

/// Until when something may take. It is asked again and again, since that moment may come nearer meanwhile.
using Until = std::function<Clock::time_point()>;

/// From now on so long.
inline Until in_time(Clock::duration duration) {
  return [end = Clock::now() + duration] { return end; };
}

class Postgres {
 public:
  using UseRow = std::function<void(const observe::Row& row)>;

  /// Connects. No message of an error has the password in it.
  static DatabaseResult<Postgres> connect(const std::string& url, const Until& until);

  Postgres(Postgres&&) noexcept;
  Postgres& operator=(Postgres&&) noexcept;
  Postgres(const Postgres&) = delete;
  Postgres& operator=(const Postgres&) = delete;
  ~Postgres();

  /// Runs one statement, whose parameters are $1 and so on; each row of its answer is handed to `use` as it comes. How many
  /// rows were changed or read.
  DatabaseResult<std::size_t> run(const std::string& sql, const std::vector<std::string>& parameters,
                                  const Until& until, const UseRow& use = {});

  /// Where this leads, for people: "db.example.com/calls".
  [[nodiscard]] const std::string& where() const;

 private:
  class Impl;
  explicit Postgres(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace acode::fleet
