// Making, opening, writing and pruning.
#include "observe/event_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "observe/event_rows.h"

namespace acode::observe {
namespace {

namespace fs = std::filesystem;

SqlError system_error(const std::string& what, int number) {
  return {SqlError::Kind::kOther, what + ": " + std::generic_category().message(number)};
}

// Directories that are missing, for their owner only.
std::optional<SqlError> make_directories(const fs::path& directory) {
  fs::path made;
  for (const fs::path& part : directory) {
    made /= part;
    if (::mkdir(made.c_str(), 0700) == 0 || errno == EEXIST) continue;
    std::error_code ignored;
    const int problem = errno;  // a root that is read-only says so even of what is there
    if (!fs::is_directory(made, ignored)) return system_error("cannot make the directory " + made.string(), problem);
  }
  return std::nullopt;
}

// The database gives the files beside it the permissions of this one.
std::optional<SqlError> make_file(const std::string& name) {
  const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
  if (descriptor == -1) return system_error("cannot open it", errno);
  ::close(descriptor);
  return std::nullopt;
}

// What is there already, and whether it is ours.
std::optional<SqlError> check_owner(std::int64_t application, std::int64_t version, std::int64_t tables) {
  if (application == 0 && version == 0 && tables == 0) return std::nullopt;
  if (application != kApplicationId) return SqlError{SqlError::Kind::kOther, "it belongs to another program"};
  if (version <= kSchemaVersion) return std::nullopt;
  return SqlError{SqlError::Kind::kOther, "it was made by a later version of acode"};
}

}  // namespace

EventFile::EventFile(std::string name, std::chrono::milliseconds busy_timeout)
    : name_(std::move(name)), busy_timeout_(busy_timeout) {}

ino_t EventFile::present_inode() const {
  struct stat status {};
  return ::stat(name_.c_str(), &status) == 0 ? status.st_ino : 0;
}

std::optional<SqlError> EventFile::open() {
  if (database_ && present_inode() == inode_) return std::nullopt;
  close();
  if (auto error = make_directories(fs::path(name_).parent_path())) return error;
  if (auto error = make_file(name_)) return error;
  inode_ = present_inode();
  auto opened = Database::open(name_, Database::Access::kWrite, busy_timeout_);
  if (auto* error = std::get_if<SqlError>(&opened)) return std::move(*error);
  Database database = std::move(std::get<Database>(opened));
  if (auto error = prepare(database)) return error;
  database_ = std::move(database);
  return std::nullopt;
}

// Now the tables are there, and they are ours.
std::optional<SqlError> EventFile::prepare(Database& database) {
  const auto look = [&database](std::string_view sql, std::int64_t& answer) -> std::optional<SqlError> {
    Statement statement = database.prepare(sql);
    if (statement.next()) answer = statement.integer(0);
    return statement.error();
  };
  std::int64_t application = 0;
  std::int64_t version = 0;
  std::int64_t tables = 0;
  const auto look_at_all = [&]() -> std::optional<SqlError> {
    if (auto error = look("PRAGMA application_id", application)) return error;
    if (auto error = look("PRAGMA user_version", version)) return error;
    if (auto error = look("SELECT count(*) FROM sqlite_master", tables)) return error;
    return check_owner(application, version, tables);
  };
  {
    // In one view of it: another process may be making the tables just now.
    Statement begin = database.prepare(Transaction::kBeginReading);
    Transaction view(database, begin);
    if (view.error()) return view.error();
    if (auto error = look_at_all()) return error;
  }
  // A database of somebody else is refused before anything in it is changed.
  if (auto error = database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; "
                                    "PRAGMA journal_size_limit = 4194304")) {
    return error;
  }
  if (version == kSchemaVersion) return std::nullopt;
  Statement begin = database.prepare(Transaction::kBeginWriting);
  Transaction transaction(database, begin);
  if (transaction.error()) return transaction.error();
  if (auto error = look_at_all()) return error;  // another process may have been first
  if (version == kSchemaVersion) return std::nullopt;
  if (auto error = database.execute(tables == 0 ? make_tables_sql() : upgrade_from_1_sql())) return error;
  Statement commit = database.prepare(Transaction::kCommit);
  return transaction.commit(commit);
}

void EventFile::close() {
  writer_.reset();  // its statements are the database's
  database_.reset();
}

std::variant<Database*, SqlError> EventFile::database() {
  if (auto error = open()) return std::move(*error);
  return &*database_;
}

std::optional<SqlError> EventFile::write(const Batch& batch) {
  if (auto error = open()) return error;
  if (!writer_) writer_ = std::make_unique<EventWriter>();
  std::optional<SqlError> error = writer_->write(*database_, batch);
  if (error) writer_.reset();
  return error;
}

std::variant<std::size_t, SqlError> EventFile::prune(WallTime before, std::size_t most, Prune which) {
  if (auto error = open()) return std::move(*error);
  const std::string unsent = which == Prune::kSent ? "AND id <= (SELECT coalesce(max(sent), 0) FROM spool) " : "";
  Statement prune = database_->prepare("DELETE FROM events WHERE id IN (SELECT id FROM events WHERE time_ms < ? " +
                                       unsent + "ORDER BY time_ms LIMIT ?)");
  prune.bind(1, before.time_since_epoch().count()).bind(2, static_cast<std::int64_t>(most));
  if (!prune.run()) return *prune.error();
  return static_cast<std::size_t>(database_->changes());
}

std::optional<std::string> EventFile::set_aside(WallTime now) {
  close();
  if (present_inode() != inode_) return name_;
  const std::string mark = ".damaged-" + std::to_string(now.time_since_epoch().count());
  if (::rename(name_.c_str(), (name_ + mark).c_str()) != 0) return std::nullopt;
  for (const char* beside : {"-wal", "-shm"}) {
    ::rename((name_ + beside).c_str(), (name_ + mark + beside).c_str());  // mostly there is none
  }
  return name_ + mark;
}

}  // namespace acode::observe
