// Structured logs: one line for each thing that happened, for people or for machines (OB-1, OB-2).
//
//   Logger logger({.level = Level::kInfo}, LogSink::descriptor(STDERR_FILENO));
//   logger.at(Level::kInfo, "retry", "asking again", {{field::kCorrelationId, id}, {field::kRetryCount, 2}});
//
//   2026-11-16T00:37:31.123Z [INFO] retry: asking again correlation_id=7f3a retry_count=2
//   {"time":"2026-11-16T00:37:31.123Z","level":"info","component":"retry","message":"asking again",…}
//
// What is not logged costs a comparison. What is put in is escaped, so that no value can forge a line; but nothing is
// hidden here: who logs values masks them first (redact.h).
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "observe/line_text.h"
#include "observe/log_sink.h"

namespace acode::observe {

enum class Level : std::uint8_t { kDebug, kInfo, kWarn, kError, kOff };

/// "debug", "info", "warn", "error", "off".
std::string_view level_name(Level level);
std::optional<Level> level_from_name(std::string_view name);

enum class LogFormat : std::uint8_t { kText, kJson };

/// "text", "json".
std::string_view log_format_name(LogFormat format);
std::optional<LogFormat> log_format_from_name(std::string_view name);

/// A name and a value, for as long as the line is being written.
class Field {
 public:
  Field(std::string_view name, std::string_view value) : name_(name), value_(value) {}
  Field(std::string_view name, const char* value) : name_(name), value_(std::string_view(value)) {}
  Field(std::string_view name, const std::string& value) : name_(name), value_(std::string_view(value)) {}
  Field(std::string_view name, bool value) : name_(name), value_(value) {}
  Field(std::string_view name, double value) : name_(name), value_(value) {}
  template <std::signed_integral T>
  Field(std::string_view name, T value) : name_(name), value_(static_cast<std::int64_t>(value)) {}
  template <std::unsigned_integral T>
  Field(std::string_view name, T value) : name_(name), value_(static_cast<std::uint64_t>(value)) {}

  void write_text(std::string& line) const;
  void write_json(std::string& line) const;

 private:
  std::string_view name_;
  std::variant<std::string_view, bool, double, std::int64_t, std::uint64_t> value_;
};

struct LogOptions {
  Level level = Level::kInfo;
  std::vector<std::pair<std::string, Level>> levels{};  ///< of single components, instead of the level for all
  LogFormat format = LogFormat::kText;
  std::function<WallTime()> clock{};  ///< the system's, if there is none
};

/// For any number of threads.
class Logger {
 public:
  Logger(LogOptions options, LogSink sink);

  /// Whether such a line would be written: ask before gathering what is dear to gather.
  [[nodiscard]] bool logs(Level level, std::string_view component) const {
    return level >= lowest_ && level != Level::kOff && level >= level_of(component);
  }

  void at(Level level, std::string_view component, std::string_view message, std::initializer_list<Field> fields = {}) {
    if (logs(level, component)) write(level, component, message, {fields.begin(), fields.end()});
  }
  void at(Level level, std::string_view component, std::string_view message, const std::vector<Field>& fields) {
    if (logs(level, component)) write(level, component, message, fields);
  }

 private:
  [[nodiscard]] Level level_of(std::string_view component) const;
  void write(Level level, std::string_view component, std::string_view message, const std::vector<Field>& fields);

  LogOptions options_;
  Level lowest_;  // of all components
  LogSink sink_;
};

}  // namespace acode::observe
