// What the tolerant reader wants to know of a text that the strict machine has read until it failed: where to begin.
//
// At each comma a foothold is noted, a place to which the machine can go back and from which readings (reading.h) can
// begin. Mending a slip may have to look back at some tokens, so it is not always the last one. And since lines that are
// indented oddly tell of lost brackets long before the grammar notices, the columns of lines are watched.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace acode::json::detail {

inline constexpr std::uint32_t kNoColumn = 0xffffffffU;

/// A place behind a value that a comma follows.
struct Foothold {
  std::uint32_t offset;       // behind the value
  std::uint32_t value_begin;  // where that value began
  std::uint32_t line_start;
  std::uint32_t line_indent;
  // The machine's state there.
  std::uint32_t words;
  std::uint32_t chars;
  std::uint32_t count;
};

struct Tracker {
  /// What is known of a container that is open.
  struct Level {
    std::uint32_t opened;       // offset of its bracket
    std::uint32_t line_column;  // indentation of the line with the bracket
    std::uint32_t column;       // where members stand that are the first on their line
    std::uint32_t commas;
    bool object;
    std::array<Foothold, 2> footholds;  // at the last two commas, in turns
  };

  void reset();
  void open(std::size_t offset, bool object) {
    Level& level = levels.emplace_back();
    level.object = object;
    level.opened = static_cast<std::uint32_t>(offset);
    level.line_column = line_indent;
    level.column = kNoColumn;
    level.commas = 0;
  }
  void close() {
    const Level& level = levels.back();
    value_begin = level.opened;
    closed = {level.opened, level.line_column, level.column};
    levels.pop_back();
  }

  /// The container that was closed last is open again.
  void reopen(bool object) {
    open(closed.opened, object);
    levels.back().line_column = closed.line_column;
    levels.back().column = closed.column;
  }
  void comma(const Foothold& foothold) {
    Level& level = levels.back();
    level.footholds[level.commas++ % 2] = foothold;
  }

  /// A token that is the first on its line. Which tokens have a column of their own depends on where they stand.
  enum class Stands : std::uint8_t { kFirstKey, kFirstElement, kMember, kCloser, kElsewhere };
  void begin_line(std::size_t column, Stands where);

  /// The token that began the last line does not count after all.
  void forget_line();

  /// Where readings should begin: a foothold and the level it is on; null for the start of the text. `behind_comma`:
  /// nothing was read since the last one.
  struct Start {
    const Foothold* foothold;
    std::size_t level;
  };
  [[nodiscard]] Start start(bool behind_comma) const;

  struct Closed {
    std::uint32_t opened;
    std::uint32_t line_column;
    std::uint32_t column;
  };

  std::vector<Level> levels;
  Closed closed{};
  std::size_t value_begin = 0;  // the last value
  std::size_t value_end = 0;
  std::uint32_t line_indent = 0;
  std::uint32_t indent_unit = 0;  // by how much the first member is indented
  bool new_line = false;          // a line break was read and no token behind it
  bool odd = false;               // some line is indented oddly
  bool watched = false;           // the machine stops at such a line, …
  std::uint32_t odd_at = 0;       // … which begins here
  // Before the last line.
  bool odd_before = false;
  std::uint32_t unit_before = 0;
  std::uint32_t column_before = kNoColumn;
};

}  // namespace acode::json::detail
