// Over SQLite's C functions.
#include "observe/database.h"

#include <sqlite3.h>

#include <system_error>

namespace acode::observe {
namespace {

// Without what tells details.
int primary(int code) { return static_cast<int>(static_cast<unsigned>(code) & 0xFFU); }

SqlError::Kind kind_of(int code) {
  switch (primary(code)) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return SqlError::Kind::kBusy;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return SqlError::Kind::kDamaged;
    default:
      return SqlError::Kind::kOther;
  }
}

// «disk I/O error» alone says nothing of why; what the system said does.
std::string system_words(sqlite3* database, int code) {
  const int number = sqlite3_system_errno(database);
  if ((primary(code) != SQLITE_IOERR && primary(code) != SQLITE_CANTOPEN) || number == 0) return "";
  return " (" + std::generic_category().message(number) + ")";
}

SqlError error_of(sqlite3* database, int code) {
  if (database == nullptr) return {kind_of(code), "there is no memory left"};
  return {kind_of(code), sqlite3_errmsg(database) + system_words(database, code)};
}

// A name may hold anything that means something in a URI.
std::string immutable_uri(const std::string& file) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '%' || c == '?' || c == '#') {
      uri += {'%', kHex[byte >> 4U], kHex[byte & 0xFU]};
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(sqlite3* database, std::string_view sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

void Statement::check(int code) {
  if (code != SQLITE_OK && !error_) error_ = error_of(database_, code);
}

Statement& Statement::bind(int index, std::int64_t value) {
  if (!error_) check(sqlite3_bind_int64(statement_.get(), index, value));
  return *this;
}

Statement& Statement::bind(int index, std::string_view text) {
  // SQLITE_TRANSIENT is a cast of the C kind: the text is copied.
  const auto copied = SQLITE_TRANSIENT;  // NOLINT
  const char* data = text.data() == nullptr ? "" : text.data();
  if (!error_) check(sqlite3_bind_text64(statement_.get(), index, data, text.size(), copied, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_kept(int index, std::string_view text) {
  const char* data = text.data() == nullptr ? "" : text.data();
  if (!error_) check(sqlite3_bind_text64(statement_.get(), index, data, text.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_null(int index) {
  if (!error_) check(sqlite3_bind_null(statement_.get(), index));
  return *this;
}

bool Statement::next() {
  if (error_) return false;
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) check(code);
  return false;
}

bool Statement::run() {
  while (next()) {
  }
  if (statement_) sqlite3_reset(statement_.get());
  return !error_;
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

std::string_view Statement::text(int column) const {
  const unsigned char* data = sqlite3_column_text(statement_.get(), column);
  if (data == nullptr) return {};
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return {reinterpret_cast<const char*>(data), size};  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

std::variant<Database, SqlError> Database::open(const std::string& file, Access access,
                                                std::chrono::milliseconds busy_timeout) {
  const std::string name = access == Access::kImmutable ? immutable_uri(file) : file;
  const int flags = SQLITE_OPEN_NOMUTEX | (access == Access::kWrite       ? SQLITE_OPEN_READWRITE
                                           : access == Access::kImmutable ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
                                                                          : SQLITE_OPEN_READONLY);
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &raw, flags, nullptr);
  Database database(raw);
  if (code != SQLITE_OK) return error_of(raw, code);
  sqlite3_busy_timeout(raw, static_cast<int>(busy_timeout.count()));
  return database;
}

std::optional<SqlError> Database::execute(const std::string& sql) {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code == SQLITE_OK) return std::nullopt;
  return error_of(database_.get(), code);
}

std::optional<std::int64_t> Database::integer(std::string_view sql) {
  Statement statement = prepare(sql);
  if (!statement.next()) return std::nullopt;
  return statement.integer(0);
}

std::int64_t Database::changes() const { return sqlite3_changes64(database_.get()); }

Transaction::~Transaction() {
  if (open_) database_.execute("ROLLBACK");
}

std::optional<SqlError> Transaction::commit(Statement& commit) {
  open_ = !commit.run();
  return commit.error();
}

}  // namespace acode::observe
