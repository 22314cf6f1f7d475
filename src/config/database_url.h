// The address of a PostgreSQL database, as far as it matters that a password may stand in it.
//
//   postgresql://acode:secret@db.example.com:5432/calls?sslmode=verify-full
#pragma once

#include <string>
#include <string_view>

namespace acode::config {

/// Whether this begins like such an address.
bool is_database_url(std::string_view url);

/// Whether a password stands in it, behind the user's name or as a parameter.
bool has_password(std::string_view url);

/// The same with `***` in the place of the password. What is no such address is not shown at all, since nobody knows
/// where in it the password is.
std::string without_password(std::string_view url);

}  // namespace acode::config
