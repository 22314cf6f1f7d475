// A forgiving look into a provider's JSON: what is missing, null or of another kind reads as empty.
//
//   string_in(value, "id")            // "call_1", or "" if there is none or it is not a string
//   object_in(value, "message")       // the object, or nothing
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "acode/json/value.h"

namespace acode::wire::detail {

inline std::string_view string_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  return found ? found->as_string() : std::string_view{};
}

inline std::optional<json::Value> object_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  return found && found->is_object() ? found : std::nullopt;
}

inline std::optional<json::Value> array_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  return found && found->is_array() ? found : std::nullopt;
}

inline std::optional<std::int64_t> integer_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  return found ? found->as_int64() : std::nullopt;
}

inline std::uint64_t count_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  return found ? found->as_uint64().value_or(0) : 0;
}

/// A code may be a word or a number.
inline std::string word_or_number_in(json::Value value, std::string_view name) {
  const auto found = value.find(name);
  if (!found) return {};
  return found->is_number() ? found->number_text() : std::string(found->as_string());
}

}  // namespace acode::wire::detail
