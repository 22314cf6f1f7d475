// Prices that stand beside those of the edit kinds (edit_kinds.cc): what makes a reading more or less likely.
#pragma once

namespace acode::json::detail {

inline constexpr int kSafeMargin = 4;      // less is not safe; whatever comes so near the best is read to the end
inline constexpr int kStuckWord = 10;      // a word right behind a closing quote is hardly the next member
inline constexpr int kLooseKey = 3;        // a key of several words
inline constexpr int kLikeNeighbours = 4;  // elements of an array tend to be of a kind
inline constexpr int kOddColumn = 6;       // a line that stands elsewhere than its neighbours
inline constexpr int kWellPlaced = 8;      // a closing bracket taken back that stood in its column
inline constexpr int kMarkCost = 3;        // a quote or a colon left out

}  // namespace acode::json::detail
