// Reading the arguments of a call that fits its schema. What is missing or of another kind reads as the fallback.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acode/json/value.h"

namespace acode::agent {

inline std::string_view string_argument(json::Value arguments, std::string_view name, std::string_view fallback = "") {
  const std::optional<json::Value> value = arguments.find(name);
  return value && value->is_string() ? value->as_string() : fallback;
}

inline bool bool_argument(json::Value arguments, std::string_view name) {
  const std::optional<json::Value> value = arguments.find(name);
  return value && value->as_bool();
}

/// A count: never negative, and small enough to calculate with. To a schema 3.0 and 3e0 are integers too.
inline std::optional<std::uint64_t> count_argument(json::Value arguments, std::string_view name) {
  constexpr double kMost = 1e15;
  const std::optional<json::Value> value = arguments.find(name);
  if (!value || !value->is_number()) return std::nullopt;
  return static_cast<std::uint64_t>(std::clamp(value->as_double(), 0.0, kMost));
}

inline std::vector<std::string_view> strings_argument(json::Value arguments, std::string_view name) {
  std::vector<std::string_view> strings;
  const std::optional<json::Value> value = arguments.find(name);
  if (!value) return strings;
  for (const json::Value element : value->elements()) strings.push_back(element.as_string());
  return strings;
}

}  // namespace acode::agent
