// Lines about a call.
#include "observe/call_log.h"

#include <chrono>
#include <string>
#include <vector>

#include "observe/fields.h"

namespace acode::observe {
namespace {

constexpr std::string_view kComponent = "tool_call";

double milliseconds(std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& item : list) text += (text.empty() ? "" : "; ") + item;
  return text;
}

void log_repairs(Logger& logger, const CallEvent& event, const Attempt& attempt) {
  for (const EditNote& edit : attempt.edits) {
    logger.at(Level::kDebug, kComponent, "repaired",
              {{field::kCorrelationId, event.correlation_id},
               {field::kToolCallId, event.tool_call_id},
               {"attempt", attempt.number},
               {"kind", edit.kind},
               {"offset", edit.offset ? static_cast<std::int64_t>(*edit.offset) : -1},
               {"removed", edit.removed},
               {"inserted", edit.inserted}});
  }
}

std::string_view what_happened(Outcome outcome) {
  if (outcome == Outcome::kFailed) return "refused";
  return outcome == Outcome::kWithdrawn ? "taken back by the model" : "read";
}

void log_attempt(Logger& logger, const CallEvent& event, const Attempt& attempt) {
  if (attempt.number > 1) {
    logger.at(Level::kInfo, "retry", "asked again",
              {{field::kCorrelationId, event.correlation_id},
               {field::kToolName, event.tool_name},
               {field::kToolCallId, event.tool_call_id},
               {field::kRetryCount, attempt.number - 1},
               {"rung", attempt.rung},
               {field::kErrorCode, attempt.error_code}});
  }
  if (attempt.in_words || !logger.logs(Level::kDebug, kComponent)) return;
  logger.at(Level::kDebug, kComponent, "received",
            {{field::kCorrelationId, event.correlation_id},
             {field::kToolCallId, event.tool_call_id},
             {"attempt", attempt.number},
             {"arguments", attempt.original},
             {field::kErrorCode, attempt.error_code},
             {"error", attempt.error_message}});
  log_repairs(logger, event, attempt);
}

}  // namespace

void log_call(Logger& logger, const CallEvent& event) {
  for (const Attempt& attempt : event.attempts) log_attempt(logger, event, attempt);
  if (event.outcome == Outcome::kFailed && event.retry_count > 0) {
    logger.at(Level::kWarn, "retry", "asking again did not help",
              {{field::kCorrelationId, event.correlation_id},
               {field::kToolName, event.tool_name},
               {field::kToolCallId, event.tool_call_id},
               {field::kRetryCount, event.retry_count},
               {field::kErrorCode, event.error_code}});
  }
  if (!logger.logs(Level::kInfo, kComponent)) return;
  const std::string errors = joined(event.validation_errors);
  std::vector<Field> fields = {{field::kCorrelationId, event.correlation_id},
                               {field::kToolName, event.tool_name},
                               {field::kToolCallId, event.tool_call_id},
                               {field::kParseResult, outcome_name(event.outcome)},
                               {field::kRepairApplied, !event.repairs.empty()},
                               {field::kRetryCount, event.retry_count},
                               {field::kValidationErrors, errors},
                               {field::kParseTime, milliseconds(event.parse_time)},
                               {field::kRepairTime, milliseconds(event.repair_time)},
                               {field::kRetryTime, milliseconds(event.retry_time)},
                               {field::kTotalTokens, event.total_tokens},
                               {field::kErrorCode, event.error_code}};
  if (event.error_position) fields.emplace_back(field::kErrorPosition, *event.error_position);
  logger.at(Level::kInfo, kComponent, what_happened(event.outcome), fields);
}

}  // namespace acode::observe
