// A YAML text as a list of what it sets, each with its place. The only file that knows the YAML library is yaml_text.cc.
//
//   model:                           model                      a map, line 1
//     providers: {ollama: {}}        model.providers            a map, line 2; written in braces
//                                    model.providers.ollama     …
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/config_error.h"

namespace acode::config {

struct YamlEntry {
  enum class Kind : std::uint8_t {
    kMap,     ///< its members follow
    kNull,    ///< nothing stands behind the colon, or `null`, or `~`
    kPlain,   ///< a scalar without quotes
    kQuoted,  ///< a scalar in quotes, or a block of text
    kList,
  };
  std::string key;  ///< the names on the way to it, with dots
  Kind kind = Kind::kNull;
  bool in_braces = false;                    ///< of a map or list: `{…}`, `[…]`
  std::string text;                          ///< of a scalar
  std::string json;                          ///< the value as JSON, as YAML reads it: 0.2 is a number, "0.2" a text
  std::size_t depth = 0;                     ///< 1 for a name at the left margin
  std::size_t key_line = 0, key_column = 0;  ///< of the name, from 1
  std::size_t line = 0, column = 0;          ///< of the value, from 1
};

/// All entries in their order, a map before its members. An error if it is no YAML, no map, names something twice, or has
/// far more entries than any configuration. `file` is its name, for the error.
std::variant<std::vector<YamlEntry>, ConfigError> read_yaml(std::string_view text, std::string_view file);

}  // namespace acode::config
