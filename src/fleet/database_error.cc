// Codes, and from what servers say to them.
#include "fleet/database_error.h"

#include <array>

namespace acode::fleet {

std::string_view database_code_name(DatabaseErrorKind kind) {
  constexpr std::array<std::string_view, kDatabaseErrorKinds> kNames = {
      "ACODE-DB-001", "ACODE-DB-002", "ACODE-DB-003", "ACODE-DB-004", "ACODE-DB-005",
      "ACODE-DB-006", "ACODE-DB-007", "ACODE-DB-008", "ACODE-DB-009", "ACODE-DB-010"};
  return kNames.at(static_cast<std::size_t>(kind) - 1);
}

std::string to_string(const DatabaseError& error) {
  return std::string(database_code_name(error.kind)) + ": " + error.message;
}

// The first two characters are the class: https://www.postgresql.org/docs/15/errcodes-appendix.html
DatabaseErrorKind kind_of_state(std::string_view state) {
  using Kind = DatabaseErrorKind;
  if (state.size() != 5) return Kind::kAway;
  if (state == "57014" || state == "55P03") return Kind::kTooSlow;
  if (state == "3D000") return Kind::kNoDatabase;
  if (state == "42501" || state == "25006") return Kind::kNotAllowed;
  const std::string_view kind = state.substr(0, 2);
  if (kind == "28") return Kind::kNotLetIn;
  if (kind == "08" || kind == "53" || kind == "57") return Kind::kAway;
  if (kind == "22" || kind == "23" || kind == "54") return Kind::kRefused;
  return Kind::kOther;
}

}  // namespace acode::fleet
