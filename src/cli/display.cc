// Escapes, widths of characters, and lines cut to fit.
#include "cli/display.h"

#include <algorithm>
#include <clocale>
#include <cwchar>
#include <limits>
#include <utility>

#include "base/utf8.h"
#include "base/visible.h"

namespace acode::cli {

namespace {

// How much of a long line is shown, in columns: all in all, and before the place that matters.
constexpr std::size_t kColumns = 100;
constexpr std::size_t kColumnsBefore = 60;
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

/// How many columns a visible character takes: 0 for a mark on the one before, 2 for East Asian ones and pictures. The
/// C library knows; asked in the user's locale it might not.
std::size_t columns_of(char32_t character) {
  static const locale_t kUtf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  if (character < 0x80 || kUtf8 == nullptr) return 1;
  const locale_t before = ::uselocale(kUtf8);
  const int columns = ::wcwidth(static_cast<wchar_t>(character));
  ::uselocale(before);
  return columns < 0 ? 1 : static_cast<std::size_t>(columns);
}

/// One character, or one byte that is none, as it is shown.
struct Cell {
  std::string shown;
  std::size_t columns;
  std::size_t bytes;
};

Cell first_cell(std::string_view text) {
  const base::Utf8 decoded = base::decode_utf8(text);
  if (decoded.status != base::Utf8::Status::kValid) {
    return {base::escaped_byte(text[0]), 4, 1};
  }
  if (base::is_hidden(decoded.character)) {
    std::string shown = base::escaped(decoded.character);
    const std::size_t columns = shown.size();
    return {std::move(shown), columns, decoded.length};
  }
  return {std::string(text.substr(0, decoded.length)), columns_of(decoded.character), decoded.length};
}

/// As much of the start of a text as fits into some columns.
struct Shown {
  std::string text;
  std::size_t columns = 0;
  std::size_t bytes = 0;  ///< how much of the text that is
};

Shown show(std::string_view text, std::size_t limit) {
  Shown shown;
  while (shown.bytes < text.size()) {
    const Cell cell = first_cell(text.substr(shown.bytes));
    if (cell.columns > limit - shown.columns) break;
    shown.text += cell.shown;
    shown.columns += cell.columns;
    shown.bytes += cell.bytes;
  }
  return shown;
}

/// Where the character before `offset` begins.
std::size_t step_back(std::string_view text, std::size_t offset) {
  std::size_t start = offset - 1;
  while (start > 0 && offset - start < 4 && base::is_continuation(text[start])) --start;
  return start;
}

/// Where to begin so that the line is shown up to `offset`: at its start, or so far before as columns allow.
std::size_t window_start(std::string_view text, std::size_t offset) {
  std::size_t start = offset;
  std::size_t columns = 0;
  while (start > 0 && text[start - 1] != '\n') {
    const std::size_t before = step_back(text, start);
    columns += show(text.substr(before, start - before), kNoLimit).columns;
    if (columns > kColumnsBefore) break;
    start = before;
  }
  return start;
}

/// Where the line of `offset` ends. A line end that is itself pointed at belongs to the line.
std::size_t line_end(std::string_view text, std::size_t offset) {
  if (offset < text.size() && text[offset] == '\n') return offset + 1;
  const std::size_t end = std::min(text.find('\n', offset), text.size());
  const bool carriage_return = end < text.size() && end > offset + 1 && text[end - 1] == '\r';
  return carriage_return ? end - 1 : end;
}

}  // namespace

std::string printable(std::string_view text) { return show(text, kNoLimit).text; }

std::string printable(std::string_view text, std::size_t columns) {
  Shown whole = show(text, columns);
  if (whole.bytes == text.size()) return std::move(whole.text);
  return show(text, columns - 1).text + "…";
}

std::size_t columns_of(std::string_view text) { return show(text, kNoLimit).columns; }

std::string wrapped(std::string_view words, std::size_t indent) {
  std::string text;
  std::size_t column = indent;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find_first_of(" \n"), words.size());
    const std::string_view word = words.substr(0, end);
    const std::size_t columns = columns_of(word);
    if (column > indent && column + 1 + columns > kTerminalColumns) {
      text += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      text += ' ';
      ++column;
    }
    text += word;
    column += columns;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return text;
}

std::string printable_lines(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find_first_of("\n\t"), text.size());
    safe += printable(text.substr(0, plain));
    if (plain < text.size()) safe += text[plain];
    text.remove_prefix(std::min(plain + 1, text.size()));
  }
  return safe;
}

std::string printable_json(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  while (!json.empty()) {
    const base::Utf8 decoded = base::decode_utf8(json);
    const char32_t character = decoded.character;
    const bool line_end_or_tab = character == '\n' || character == '\r' || character == '\t';
    if (!line_end_or_tab && base::is_hidden(character)) {
      safe += base::json_escaped(character);
    } else {
      safe += json.substr(0, decoded.length);
    }
    json.remove_prefix(decoded.length);
  }
  return safe;
}

Excerpt excerpt(std::string_view text, std::size_t offset, std::size_t length) {
  offset = std::min(offset, text.size());
  const std::size_t start = window_start(text, offset);
  const std::string_view rest = text.substr(offset, line_end(text, offset) - offset);
  const Shown before = show(text.substr(start, offset - start), kNoLimit);
  const Shown after = show(rest, kColumns - before.columns);
  const Shown marked = show(rest.substr(0, std::min(length, after.bytes)), kNoLimit);

  const bool cut_before = start > 0 && text[start - 1] != '\n';
  const bool cut_after = after.bytes < rest.size();
  Excerpt result;
  result.line = (cut_before ? "…" : "") + before.text + after.text + (cut_after ? "…" : "");
  result.carets = std::string(before.columns + (cut_before ? 1 : 0), ' ');
  result.carets += std::string(std::max<std::size_t>(marked.columns, 1), '^');
  return result;
}

}  // namespace acode::cli
