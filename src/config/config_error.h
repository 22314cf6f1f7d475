// What is wrong with a configuration: where, which setting, and what would be right (CF-2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace acode::config {

/// Where a value comes from.
struct Origin {
  enum class Kind : std::uint8_t { kDefault, kFile, kEnvironment, kFlag };
  Kind kind = Kind::kDefault;
  std::string name{};      ///< of the file, of the variable, of the flag
  std::size_t line = 0;    ///< in the file, from 1
  std::size_t column = 0;  ///< likewise
};

/// "default", ".agent/config.yml:7", "environment ACODE_TOOL_CALL_MAX_RETRIES", "flag --max-retries"; a name
/// without dashes stands alone.
std::string to_string(const Origin& origin);

struct ConfigError {
  /// The number is the one in the printed code: kUnknownKey is ACODE-CFG-002.
  enum class Code : std::uint8_t {
    kNotYaml = 1,      ///< the file cannot be read as YAML
    kUnknownKey,       ///< there is no such setting
    kWrongType,        ///< the value is of another type
    kNotAllowed,       ///< the value is out of range, or none of the choices
    kNotEditable = 6,  ///< the file is written in a way in which one line cannot be changed alone
    kIncomplete,       ///< something that is needed is not set
  };
  Code code = Code::kNotYaml;
  Origin origin;
  std::string key;      ///< the full one; may be empty
  std::string message;  ///< one sentence, without what the other members say
  std::string allowed;  ///< what would be right, or another way forward; may be empty
};

/// "ACODE-CFG-002".
std::string_view config_code_name(ConfigError::Code code);

/// `.agent/config.yml:7:20: ACODE-CFG-003: model.providers.ollama.tool_call.max_retries: "many" is not a whole number;
/// allowed is a whole number from 1 to 10`.
std::string to_string(const ConfigError& error);

}  // namespace acode::config
