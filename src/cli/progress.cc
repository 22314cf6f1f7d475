// The bar and the figures beside it.
#include "cli/progress.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string_view>

namespace acode::cli {

namespace {

constexpr std::chrono::milliseconds kBetween{200};
constexpr std::size_t kBarColumns = 24;

/// 950, 1.3k, 27k, 4.1M.
std::string short_number(double number) {
  constexpr std::string_view kUnits[] = {"", "k", "M", "G"};
  std::size_t unit = 0;
  for (; number >= 1000 && unit + 1 < std::size(kUnits); ++unit) number /= 1000;
  const bool tenths = unit > 0 && number < 10;
  const auto scaled = static_cast<std::uint64_t>(tenths ? number * 10 : number);
  const std::string digits =
      tenths ? std::to_string(scaled / 10) + "." + std::to_string(scaled % 10) : std::to_string(scaled);
  return digits + std::string(kUnits[unit]);
}

/// 0:07, 12:30, 2:00:05.
std::string clock_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  const auto two = [](std::uint64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  const std::string rest = two(whole % 60);
  if (whole < 3600) return std::to_string(whole / 60) + ":" + rest;
  return std::to_string(whole / 3600) + ":" + two(whole / 60 % 60) + ":" + rest;
}

std::string bar(double part) {
  const auto full = static_cast<std::size_t>(part * kBarColumns);
  std::string percent = std::to_string(static_cast<unsigned>(part * 100));
  percent.insert(0, 3 - std::min<std::size_t>(percent.size(), 3), ' ');
  return "[" + std::string(full, '#') + std::string(kBarColumns - full, '.') + "] " + percent + "%  ";
}

}  // namespace

std::string progress_line(const Advance& advance, std::optional<std::uint64_t> total,
                          std::chrono::duration<double> elapsed) {
  const double seconds = std::max(elapsed.count(), 1e-3);
  const double rate = static_cast<double>(advance.bytes) / seconds;
  const std::string figures =
      short_number(static_cast<double>(advance.rows)) + " rows  " + short_number(rate / 1e6) + " MB/s  ";
  if (!total || *total == 0) return figures + clock_time(seconds);
  const auto done = static_cast<double>(advance.bytes + advance.skipped_bytes);
  const auto all = static_cast<double>(*total);
  const std::string line = bar(std::min(done / all, 1.0)) + figures;
  if (done >= all) return line + clock_time(seconds);
  return rate > 0 ? line + clock_time((all - done) / rate) + " left" : line;
}

Progress::Progress(std::optional<std::uint64_t> total, Streams& streams) : total_(total), streams_(streams) {}

void Progress::show(const Advance& advance) {
  if (!streams_.err_is_terminal || Clock::now() - shown_ < kBetween) return;
  write(advance);
}

void Progress::finish(const Advance& advance) {
  if (!streams_.err_is_terminal) return;
  write(advance);
  streams_.tell("\n");
}

void Progress::write(const Advance& advance) {
  shown_ = Clock::now();
  // The line before may have been longer: what is left of it is taken away.
  streams_.tell("\r" + progress_line(advance, total_, shown_ - begin_) + "\x1b[K");
}

}  // namespace acode::cli
