// Watching the columns of lines, and finding the place to begin at.
#include "json/tracker.h"

namespace acode::json::detail {

void Tracker::reset() {
  levels.clear();
  line_indent = indent_unit = 0;
  new_line = odd = odd_before = watched = false;
}

void Tracker::begin_line(std::size_t column, Stands where) {
  new_line = false;
  line_indent = static_cast<std::uint32_t>(column);
  odd_before = odd;
  if (levels.empty()) return;
  Level& level = levels.back();
  unit_before = indent_unit;
  column_before = level.column;
  switch (where) {
    case Stands::kFirstElement:
      // Indented twice: the bracket of another array may be missing.
      odd = odd || (indent_unit != 0 && line_indent == level.line_column + 2 * indent_unit);
      [[fallthrough]];
    case Stands::kFirstKey:
      level.column = line_indent;
      if (indent_unit == 0) indent_unit = line_indent;
      break;
    case Stands::kMember:
      odd = odd || (level.column != kNoColumn && line_indent != level.column);
      break;
    case Stands::kCloser:
      odd = odd || (level.line_column != kNoColumn && line_indent != level.line_column);
      break;
    case Stands::kElsewhere:
      break;
  }
}

void Tracker::forget_line() {
  odd = odd_before;
  if (levels.empty()) return;
  indent_unit = unit_before;
  levels.back().column = column_before;
}

// Of the commas in containers that are still open the last but one; the last if a key has been read since, because no
// string before that key can be in doubt any more.
Tracker::Start Tracker::start(bool behind_comma) const {
  if (odd) return {nullptr, 0};
  std::uint32_t passed = 0;
  for (std::size_t level = levels.size(); level-- > 0; behind_comma = false) {
    const Level& at = levels[level];
    if (at.commas == 0) continue;
    if (passed == 1 || (at.object && !behind_comma)) return {&at.footholds[(at.commas - 1) % 2], level};
    if (at.commas > 1) return {&at.footholds[at.commas % 2], level};
    passed = 1;
  }
  return {nullptr, 0};
}

}  // namespace acode::json::detail
