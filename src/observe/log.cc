// Making lines.
#include "observe/log.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <type_traits>

namespace acode::observe {
namespace {

constexpr std::array<std::string_view, 5> kLevels = {"debug", "info", "warn", "error", "off"};
constexpr std::array<std::string_view, 5> kTextLevels = {"DEBUG", "INFO", "WARN", "ERROR", "OFF"};
constexpr std::array<std::string_view, 2> kFormats = {"text", "json"};

template <class Enum, std::size_t kSize>
std::optional<Enum> from_name(const std::array<std::string_view, kSize>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

WallTime system_time() { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

void append_number(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  std::array<char, 32> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.6g", number);
  out.append(text.data(), static_cast<std::size_t>(size));
}

/// What is no string reads the same in both formats.
template <class T>
void append_plain(std::string& out, T value) {
  if constexpr (std::is_same_v<T, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, double>) {
    append_number(out, value);
  } else {
    out += std::to_string(value);
  }
}

void append_text_line(std::string& line, Level level, std::string_view component, std::string_view message) {
  line += " [";
  line += kTextLevels.at(static_cast<std::size_t>(level));
  line += "] ";
  append_free(line, component);
  line += ": ";
  append_free(line, message);
}

void append_json_line(std::string& line, Level level, std::string_view component, std::string_view message) {
  line += "\",\"level\":\"";
  line += level_name(level);
  line += "\",\"component\":";
  append_quoted(line, component);
  line += ",\"message\":";
  append_quoted(line, message);
}

}  // namespace

std::string_view level_name(Level level) { return kLevels.at(static_cast<std::size_t>(level)); }
std::optional<Level> level_from_name(std::string_view name) { return from_name<Level>(kLevels, name); }

std::string_view log_format_name(LogFormat format) { return kFormats.at(static_cast<std::size_t>(format)); }
std::optional<LogFormat> log_format_from_name(std::string_view name) { return from_name<LogFormat>(kFormats, name); }

void Field::write_text(std::string& line) const {
  line += ' ';
  append_word(line, name_);
  line += '=';
  if (const auto* text = std::get_if<std::string_view>(&value_)) return append_word(line, *text);
  std::visit(
      [&line](auto value) {
        if constexpr (!std::is_same_v<decltype(value), std::string_view>) append_plain(line, value);
      },
      value_);
}

void Field::write_json(std::string& line) const {
  line += ',';
  append_quoted(line, name_);
  line += ':';
  if (const auto* text = std::get_if<std::string_view>(&value_)) return append_quoted(line, *text);
  std::visit(
      [&line](auto value) {
        if constexpr (!std::is_same_v<decltype(value), std::string_view>) append_plain(line, value);
      },
      value_);
}

Logger::Logger(LogOptions options, LogSink sink)
    : options_(std::move(options)), lowest_(options_.level), sink_(std::move(sink)) {
  if (!options_.clock) options_.clock = system_time;
  for (const auto& [component, level] : options_.levels) lowest_ = std::min(lowest_, level);
}

Level Logger::level_of(std::string_view component) const {
  for (const auto& [name, level] : options_.levels) {
    if (name == component) return level;
  }
  return options_.level;
}

void Logger::write(Level level, std::string_view component, std::string_view message,
                   const std::vector<Field>& fields) {
  const bool json = options_.format == LogFormat::kJson;
  std::string line = json ? "{\"time\":\"" : "";
  append_time(line, options_.clock());
  if (json) {
    append_json_line(line, level, component, message);
    for (const Field& field : fields) field.write_json(line);
    line += "}\n";
  } else {
    append_text_line(line, level, component, message);
    for (const Field& field : fields) field.write_text(line);
    line += '\n';
  }
  sink_.write(line);
}

}  // namespace acode::observe
