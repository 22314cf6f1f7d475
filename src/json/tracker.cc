// Watching the columns of lines, and finding the place to begin at.
#include "json/tracker.h"

namespace acode::json::detail {

void Tracker::reset() {
  levels.clear();
  line_indent = indent_unit = 0;
  new_line = odd = false;
}

void Tracker::begin_line(std::size_t column, Stands where) {
  new_line = false;
  line_indent = static_cast<std::uint32_t>(column);
  if (levels.empty()) return;
  Level& level = levels.back();
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
      odd = odd || line_indent != level.line_column;
      break;
    case Stands::kElsewhere:
      break;
  }
}

// The last comma but one of those in containers that are still open.
Tracker::Start Tracker::start() const {
  if (odd) return {nullptr, 0};
  std::uint32_t passed = 0;
  for (std::size_t level = levels.size(); level-- > 0;) {
    const Level& at = levels[level];
    const std::uint32_t kept = at.commas < 2 ? at.commas : 2;
    if (passed + kept >= 2) return {&at.footholds[(at.commas + passed) % 2], level};
    passed += kept;
  }
  return {nullptr, 0};
}

}  // namespace acode::json::detail
