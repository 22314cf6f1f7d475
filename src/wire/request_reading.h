// Reads the members of a request, and remembers the first that is not what it may be.
//
//   RequestReading reading(body);
//   out.temperature = reading.number(body, "temperature");     // nothing if it is missing or null
//   if (!reading.ok()) return reading.error();                 // "temperature" must be a number, not a string
//
// Nothing stops at an error: what is wrong reads as missing, and the whole is refused at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "acode/error.h"
#include "acode/json/pointer.h"
#include "acode/json/value.h"

namespace acode::wire::detail {

class RequestReading {
 public:
  /// All values that are read must be of this tree.
  explicit RequestReading(json::Value root) : root_(root) {}

  /// A member of an object. Missing and null are nothing; another kind is an error.
  std::string text(json::Value object, std::string_view name);
  std::optional<bool> flag(json::Value object, std::string_view name);
  std::optional<double> number(json::Value object, std::string_view name);
  std::optional<std::uint64_t> count(json::Value object, std::string_view name);
  std::optional<std::int64_t> integer(json::Value object, std::string_view name);
  std::optional<json::Value> object(json::Value object, std::string_view name);
  std::optional<json::Value> array(json::Value object, std::string_view name);
  /// Whatever it is, unless it is null.
  static std::optional<json::Value> any(json::Value object, std::string_view name);

  /// This value is not what it may be.
  void wrong(json::Value value, std::string_view expected);
  /// This object lacks a member.
  void missing(json::Value object, std::string_view name, std::string_view expected);

  [[nodiscard]] bool ok() const { return !error_; }
  [[nodiscard]] const Error& error() const { return *error_; }

 private:
  void refuse(const json::Pointer& path, std::string message, std::string_view expected);

  json::Value root_;
  std::optional<Error> error_;
};

}  // namespace acode::wire::detail
