// SQLite, as much of it as is needed here: the only file that includes it is database.cc.
//
//   std::variant<Database, SqlError> opened = Database::open(file, Database::Access::kWrite);
//   Statement insert = database.prepare("INSERT INTO t VALUES (?, ?)");
//   insert.bind(1, 42).bind(2, "text");
//   insert.run();
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "observe/row.h"

struct sqlite3;
struct sqlite3_stmt;

namespace acode::observe {

struct SqlError {
  enum class Kind : std::uint8_t {
    kBusy,     ///< somebody else holds it; later it may work
    kDamaged,  ///< the file is no database, or a broken one
    kOther,    ///< no room, not allowed, not there …
  };
  Kind kind = Kind::kOther;
  std::string message;
};

/// One prepared statement. After an error it does nothing more, and error() tells.
class Statement : public Row {
 public:
  Statement(sqlite3* database, std::string_view sql);

  /// Parameters count from 1. Text is copied.
  Statement& bind(int index, std::int64_t value);
  Statement& bind(int index, std::string_view text);

  /// Text is not copied: it must stay where it is until the statement was run, and be bound again for the next time.
  Statement& bind_kept(int index, std::string_view text);
  Statement& bind_null(int index);

  /// The next row: whether there is one.
  bool next();

  /// Runs it to its end and makes it ready for the next time. False after an error.
  bool run();

  [[nodiscard]] std::int64_t integer(int column) const override;
  [[nodiscard]] std::string_view text(int column) const override;
  [[nodiscard]] bool is_null(int column) const override;

  [[nodiscard]] const std::optional<SqlError>& error() const { return error_; }

 private:
  void check(int code);

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::optional<SqlError> error_;
};

class Database {
 public:
  enum class Access : std::uint8_t {
    kWrite,      ///< the file must be there; it may be empty
    kRead,       ///< while others write
    kImmutable,  ///< nobody writes: no locks, and no files beside it
  };

  static std::variant<Database, SqlError> open(const std::string& file, Access access,
                                               std::chrono::milliseconds busy_timeout);

  /// Runs statements without parameters and results.
  std::optional<SqlError> execute(const std::string& sql);

  Statement prepare(std::string_view sql) { return {database_.get(), sql}; }

  /// The first column of the first row; nothing after an error, or without a row.
  std::optional<std::int64_t> integer(std::string_view sql);

  /// How many rows the last statement changed.
  [[nodiscard]] std::int64_t changes() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit Database(sqlite3* database) : database_(database) {}

  std::unique_ptr<sqlite3, Close> database_;
};

/// Undone unless it is committed.
class Transaction {
 public:
  /// Runs `begin`, one of the two below.
  Transaction(Database& database, Statement& begin) : database_(database), open_(begin.run()), error_(begin.error()) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();

  static constexpr std::string_view kBeginReading = "BEGIN";
  static constexpr std::string_view kBeginWriting = "BEGIN IMMEDIATE";
  static constexpr std::string_view kCommit = "COMMIT";

  /// Why it could not begin.
  [[nodiscard]] const std::optional<SqlError>& error() const { return error_; }

  /// Runs `commit`.
  std::optional<SqlError> commit(Statement& commit);

 private:
  Database& database_;
  bool open_;
  std::optional<SqlError> error_;
};

}  // namespace acode::observe
