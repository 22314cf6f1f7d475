// What can go wrong with the shared database, as values: a kind to decide by and a sentence without any secret.
//
//   ACODE-DB-001: the database is not there: connection refused
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "acode/error.h"

namespace acode::fleet {

/// The number is the one in the printed code: kNotLetIn is ACODE-DB-002.
enum class DatabaseErrorKind : std::uint8_t {
  kAway = 1,    ///< there is no connection: refused, lost, too slow to come, shutting down or starting up
  kNotLetIn,    ///< wrong password, unknown role, or the server lets nobody in from here
  kNoDatabase,  ///< the server has no such database
  kNotAllowed,  ///< the role may not write, or make the tables; or the server only reads
  kForeign,     ///< the tables are of a later version, or the database cannot hold our texts
  kTooSlow,     ///< a statement took longer than it may
  kRefused,     ///< the database does not take an event
  kOther,       ///< anything else that the server says
  kBadAddress,  ///< the address is not understood
  kNotBuiltIn,  ///< this acode was built without PostgreSQL
};
inline constexpr std::size_t kDatabaseErrorKinds = 10;

struct DatabaseError {
  DatabaseErrorKind kind = DatabaseErrorKind::kOther;
  std::string message;  ///< one sentence for a person, without the code
};

/// "ACODE-DB-001".
std::string_view database_code_name(DatabaseErrorKind kind);

/// `ACODE-DB-001: message`.
std::string to_string(const DatabaseError& error);

/// The kind of what a server says, by its SQLSTATE; empty if the server said nothing.
DatabaseErrorKind kind_of_state(std::string_view state);

/// Either a T or the error that stands in its way.
template <class T>
using DatabaseResult = Result<T, DatabaseError>;

}  // namespace acode::fleet
