// Changes one setting in the text of a file, and nothing else: comments, order and spacing stay (CF-3).
//
//   tool_call:                       tool_call:
//     max_retries: 3  # patience       max_retries: 5  # patience
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "config/config_error.h"

namespace acode::config {

/// The text with the setting `key` (a full one) set to `value`. A setting that is not there is put at the end of the map
/// that it belongs to; maps on the way are made. The result is read again and compared: if it does not say what was meant,
/// or the place is written in a way that cannot be changed alone (a value over several lines in braces), that is an error
/// and the text is left to its owner. `file` is its name, for errors.
std::variant<std::string, ConfigError> with_setting(std::string_view text, std::string_view key, std::string_view value,
                                                    std::string_view file);

}  // namespace acode::config
