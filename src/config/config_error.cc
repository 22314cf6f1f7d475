// The words of errors and origins.
#include "config/config_error.h"

#include <array>

namespace acode::config {

std::string to_string(const Origin& origin) {
  switch (origin.kind) {
    case Origin::Kind::kFile:
      return origin.name + (origin.line == 0 ? "" : ":" + std::to_string(origin.line));
    case Origin::Kind::kEnvironment:
      return "environment " + origin.name;
    case Origin::Kind::kFlag:
      return (origin.name.starts_with('-') ? "flag " : "") + origin.name;
    case Origin::Kind::kDefault:
      break;
  }
  return "default";
}

std::string_view config_code_name(ConfigError::Code code) {
  static constexpr std::array<std::string_view, 7> kNames = {
      "ACODE-CFG-001", "ACODE-CFG-002", "ACODE-CFG-003", "ACODE-CFG-004",
      "ACODE-CFG-005", "ACODE-CFG-006", "ACODE-CFG-007",
  };
  return kNames.at(static_cast<std::size_t>(code) - 1);
}

std::string to_string(const ConfigError& error) {
  std::string text = to_string(error.origin);
  if (error.origin.column != 0) text += ":" + std::to_string(error.origin.column);
  text += ": " + std::string(config_code_name(error.code)) + ": ";
  if (!error.key.empty()) text += error.key + ": ";
  text += error.message;
  if (!error.allowed.empty()) text += "; allowed is " + error.allowed;
  return text;
}

}  // namespace acode::config
