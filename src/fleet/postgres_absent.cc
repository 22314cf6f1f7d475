// In the place of postgres.cc where acode is built without libpq.
#include "fleet/postgres.h"

namespace acode::fleet {

class Postgres::Impl {};

DatabaseResult<Postgres> Postgres::connect(const std::string& /*url*/, const Until& /*until*/) {
  return DatabaseError{DatabaseErrorKind::kNotBuiltIn,
                       "this acode was built without PostgreSQL; build it where libpq is installed"};
}

Postgres::Postgres(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Postgres::Postgres(Postgres&&) noexcept = default;
Postgres& Postgres::operator=(Postgres&&) noexcept = default;
Postgres::~Postgres() = default;

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): the other one needs what it is a member of
DatabaseResult<std::size_t> Postgres::run(const std::string& /*sql*/, const std::vector<std::string>& /*parameters*/,
                                          const Until& /*until*/, const UseRow& /*use*/) {
  return DatabaseError{DatabaseErrorKind::kNotBuiltIn, "this acode was built without PostgreSQL"};
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): likewise
const std::string& Postgres::where() const {
  static const std::string kNowhere;
  return kNowhere;
}

}  // namespace acode::fleet
