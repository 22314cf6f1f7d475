// read_file: a file or some of its lines, however large it is.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>

#include "agent/tool_arguments.h"
#include "agent/tool_files.h"
#include "agent/tool_text.h"

namespace acode::agent {

namespace {

// How far into a file we go to find the first line that is asked for.
constexpr std::uint64_t kMaxPassed = std::uint64_t{256} << 20U;
constexpr std::uint64_t kAllLines = std::numeric_limits<std::uint64_t>::max();

/// Takes some lines out of a file that comes in pieces.
class LinePicker {
 public:
  LinePicker(std::uint64_t first, std::uint64_t count, std::size_t limit)
      : first_(first), left_(count), limit_(limit) {}

  /// Takes what it wants of the next piece.
  void feed(std::string_view piece) {
    while (!piece.empty() && !full()) {
      const std::size_t end = piece.find('\n');
      const std::string_view part = piece.substr(0, end == std::string_view::npos ? end : end + 1);
      take(part, end != std::string_view::npos);
      piece.remove_prefix(part.size());
    }
    more_ = more_ || !piece.empty();
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::uint64_t line() const { return line_; }  ///< the one that it has come to
  [[nodiscard]] bool cut() const { return text_.size() > limit_; }
  [[nodiscard]] bool more() const { return more_; }  ///< something was not looked at

  /// How many lines there are, when all has been fed.
  [[nodiscard]] std::uint64_t lines() const { return line_ - (in_line_ ? 0 : 1); }

  /// Leaves out what is beyond the limit: whole lines if there are any. Returns the line to go on with.
  std::uint64_t cut_off() {
    const std::size_t end = text_.rfind('\n', limit_ - std::min<std::size_t>(limit_, 1));
    const bool whole_lines = end != std::string::npos;
    text_.resize(whole_lines ? end + 1 : limit_);
    return whole_lines ? first_ + static_cast<std::uint64_t>(std::count(text_.begin(), text_.end(), '\n')) : first_ + 1;
  }

 private:
  [[nodiscard]] bool full() const { return left_ == 0 || cut(); }

  void take(std::string_view part, bool ends_line) {
    if (line_ >= first_) {
      text_ += part.substr(0, limit_ + 1 - text_.size());
      if (ends_line) --left_;
    }
    in_line_ = !ends_line;
    if (ends_line) ++line_;
  }

  std::uint64_t first_;
  std::uint64_t left_;  // lines still wanted
  std::size_t limit_;
  std::string text_;
  std::uint64_t line_ = 1;
  bool in_line_ = false;
  bool more_ = false;
};

/// How the reading of a file went.
struct Reading {
  std::string problem;  ///< empty if all went well
  bool binary = false;
};

Reading read_into(const ToolContext& context, const OpenedFile& opened, LinePicker& picker) {
  std::array<char, 1U << 16U> bytes{};
  for (std::uint64_t passed = 0; passed < kMaxPassed;) {
    if (context.cancelled()) return {"cancelled", false};
    const std::ptrdiff_t count = read_some(opened.file, bytes.data(), bytes.size());
    if (count < 0) return {std::generic_category().message(errno), false};
    const std::string_view piece(bytes.data(), static_cast<std::size_t>(count));
    if (passed == 0 && !looks_like_text(piece)) return {{}, true};
    picker.feed(piece);
    if (piece.empty() || picker.more()) return {};
    passed += piece.size();
  }
  return {"it goes on beyond " + counted(kMaxPassed, "byte") + "; use execute_command with a program made for that",
          false};
}

std::string with_note(std::string text, const std::string& note) {
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text + "[" + note + "]\n";
}

}  // namespace

ToolOutcome read_file(const ToolContext& context, json::Value arguments) {
  const std::string_view path = string_argument(arguments, "path");
  const std::uint64_t first = std::max<std::uint64_t>(count_argument(arguments, "start_line").value_or(1), 1);
  const std::uint64_t count = count_argument(arguments, "line_count").value_or(kAllLines);
  const OrRefusal<OpenedFile> file = context.workspace.open_file(path);
  if (const auto* refusal = std::get_if<Refusal>(&file)) return failed(*refusal);
  const OpenedFile& opened = *std::get_if<OpenedFile>(&file);

  LinePicker picker(first, count, context.options.max_output);
  const Reading reading = read_into(context, opened, picker);
  const std::string name = visible_path(path);
  if (!reading.problem.empty()) return failed(name + ": " + reading.problem);
  if (reading.binary) return succeeded("[" + name + " is a binary file of " + counted(opened.size, "byte") + "]\n");
  if (picker.text().empty() && picker.lines() == 0) return succeeded("[" + name + " is empty]\n");
  if (picker.text().empty()) return failed(name + " has only " + counted(picker.lines(), "line"));

  if (picker.cut()) {
    const std::uint64_t next = picker.cut_off();
    return succeeded(with_note(valid_text(picker.text()), "cut here: " + counted(picker.text().size(), "byte") +
                                                              " of " + std::to_string(opened.size) +
                                                              " are shown; start_line " + std::to_string(next) +
                                                              " reads on"));
  }
  std::string text = valid_text(picker.text());
  if (!picker.more() || count == kAllLines) return succeeded(std::move(text));
  return succeeded(
      with_note(std::move(text), "there is more; start_line " + std::to_string(picker.line()) + " reads on"));
}

}  // namespace acode::agent
