// The names of what is told of a call (OB-2), the same in logs, in the store and for machines.
#pragma once

#include <string_view>

namespace acode::observe::field {

inline constexpr std::string_view kCorrelationId = "correlation_id";
inline constexpr std::string_view kToolName = "tool_name";
inline constexpr std::string_view kToolCallId = "tool_call_id";
inline constexpr std::string_view kParseResult = "parse_result";  ///< success, repaired, retry, fail
inline constexpr std::string_view kRepairApplied = "repair_applied";
inline constexpr std::string_view kRetryCount = "retry_count";
inline constexpr std::string_view kValidationErrors = "validation_errors";
inline constexpr std::string_view kParseTime = "parse_time_ms";
inline constexpr std::string_view kRepairTime = "repair_time_ms";
inline constexpr std::string_view kRetryTime = "retry_time_ms";
inline constexpr std::string_view kTotalTokens = "total_tokens";
inline constexpr std::string_view kErrorCode = "error_code";
inline constexpr std::string_view kErrorPosition = "error_position";

}  // namespace acode::observe::field
